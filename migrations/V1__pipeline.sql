-- What the five programs of the pipeline keep. Table and column names are
-- those of the original program, so that saved queries go on working.

create table Configurations (
    config                   text    not null primary key, -- An_Bp
    nb_mol                   integer not null,             -- all molecules there are
    nb_atoms                 integer not null,             -- n
    width                    integer not null,             -- p
    frontier                 integer not null default 0,   -- molecules 1 to this one are stored, with their groups
    nb_stored                integer not null default 0,   -- rows in Molecules
    explored_at              text,                         -- UTC; null until everything is stored and indexed
    spectrums_initialised_at text,                         -- UTC; null until init-spectrum has run
    spectrums_updated_at     text                          -- UTC; null until update-spectrum has run
) strict, without rowid;

create table Molecules (
    config               text    not null,
    number               integer not null,
    canonical_number     integer not null,
    molecule             text    not null,
    spectrum             text    not null,
    transform            text    not null,
    absorbed_number      integer not null,
    absorbed_max_length  integer not null,
    absorbed_max_turns   integer not null,
    absorbed_tot_length  integer not null,
    absorbed_tot_turns   integer not null,
    reflected_number     integer not null,
    reflected_edge       integer not null,
    reflected_deep       integer not null,
    reflected_max_length integer not null,
    reflected_max_turns  integer not null,
    reflected_tot_length integer not null,
    reflected_tot_turns  integer not null,
    out_number           integer not null,
    out_max_length       integer not null,
    out_max_turns        integer not null,
    out_tot_length       integer not null,
    out_tot_turns        integer not null,
    primary key (config, canonical_number, number)
) strict, without rowid;

create table Spectrums (
    config           text    not null,
    spectrum         text    not null,
    nb_mol           integer not null, -- molecules that share the spectrum, 2 or more
    transform        text    not null,
    canonical_number integer not null,
    primary key (config, spectrum)
) strict, without rowid;

create table Batches (
    config       text    not null,
    frontier     integer not null, -- the configuration's frontier after the batch
    nb_mol       integer not null, -- rows that the batch added to Molecules
    committed_at text    not null, -- UTC
    primary key (config, frontier)
) strict, without rowid;

-- Changes together with the tables: a program tells by the file's header
-- alone whether it knows the schema.
pragma user_version = 1;
