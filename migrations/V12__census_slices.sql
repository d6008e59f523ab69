-- Slices of censuses, so that anybody can recount a part of one.

create table CensusSlices (
    config   text    not null,
    slice    integer not null, -- from 1
    sizes    text    not null, -- JSON: by size, [molecules that share a spectrum, orbits, spectrums]; from 2
    checksum text,             -- as docs/verify.md says; null if an engine grouped the spectra
    primary key (config, slice)
) strict, without rowid;

pragma user_version = 12;
