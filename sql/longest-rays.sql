-- The molecules with the longest rays of each outcome. The length is the number
-- of cells that a ray enters. The canonical molecule stands for its group.
--
-- :config  the configuration; A4_B8 if it is not set
-- :limit   the number of groups per outcome; 5 if it is not set
with canonical as materialized (
    select number, molecule, absorbed_number, absorbed_max_length, reflected_number,
           reflected_max_length, out_number, out_max_length
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8') and transform = 'id'
), rays (outcome, length, number, molecule) as (
    select 'absorbed', absorbed_max_length, number, molecule from canonical where absorbed_number > 0
    union all
    select 'reflected', reflected_max_length, number, molecule from canonical where reflected_number > 0
    union all
    select 'out', out_max_length, number, molecule from canonical where out_number > 0
), ranked as (
    select *, row_number() over (partition by outcome order by length desc, number) as place
      from rays
)
select outcome, length, number, molecule
  from ranked
 where place <= cast(coalesce(nullif(:limit, ''), 5) as integer)
 order by outcome, place;
