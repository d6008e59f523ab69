-- Pairs of molecules that share a spectrum but differ in two atoms or more,
-- those most different first: mistaking one for the other costs five points
-- an atom. Of spectra that are images of each other one stands for all.
--
-- :config  the configuration; A4_B8 if it is not set
select differing_atoms, number, other_number, molecule, other_molecule
  from Twins
 where config = coalesce(nullif(:config, ''), 'A4_B8')
   and transform = 'id'
   and differing_atoms >= 2
 order by differing_atoms desc, number, other_number;
