-- For each value of a statistic, the number of molecules with this value: up to
-- rotation and reflection, and in all.
--
-- :config     the configuration; A4_B8 if it is not set
-- :statistic  a column of Molecules that counts something, such as
--             reflected_max_turns, or shots (the number of shots for a whole
--             spectrum, with one shot for both ends of a ray that comes out);
--             out_max_length if it is not set
select value,
       count(*)         as molecules_up_to_symmetry,
       sum(enantiomers) as molecules
  -- All enantiomers have the same value, so one of them shows it.
  from (select count(*) as enantiomers,
               case coalesce(nullif(:statistic, ''), 'out_max_length')
               when 'shots'                then absorbed_number + reflected_number + out_number
               when 'absorbed_number'      then absorbed_number
               when 'absorbed_max_length'  then absorbed_max_length
               when 'absorbed_max_turns'   then absorbed_max_turns
               when 'absorbed_tot_length'  then absorbed_tot_length
               when 'absorbed_tot_turns'   then absorbed_tot_turns
               when 'reflected_number'     then reflected_number
               when 'reflected_edge'       then reflected_edge
               when 'reflected_deep'       then reflected_deep
               when 'reflected_max_length' then reflected_max_length
               when 'reflected_max_turns'  then reflected_max_turns
               when 'reflected_tot_length' then reflected_tot_length
               when 'reflected_tot_turns'  then reflected_tot_turns
               when 'out_number'           then out_number
               when 'out_max_length'       then out_max_length
               when 'out_max_turns'        then out_max_turns
               when 'out_tot_length'       then out_tot_length
               when 'out_tot_turns'        then out_tot_turns
               else 'there is no such statistic'
               end as value
          from Molecules
         where config = coalesce(nullif(:config, ''), 'A4_B8')
         group by canonical_number)
 group by value
 order by value;
