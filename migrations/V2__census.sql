-- What censuses have found: ambiguity counted without a row a molecule.

create table Censuses (
    config          text    not null primary key, -- An_Bp
    nb_mol          integer not null,             -- all molecules there are
    nb_canonical    integer not null,             -- those of them that are canonical
    hash_version    integer not null,             -- how spectra are spread over the buckets
    buckets         integer not null,             -- how many buckets there are
    frontier        integer not null default 0,   -- the buckets before this one are done
    canonical_found integer not null default 0,   -- canonical molecules in the buckets that are done
    begun_at        text    not null,             -- UTC
    finished_at     text                          -- UTC; null until all buckets are done
) strict, without rowid;

create table CensusPasses (
    config       text    not null,
    frontier     integer not null, -- the census's frontier after the pass
    memory       integer not null, -- bytes that the pass was allowed to use
    threads      integer not null,
    seconds      real    not null,
    committed_at text    not null, -- UTC
    primary key (config, frontier)
) strict, without rowid;

create table CensusSpectrums (
    config    text    not null,
    nb_mol    integer not null, -- molecules that share each of these spectra; 1 is there, too
    orbits    integer not null, -- how many such spectra, up to rotation and reflection
    spectrums integer not null, -- how many such spectra
    primary key (config, nb_mol)
) strict, without rowid;

create table CensusGroups (
    config           text    not null,
    merit            text    not null, -- why the group is kept: 'size' or 'difference'
    rank             integer not null, -- from 1
    nb_mol           integer not null, -- molecules that share the spectrum
    difference       integer,          -- most atoms that two of them do not share; null if not known
    canonical_number integer not null, -- the lowest among its molecules
    spectrum         text    not null, -- the smallest of its images
    primary key (config, merit, rank)
) strict, without rowid;

create table CensusMolecules (
    config text    not null,
    merit  text    not null,
    rank   integer not null,
    number integer not null, -- a molecule of the group; the lowest numbers only
    primary key (config, merit, rank, number)
) strict, without rowid;

create table CensusRays (
    config  text    not null,
    outcome text    not null, -- 'absorbed', 'reflected' or 'out'
    measure text    not null, -- 'length' or 'turns'
    value   integer not null, -- no ray of this outcome has more
    number  integer not null, -- the first molecule that has such a ray
    primary key (config, outcome, measure)
) strict, without rowid;

pragma user_version = 2;
