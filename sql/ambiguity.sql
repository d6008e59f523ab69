-- How ambiguous a configuration is: how many spectra are shared by 2, 3, 4 …
-- molecules, counted once for all their rotations and reflections and counted
-- in all, and how many molecules that makes.
--
-- :config  one configuration; every one in the database if it is not set
select config,
       nb_mol                 as molecules_per_spectrum,
       sum(transform = 'id')  as spectrums_up_to_symmetry,
       count(*)               as spectrums,
       sum(nb_mol)            as molecules
  from Spectrums
 where config = coalesce(nullif(:config, ''), config)
 group by config, nb_mol
 order by config, nb_mol;
