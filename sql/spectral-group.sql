-- The spectral group of a molecule: all molecules with the same spectrum.
--
-- :config  the configuration; A4_B8 if it is not set
-- :number  the number of any molecule of the group; that of a molecule in the largest group if it is not set
select number, canonical_number, transform, molecule, spectrum
  from Molecules
 where config = coalesce(nullif(:config, ''), 'A4_B8')
   and spectrum = coalesce(
           (select spectrum
              from Molecules
             where config = coalesce(nullif(:config, ''), 'A4_B8')
               and number = cast(nullif(:number, '') as integer)),
           (select spectrum
              from Spectrums
             where config = coalesce(nullif(:config, ''), 'A4_B8')
               and transform = 'id'
               and nullif(:number, '') is null
             order by nb_mol desc, canonical_number
             limit 1))
 order by number;
