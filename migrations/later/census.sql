-- What censuses have found. A file has these tables once it has a census.

create table if not exists Censuses (
    -- One row per census of a configuration.
    config          text    not null primary key, -- An_Bp
    nb_mol          integer not null,             -- all molecules there are
    nb_canonical    integer not null,             -- those of them that are canonical
    hash_version    integer not null,             -- how spectra are spread over the buckets
    buckets         integer not null,             -- how many buckets there are
    frontier        integer not null default 0,   -- the buckets before this one are done
    canonical_found integer not null default 0,   -- canonical molecules in the buckets that are done
    begun_at        text    not null,             -- UTC
    finished_at     text                          -- UTC; null until all buckets are done
) without rowid;

create table if not exists CensusPasses (
    -- One row per finished pass.
    config       text    not null,
    frontier     integer not null, -- the census's frontier after the pass
    memory       integer not null, -- bytes that the pass was allowed to use
    threads      integer not null,
    seconds      real    not null,
    committed_at text    not null, -- UTC
    primary key (config, frontier)
) without rowid;

create table if not exists CensusSpectrums (
    -- One row per size of spectral groups.
    config    text    not null,
    nb_mol    integer not null, -- molecules that share each of these spectra; 1 is there, too
    orbits    integer not null, -- how many such spectra, up to rotation and reflection
    spectrums integer not null, -- how many such spectra
    primary key (config, nb_mol)
) without rowid;

create table if not exists CensusGroups (
    -- One row per spectral group that is among the first ten by size or by difference.
    config           text    not null,
    merit            text    not null, -- why the group is kept: 'size' or 'difference'
    rank             integer not null, -- from 1
    nb_mol           integer not null, -- molecules that share the spectrum
    difference       integer,          -- most atoms that two of them do not share; null if not known
    canonical_number integer not null, -- the lowest among its molecules
    spectrum         text    not null, -- the smallest of its images
    primary key (config, merit, rank)
) without rowid;

create table if not exists CensusMolecules (
    -- One row per molecule of a group in CensusGroups.
    config text    not null,
    merit  text    not null,
    rank   integer not null,
    number integer not null, -- a molecule of the group; the lowest numbers only
    primary key (config, merit, rank, number)
) without rowid;

create table if not exists CensusRays (
    -- One row per extreme of the rays.
    config  text    not null,
    outcome text    not null, -- 'absorbed', 'reflected' or 'out'
    measure text    not null, -- 'length' or 'turns'
    value   integer not null, -- no ray of this outcome has more
    number  integer not null, -- the first molecule that has such a ray
    primary key (config, outcome, measure)
) without rowid;

create table if not exists CensusChecksums (
    -- One row per census.
    config text not null primary key,
    sha256 text not null -- as docs/verify.md says; 'none' of a census that was stored before there were any
) without rowid;

create table if not exists CensusSlices (
    -- One row per slice of a census.
    config   text    not null,
    slice    integer not null, -- from 1
    sizes    text    not null, -- JSON: by size, [molecules that share a spectrum, orbits, spectrums]; from 2
    checksum text,             -- as docs/verify.md says; null if an engine grouped the spectra
    primary key (config, slice)
) without rowid;
