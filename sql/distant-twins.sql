-- Pairs of molecules that share a spectrum but differ in two atoms or more,
-- those most different first: mistaking one for the other costs five points
-- an atom. Of spectra that are images of each other one stands for all.
--
-- :config  the configuration; A4_B8 if it is not set
with recursive cells (cell) as (
    select 1
    union all
    select cell + 1 from cells
     where cell < (select width * width from Configurations where config = coalesce(:config, 'A4_B8'))
), twins as (
    select one.number as number, other.number as other_number,
           one.molecule as molecule, other.molecule as other_molecule,
           (select count(*) from cells
             where substr(one.molecule, cell, 1) = 'O'
               and substr(other.molecule, cell, 1) = '-') as differing_atoms
      from Spectrums
      cross join Molecules as one   on one.config   = Spectrums.config and one.spectrum   = Spectrums.spectrum
      cross join Molecules as other on other.config = Spectrums.config and other.spectrum = Spectrums.spectrum
     where Spectrums.config = coalesce(:config, 'A4_B8')
       and Spectrums.transform = 'id'
       and one.number < other.number
)
select differing_atoms, number, other_number, molecule, other_molecule
  from twins
 where differing_atoms >= 2
 order by differing_atoms desc, number, other_number;
