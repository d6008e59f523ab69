-- The China Labyrinth: solutions, and exhaustive searches under way.

create table LabyrinthSolutions (
    number    integer not null primary key, -- in the order in which they were found
    solution  text    not null unique,      -- the pieces in canonical order, / between groups
    tiles     text    not null,             -- 'hexagons' or 'squares'
    nb_groups integer not null,
    nb_holes  integer not null,
    symmetry  text    not null,             -- 'none', or what turns and mirrors it has
    steps     integer not null,             -- pieces put since the solution before it was found
    restarts  integer not null,             -- new beginnings since then
    seed      integer not null,
    search    text    not null              -- how it was searched for
) strict;

create index LabyrinthSolutions_groups on LabyrinthSolutions (tiles, nb_groups, symmetry);

create table LabyrinthSearches (
    tiles     text    not null,
    search    text    not null, -- the settings
    purpose   text    not null, -- 'solutions', which are stored, or 'count'
    seed      integer not null,
    workers   integer not null, -- how many share the search
    worker    integer not null, -- from 0
    parts     integer not null, -- how many of its parts of the tree it has walked
    path      text,             -- the pieces that lie in the next one, in the order in which they came; null before it is begun
    steps     integer not null,
    solutions integer not null,
    finished  integer not null, -- 1 once it has walked all its parts
    primary key (tiles, search, purpose, seed, workers, worker)
) strict, without rowid;

pragma user_version = 7;
