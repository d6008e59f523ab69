-- How ambiguous a configuration is: the number of spectra that 2, 3, 4 …
-- molecules share, and the number of these molecules. Spectra are counted up to
-- rotation and reflection, and in all.
--
-- :config  one configuration; all in the database if it is not set
select config,
       nb_mol                 as molecules_per_spectrum,
       sum(transform = 'id')  as spectrums_up_to_symmetry,
       count(*)               as spectrums,
       sum(nb_mol)            as molecules
  from Spectrums
 where config = coalesce(nullif(:config, ''), config)
   and transform <> '??' -- update-spectrum has run
 group by config, nb_mol
 order by config, nb_mol;
