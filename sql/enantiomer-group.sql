-- The enantiomers of a molecule: its rotations and reflections.
--
-- :config  the configuration; A4_B8 if it is not set
-- :number  the number of any molecule of the group; 1 if it is not set
select number, transform, molecule, spectrum
  from Molecules
 where config = coalesce(nullif(:config, ''), 'A4_B8')
   and canonical_number = (
           select canonical_number
             from Molecules
            where config = coalesce(nullif(:config, ''), 'A4_B8')
              and number = cast(coalesce(nullif(:number, ''), 1) as integer))
 order by number;
