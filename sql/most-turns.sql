-- For each outcome, the molecules with the rays that turn most often. Of the
-- images of a molecule, only the canonical one is listed.
--
-- :config  the configuration; A4_B8 if it is not set
-- :limit   the number of molecules per outcome; 5 if it is not set
select * from (
    select 'absorbed' as outcome, absorbed_max_turns as turns, number, molecule
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8') and transform = 'id' and absorbed_number > 0
     order by absorbed_max_turns desc, number
     limit cast(coalesce(nullif(:limit, ''), 5) as integer))
 union all
select * from (
    select 'reflected' as outcome, reflected_max_turns as turns, number, molecule
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8') and transform = 'id' and reflected_number > 0
     order by reflected_max_turns desc, number
     limit cast(coalesce(nullif(:limit, ''), 5) as integer))
 union all
select * from (
    select 'out' as outcome, out_max_turns as turns, number, molecule
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8') and transform = 'id' and out_number > 0
     order by out_max_turns desc, number
     limit cast(coalesce(nullif(:limit, ''), 5) as integer))
 order by outcome, turns desc, number;
