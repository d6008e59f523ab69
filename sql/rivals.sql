-- The molecules that are hardest to tell from this one: those that give the
-- same answer to most shots. Each position counts as one shot. If the first
-- one agrees in n shots, any n + 1 decide the board. (The query goes through
-- the spectra in their order, and leaves those out that begin with too many
-- other answers. For all boards at once, it would compare every molecule with
-- every other one, two hundred billion pairs in A4_B8.)
--
-- :config  the configuration; A4_B8 if it is not set
-- :number  the molecule's number; 1 if it is not set
-- :limit   the number of rivals; 5 if it is not set
with recursive Board (config, number, spectrum, most) as materialized (
    select config, number, spectrum, cast(coalesce(nullif(:limit, ''), 5) as integer)
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
), Near (number, spectrum) as (
    -- Some that may agree well: those with the next numbers and the next spectra.
    select Molecules.number, Molecules.spectrum
      from Board
      join Molecules on Molecules.config = Board.config
                    and Molecules.number between Board.number - 400 - 20 * most
                                             and Board.number + 400 + 20 * most
     where Molecules.number <> Board.number
    union
    select * from (select Molecules.number, Molecules.spectrum
                     from Board
                     join Molecules on Molecules.config = Board.config
                                   and Molecules.spectrum > Board.spectrum
                    order by 2 limit 1000)
    union
    select * from (select Molecules.number, Molecules.spectrum
                     from Board
                     join Molecules on Molecules.config = Board.config
                                   and Molecules.spectrum < Board.spectrum
                    order by 2 desc limit 1000)
), Least (agreeing_shots) as materialized (
    -- The rivals agree in no fewer shots than the best of these.
    select case when count(*) = cast(coalesce(nullif(:limit, ''), 5) as integer)
                then min(agreeing_shots)
                else 0
           end
      from (select (select count(*)
                      from Answers
                     where case when other_end is null
                                then substr(Near.spectrum, position, 1) = answer
                                else substr(Near.spectrum, position, 1) not in ('@', '&')
                                 and substr(Near.spectrum, position, 1)
                                   = substr(Near.spectrum, other_end, 1)
                           end) as agreeing_shots
              from Near
             order by 1 desc
             limit cast(coalesce(nullif(:limit, ''), 5) as integer))
), Walk (spectrum) as (
    -- From each spectrum to the next one that does not begin as this one does
    -- up to the position where too many shots are lost.
    select (select min(spectrum) from Molecules where config = Board.config) from Board
    union all
    select (select min(spectrum)
              from Molecules
             where config = (select config from Board)
               and spectrum > substr(Walk.spectrum, 1, coalesce(
                   (select min(position)
                      from (select position,
                                   sum(case when other_end is null
                                            then substr(Walk.spectrum, position, 1) <> answer
                                            when position < other_end
                                            then 2 * (substr(Walk.spectrum, position, 1) in ('@', '&'))
                                            else 2 * (substr(Walk.spectrum, other_end, 1) not in ('@', '&')
                                                  and substr(Walk.spectrum, position, 1)
                                                   <> substr(Walk.spectrum, other_end, 1))
                                       end) over (order by position) as lost
                              from Answers)
                     where lost > length(Walk.spectrum) - (select agreeing_shots from Least)),
                   length(Walk.spectrum))) || '~')
      from Walk
     where Walk.spectrum is not null
), Rivals (spectrum, agreeing_shots) as (
    select spectrum,
           (select count(*)
              from Answers
             where case when other_end is null
                        then substr(Walk.spectrum, position, 1) = answer
                        else substr(Walk.spectrum, position, 1) not in ('@', '&')
                         and substr(Walk.spectrum, position, 1)
                           = substr(Walk.spectrum, other_end, 1)
                   end)
      from Walk
     where spectrum is not null
)
select agreeing_shots, Molecules.number, molecule, Molecules.spectrum
  from Board
  join Rivals on agreeing_shots >= (select agreeing_shots from Least)
  join Molecules on Molecules.config = Board.config and Molecules.spectrum = Rivals.spectrum
 where Molecules.number <> Board.number
 order by agreeing_shots desc, Molecules.number
 limit cast(coalesce(nullif(:limit, ''), 5) as integer);
