-- One file that any client opens from SQLite 3.8.4 on, and that explains itself.

-- Views go before the tables that they read.
drop view Atoms;

-- STRICT tables need SQLite 3.37, but have the same rows on disk. So this changes only what the file
-- says of them (https://sqlite.org/lang_altertable.html#otheralter), instead of copying all rows.
pragma writable_schema = on;
update sqlite_schema
   set sql = replace(replace(sql, ') strict, without rowid', ') without rowid'), ') strict', ')')
 where type = 'table'
   and name in ('Configurations', 'Spectrums', 'Batches', 'Censuses', 'CensusPasses',
                'CensusSpectrums', 'CensusGroups', 'CensusMolecules', 'CensusRays', 'CensusSlices',
                'CensusChecksums', 'LabyrinthSolutions', 'LabyrinthSearches', 'Provenance', 'Workers');
update sqlite_schema
   set sql = 'CREATE TABLE Molecules (
    -- One row per molecule, that is, per arrangement of atoms in the box.
    config               text    not null, -- the configuration An_Bp: n atoms in a box of p by p cells
    number               integer not null, -- from 1, in the order of the enumeration
    canonical_number     integer not null, -- the lowest number among its rotations and reflections
    molecule             text    not null, -- p * p cells, row by row: O is an atom, - is none
    spectrum             text    not null, -- 4p positions, counter-clockwise from the top of the west side: @ absorbed, & reflected, a letter at both ends of a ray that comes out
    transform            text    not null, -- makes it from the canonical molecule: id, rot180, rot90, rot270, symm-h, symm-v, diag-1, diag-2
    absorbed_number      integer not null, -- absorbed rays
    absorbed_max_length  integer not null, -- cells that the longest of them enters
    absorbed_max_turns   integer not null, -- turns by 90 degrees, the most of one of them
    absorbed_tot_length  integer not null, -- cells, all of them together
    absorbed_tot_turns   integer not null, -- turns, all of them together
    reflected_number     integer not null, -- reflected rays
    reflected_edge       integer not null, -- rays reflected before they enter the box
    reflected_deep       integer not null, -- rays reflected inside the box
    reflected_max_length integer not null, -- cells, up to the reflection
    reflected_max_turns  integer not null, -- turns, up to the reflection
    reflected_tot_length integer not null, -- cells, up to the reflection, all of them together
    reflected_tot_turns  integer not null, -- turns, up to the reflection, all of them together
    out_number           integer not null, -- rays that come out elsewhere; both ends are one ray
    out_max_length       integer not null, -- cells that the longest of them enters
    out_max_turns        integer not null, -- turns by 90 degrees, the most of one of them
    out_tot_length       integer not null, -- cells, all of them together
    out_tot_turns        integer not null, -- turns, all of them together
    primary key (config, canonical_number, number)
) without rowid'
 where type = 'table' and name = 'Molecules';
update sqlite_schema
   set sql = 'CREATE TABLE Spectrums (
    -- One row per ambiguous spectrum, that is, one that two molecules or more have.
    config           text    not null, -- the configuration
    spectrum         text    not null, -- as in Molecules
    nb_mol           integer not null, -- molecules that share the spectrum, 2 or more
    transform        text    not null, -- of the first molecule with this canonical number: id once among all images of a spectrum
    canonical_number integer not null, -- the lowest among its molecules
    primary key (config, spectrum)
) without rowid'
 where type = 'table' and name = 'Spectrums';
pragma writable_schema = reset;

-- One row an atom. Name some molecules: all atoms of A4_B8 take ten seconds.
create view Atoms as
with recursive Cells (cell) as (
    select 0 union all select cell + 1 from Cells where cell < 120
)
select Molecules.config,
       Molecules.number,
       (cell - cell % width) / width + 1 as line, -- of the atom's cell, from 1 at the top
       cell % width + 1 as "column"               -- from 1 at the left
  from Molecules
 cross join Configurations
 cross join Cells
 where Configurations.config = Molecules.config
   and cell < width * width
   and substr(molecule, cell + 1, 1) = 'O';

-- What an export of before has noted about itself.
create table ExportProvenance (
    item  text not null primary key,
    value text not null
) without rowid;
insert into ExportProvenance select item, value from Provenance;
drop table Provenance;

create table Provenance (
    config      text not null, -- An_Bp
    stage       text not null, -- explore, init-spectrum, update-spectrum or census
    program     text not null, -- by which it was finished
    version     text not null, -- of that program; empty if it did not note it
    finished_at text not null, -- UTC
    primary key (config, stage)
) without rowid;
insert into Provenance
select config, 'explore', 'blackbox', '', explored_at
  from Configurations where explored_at is not null
 union all
select config, 'init-spectrum', 'blackbox', '', spectrums_initialised_at
  from Configurations where spectrums_initialised_at is not null
 union all
select config, 'update-spectrum', 'blackbox', '', spectrums_updated_at
  from Configurations where spectrums_updated_at is not null
 union all
select config, 'census', 'blackbox', '', finished_at
  from Censuses where finished_at is not null;

pragma user_version = 16;
