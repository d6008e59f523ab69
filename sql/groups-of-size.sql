-- The spectral groups of a given size, each with the number of its images and a
-- list of its molecules. Only one image of each group is listed.
--
-- :config  the configuration; A4_B8 if it is not set
-- :size    the number of molecules of a group; that of the largest group if it is not set
select canonical_number,
       (select count(*)
          from Spectrums as images
         where images.config = Spectrums.config
           and images.canonical_number = Spectrums.canonical_number
           and images.nb_mol = Spectrums.nb_mol) as images,
       (select group_concat(number, ' ')
          from (select number
                  from Molecules
                 where Molecules.config = Spectrums.config
                   and Molecules.spectrum = Spectrums.spectrum
                 order by number)) as molecules
  from Spectrums
 where config = coalesce(nullif(:config, ''), 'A4_B8')
   and transform = 'id'
   and nb_mol = coalesce(
           cast(nullif(:size, '') as integer),
           (select max(nb_mol)
              from Spectrums
             where config = coalesce(nullif(:config, ''), 'A4_B8')))
 order by canonical_number;
