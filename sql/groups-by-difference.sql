-- The spectral groups with a given difference (the number of atoms in which their
-- two most different molecules differ), with all images of the groups. Images
-- have the same canonical number, and one of them has the transform id.
--
-- :config      the configuration; A4_B8 if it is not set
-- :difference  the number of atoms; 2 if it is not set
select canonical_number, transform, nb_mol, spectrum,
       (select group_concat(number, ' ')
          from (select number
                  from Molecules
                 where Molecules.config = SpectralGroups.config
                   and Molecules.spectrum = SpectralGroups.spectrum
                 order by number)) as numbers
  from SpectralGroups
 where config = coalesce(nullif(:config, ''), 'A4_B8')
   -- All images have the same difference, so one of them is enough.
   and canonical_number in (
           select canonical_number
             from SpectralGroups
            where config = coalesce(nullif(:config, ''), 'A4_B8')
              and transform = 'id'
              and difference = cast(coalesce(nullif(:difference, ''), 2) as integer))
 order by canonical_number, spectrum;
