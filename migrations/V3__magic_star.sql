-- What magic-star keeps: explored stars, their basic solutions, and all
-- solutions of those that have few enough.

create table MagicStars (
    star            text    not null primary key, -- order and kind, such as 8a
    search_version  integer not null,             -- how the search is cut into parts
    parts           integer not null,             -- how many parts there are
    frontier        integer not null default 0,   -- the parts before this one are done
    nb_basic        integer not null default 0,   -- rows in MagicStarBasics
    nb_stored       integer not null default 0,   -- rows in MagicStarSolutions
    seconds         real    not null default 0,   -- how long the search took
    nb_solutions    integer,                      -- null until explored
    first_iteration text,                         -- decimal; null if there is no solution
    last_iteration  text,                         -- likewise
    begun_at        text    not null,             -- UTC
    explored_at     text                          -- UTC; null until everything is found and numbered
) strict, without rowid;

create table MagicStarBasics (
    star      text    not null,
    found     integer not null, -- from 1, in the order of the search
    iteration text    not null, -- decimal
    cells     text    not null, -- two digits a number, in reading order, with spaces between
    primary key (star, found)
) strict, without rowid;

create table MagicStarSolutions (
    star         text    not null,
    number       integer not null, -- from 1, in lexicographic order of the cells
    iteration    text    not null, -- decimal
    cells        text    not null, -- as in MagicStarBasics
    basic_number integer not null, -- the number of its basic solution
    symmetry     text    not null, -- what makes it from that one
    primary key (star, number)
) strict, without rowid;

pragma user_version = 3;
