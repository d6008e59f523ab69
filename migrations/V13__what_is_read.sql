-- Only what some program reads. A star, the rings and a tour take less time to compute than to keep.

drop table MagicStarBasics;
drop table MagicStars;
drop table ChineseRingsStates;
drop table ChineseRings;
drop table PenAndPaperTours;
drop table LabyrinthSearches;

-- Without the symmetry, which was 'none' in every row. A column cannot be dropped here: see V10.
create table Kept as select * from LabyrinthSolutions;
drop table LabyrinthSolutions;
create table LabyrinthSolutions (
    number    integer not null primary key, -- in the order in which they were found
    solution  text    not null unique,      -- the pieces in canonical order, / between groups
    tiles     text    not null,             -- 'hexagons'
    nb_groups integer not null,
    nb_holes  integer not null,
    steps     integer not null,             -- pieces put since the solution before it was found
    restarts  integer not null,             -- new beginnings since then
    seed      integer not null,
    search    text    not null              -- how it was searched for
) strict;
insert into LabyrinthSolutions
select number, solution, tiles, nb_groups, nb_holes, steps, restarts, seed, search from Kept;
drop table Kept;
create index LabyrinthSolutions_groups on LabyrinthSolutions (tiles, nb_groups);

-- Where each search ended, so that it can continue there.
create table LabyrinthSearches (
    search text    not null, -- as in LabyrinthSolutions
    seed   integer not null,
    run    integer not null, -- the run that it was in, from 0
    steps  integer not null, -- the steps that it had made in this run
    path   text    not null, -- the pieces that lay, in the order in which they came
    primary key (search, seed)
) strict, without rowid;

pragma user_version = 13;
