-- Every table says in its own schema what a row is, so that any client can show it.

drop view Atoms;

-- A query that only counts this view reads no board: 0.1 s for A4_B8 instead of 5 s, so a client may
-- count it. All atoms of A4_B8 take nine seconds instead of five.
create view Atoms as
with recursive Places (config, width, place) as (
    select config, width, 1 from Configurations where nb_atoms > 0
    union all
    select Places.config, Places.width, place + 1
      from Places
      join Configurations on Configurations.config = Places.config
     where place < nb_atoms
)
select config,
       number,
       (cell - cell % width) / width + 1 as line, -- of the atom's cell, from 1 at the top
       cell % width + 1 as "column"               -- from 1 at the left
  from (select Molecules.config, number, width,
               (with recursive Found (nth, cell) as (
                    select 1, instr(molecule, 'O') - 1
                    union all
                    select nth + 1, cell + instr(substr(molecule, cell + 2), 'O') from Found where nth < place
                )
                select max(cell) from Found) as cell
          from Molecules
         cross join Places
         where Places.config = Molecules.config);

pragma writable_schema = on;
with Words (object, words) as (
    values ('Configurations', 'One row per configuration An_Bp: n atoms in a box of p by p cells.'),
           ('Batches', 'One row per commit of explore.'),
           ('Provenance', 'One row per stage that is finished.'),
           ('SavedQueries', 'One row per query that every client can run.'),
           ('Twins', 'One row per pair of molecules that share a spectrum.'),
           ('SpectralGroups', 'One row per spectrum that two molecules or more share.'),
           ('AmbiguousMolecules', 'One row per molecule that shares its spectrum with others.'),
           ('MoleculesWithGroups', 'One row per molecule.'),
           ('Atoms', 'One row per atom of a molecule.'),
           ('Censuses', 'One row per census of a configuration.'),
           ('CensusPasses', 'One row per finished pass.'),
           ('CensusSpectrums', 'One row per size of spectral groups.'),
           ('CensusGroups', 'One row per spectral group that is among the first ten by size or by difference.'),
           ('CensusMolecules', 'One row per molecule of a group in CensusGroups.'),
           ('CensusRays', 'One row per extreme of the rays.'),
           ('CensusSlices', 'One row per slice of a census.'),
           ('CensusChecksums', 'One row per census.')
)
update sqlite_schema
   set sql = substr(sql, 1, instr(sql, char(10))) || '    -- '
             || (select words from Words where object = name) || substr(sql, instr(sql, char(10)))
 where name in (select object from Words) and type in ('table', 'view');
pragma writable_schema = reset;

pragma user_version = 17;
