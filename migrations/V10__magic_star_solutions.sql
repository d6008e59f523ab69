-- All solutions of a star are images of its basic ones, and are made where they are wanted.

drop table MagicStarSolutions;

-- The same without nb_stored. A column cannot be dropped here: SQLite would look into the
-- views for it, and may run none.
create table Kept as select * from MagicStars;
drop table MagicStars;
create table MagicStars (
    star            text    not null primary key, -- order and kind, such as 8a
    search_version  integer not null,             -- how the search is cut into parts
    parts           integer not null,             -- how many parts there are
    frontier        integer not null default 0,   -- the parts before this one are done
    nb_basic        integer not null default 0,   -- rows in MagicStarBasics
    seconds         real    not null default 0,   -- how long the search took
    nb_solutions    integer,                      -- null until explored
    first_iteration text,                         -- decimal; null if there is no solution
    last_iteration  text,                         -- likewise
    begun_at        text    not null,             -- UTC
    explored_at     text                          -- UTC; null until everything is found
) strict, without rowid;
insert into MagicStars
select star, search_version, parts, frontier, nb_basic, seconds, nb_solutions, first_iteration,
       last_iteration, begun_at, explored_at
  from Kept;
drop table Kept;

pragma user_version = 10;
