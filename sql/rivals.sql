-- The molecules that are hardest to tell from this one: those that give the
-- same answer to most shots. Each position counts as one shot. If the first
-- one agrees in n shots, any n + 1 decide the board. (For all boards at once,
-- the query would compare every molecule with every other one, two hundred
-- billion pairs in A4_B8. This one takes 6 s for A4_B8, and more than a minute
-- for A5_B8.)
--
-- :config  the configuration; A4_B8 if it is not set
-- :number  the molecule's number; 1 if it is not set
-- :limit   the number of rivals; 5 if it is not set
with recursive Board (number, spectrum) as (
    select number, spectrum
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8')
       and number = cast(coalesce(nullif(:number, ''), 1) as integer)
), Shots (spectrum, position, answer) as (
    select spectrum, 1, substr(spectrum, 1, 1) from Board
    union all
    select spectrum, position + 1, substr(spectrum, position + 1, 1)
      from Shots
     where position < length(spectrum)
), Answers (position, answer, other_end) as materialized (
    -- A letter tells where a ray comes out only together with the same letter
    -- at the other end.
    select position, answer,
           case when answer in ('@', '&') then null
                when instr(spectrum, answer) < position then instr(spectrum, answer)
                else position + instr(substr(spectrum, position + 1), answer)
           end
      from Shots
), Rivals (number, molecule, spectrum, agreeing_shots) as (
    select number, molecule, spectrum,
           (select count(*)
              from Answers
             where case when other_end is null
                        then substr(Molecules.spectrum, position, 1) = answer
                        else substr(Molecules.spectrum, position, 1) not in ('@', '&')
                         and substr(Molecules.spectrum, position, 1)
                           = substr(Molecules.spectrum, other_end, 1)
                   end)
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8')
       and exists (select 1 from Board)
       and number not in (select number from Board)
)
select agreeing_shots, number, molecule, spectrum
  from Rivals
 order by agreeing_shots desc, number
 limit cast(coalesce(nullif(:limit, ''), 5) as integer);
