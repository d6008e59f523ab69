-- What is asked most often, as views, so that any client has it without a join.
-- No program of ours runs a view.

-- One row for any two molecules that share a spectrum.
create view Twins as
select Spectrums.config,
       Spectrums.spectrum,
       Spectrums.nb_mol,           -- molecules that share the spectrum
       Spectrums.transform,        -- as in Spectrums: 'id' for one of all images
       Spectrums.canonical_number, -- as in Spectrums
       one.number,
       other.number   as other_number, -- always more than number
       one.molecule,
       other.molecule as other_molecule,
       -- Atoms of one that the other lacks; it has as many others in their
       -- place. One row an atom takes a fifth of the time of one row a cell.
       (with recursive atoms (cell) as (
            select instr(one.molecule, 'O') where instr(one.molecule, 'O')
            union all
            select cell + instr(substr(one.molecule, cell + 1), 'O')
              from atoms
             where instr(substr(one.molecule, cell + 1), 'O')
        )
        select count(*) from atoms where substr(other.molecule, cell, 1) = '-') as differing_atoms
  from Spectrums
  join Molecules as one   on one.config   = Spectrums.config and one.spectrum   = Spectrums.spectrum
  join Molecules as other on other.config = Spectrums.config and other.spectrum = Spectrums.spectrum
 -- The signs keep SQLite from looking for greater numbers where it has no
 -- statistics: it would go through half of the configuration for each molecule.
 where +one.number < +other.number;

-- One row a spectral group of two molecules or more.
create view SpectralGroups as
select config,
       spectrum,
       nb_mol,           -- molecules in the group
       transform,        -- as in Spectrums: 'id' for one of all images
       canonical_number, -- as in Spectrums, so alike for all images
       (select max(differing_atoms)
          from Twins
         where Twins.config   = Spectrums.config
           and Twins.spectrum = Spectrums.spectrum) as difference -- most atoms in which two of them differ
  from Spectrums;

-- One row a molecule that shares its spectrum with others.
create view AmbiguousMolecules as
select Molecules.*,
       Spectrums.nb_mol -- molecules that share the spectrum
  from Spectrums
  join Molecules on Molecules.config = Spectrums.config and Molecules.spectrum = Spectrums.spectrum;

-- One row a molecule.
create view MoleculesWithGroups as
select Molecules.*,
       -- Molecules that share the spectrum, 1 if it is the only one; null
       -- until init-spectrum has run. To join the configuration instead would
       -- take ten times as long where no one configuration is asked for.
       coalesce(Spectrums.nb_mol,
                (select 1
                   from Configurations
                  where Configurations.config = Molecules.config
                    and spectrums_initialised_at is not null)) as nb_mol
  from Molecules
  left join Spectrums on Spectrums.config = Molecules.config and Spectrums.spectrum = Molecules.spectrum;

pragma user_version = 9;
