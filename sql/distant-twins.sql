-- Pairs of molecules that share a spectrum but differ in two atoms or more.
-- The most different pairs come first: if you take one for the other, each
-- atom costs five points. One spectrum stands for all its images.
--
-- :config  the configuration; A4_B8 if it is not set
select differing_atoms, number, other_number, molecule, other_molecule
  from Twins
 where config = coalesce(nullif(:config, ''), 'A4_B8')
   and transform = 'id'
   and differing_atoms >= 2
 order by differing_atoms desc, number, other_number;
