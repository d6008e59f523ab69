-- The molecules that are hardest to distinguish from a given one, because their
-- rays have the same answer at the most positions. If the first of them has the
-- same answer at n positions, the answers at any n + 1 positions decide the
-- board.
--
-- :config  the configuration; A4_B8 if it is not set
-- :number  the molecule's number; 1 if it is not set
-- :limit   the number of molecules to list; 5 if it is not set
with recursive Wanted (amount) as (
    select cast(coalesce(nullif(:limit, ''), 5) as integer)
), Board (config, number, canonical_number) as materialized (
    select config, number, canonical_number
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8')
       and number = cast(coalesce(nullif(:number, ''), 1) as integer)
), Images (config, number, spectrum) as materialized (
    select Board.config, Molecules.number, Molecules.spectrum
      from Board
      join Molecules on Molecules.config = Board.config
                    and Molecules.canonical_number = Board.canonical_number
), Shots (number, spectrum, position, answer) as (
    select number, spectrum, 1, substr(spectrum, 1, 1) from Images
    union all
    select number, spectrum, position + 1, substr(spectrum, position + 1, 1)
      from Shots
     where position < length(spectrum)
), Answers (number, position, answer, other_end) as materialized (
    -- A letter shows where a ray comes out only together with the same letter
    -- at the other end.
    select number, position, answer,
           case when answer in ('@', '&') then null
                when instr(spectrum, answer) < position then instr(spectrum, answer)
                else position + instr(substr(spectrum, position + 1), answer)
           end
      from Shots
), Near (image, canonical_number, spectrum) as (
    -- Molecules that may agree well: each image of a similar molecule agrees with an image of
    -- this one, and the spectra of one such pair may be close to each other in their order.
    select Images.number, Molecules.canonical_number, Molecules.spectrum
      from Images
     cross join Molecules
     where Molecules.config = Images.config
       and Molecules.number <> Images.number
       and Molecules.spectrum >= coalesce(
               (select spectrum from Molecules
                 where config = Images.config and spectrum < Images.spectrum
                 order by spectrum desc limit 1 offset 50 + 10 * (select amount from Wanted)), '')
       and Molecules.spectrum <= coalesce(
               (select spectrum from Molecules
                 where config = Images.config and spectrum > Images.spectrum
                 order by spectrum limit 1 offset 50 + 10 * (select amount from Wanted)), '~')
), Least (agreeing_positions) as materialized (
    -- The molecules to list agree at no fewer positions than the best of these do.
    select case when count(*) = (select amount from Wanted) then min(agreeing_positions) else 0 end
      from (select max((select count(*)
                          from Answers
                         where number = image
                           and case when other_end is null
                                    then substr(Near.spectrum, position, 1) = answer
                                    else substr(Near.spectrum, position, 1) not in ('@', '&')
                                     and substr(Near.spectrum, position, 1)
                                       = substr(Near.spectrum, other_end, 1)
                               end)) as agreeing_positions
              from Near
             group by canonical_number
             order by 1 desc
             limit (select amount from Wanted))
), OwnAnswers (position, answer, other_end) as materialized (
    select position, answer, other_end
      from Answers
      join Board using (number)
     order by position
), Walk (spectrum) as (
    -- Visits the spectra in their order. If too many answers differ up to a
    -- position, all spectra that begin in the same way are skipped. Any such
    -- position would do; the query takes the first one.
    select (select min(spectrum) from Molecules where config = Board.config) from Board
    union all
    select (select min(spectrum)
              from Molecules
             where config = (select config from Board)
               and spectrum > substr(Walk.spectrum, 1, coalesce(
                   (select position
                      from (select position,
                                   sum(case when other_end is null
                                            then substr(Walk.spectrum, position, 1) <> answer
                                            when position < other_end
                                            then 2 * (substr(Walk.spectrum, position, 1) in ('@', '&'))
                                            else 2 * (substr(Walk.spectrum, other_end, 1) not in ('@', '&')
                                                  and substr(Walk.spectrum, position, 1)
                                                   <> substr(Walk.spectrum, other_end, 1))
                                       end) over (order by position rows unbounded preceding) as lost
                              from OwnAnswers)
                     where lost > length(Walk.spectrum) - (select agreeing_positions from Least)
                     limit 1),
                   length(Walk.spectrum))) || '~')
      from Walk
     where Walk.spectrum is not null
), Similar (spectrum, agreeing_positions) as (
    select spectrum,
           (select count(*)
              from OwnAnswers
             where case when other_end is null
                        then substr(Walk.spectrum, position, 1) = answer
                        else substr(Walk.spectrum, position, 1) not in ('@', '&')
                         and substr(Walk.spectrum, position, 1)
                           = substr(Walk.spectrum, other_end, 1)
                   end)
      from Walk
     where spectrum is not null
)
select agreeing_positions, Molecules.number, molecule, Molecules.spectrum
  from Board
  join Similar on agreeing_positions >= (select agreeing_positions from Least)
  join Molecules on Molecules.config = Board.config and Molecules.spectrum = Similar.spectrum
 where Molecules.number <> Board.number
 order by agreeing_positions desc, Molecules.number
 limit (select amount from Wanted);
