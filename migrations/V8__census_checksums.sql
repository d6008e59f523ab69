-- Checksums of what censuses have found, made when they find it.

create table CensusChecksums (
    config text not null primary key,
    sha256 text not null -- as docs/verify.md says; 'none' of a census that was stored before there were any
) strict, without rowid;

insert into CensusChecksums (config, sha256) select config, 'none' from Censuses;

pragma user_version = 8;
