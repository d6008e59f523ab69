-- What pen-and-paper keeps: circular tours that were found, and counts.

create table PenAndPaperTours (
    rows     integer not null,
    columns  integer not null, -- not less than rows; the others are these, transposed
    jumps    text    not null, -- one digit a cell from the upper left one on, 0 for up and clockwise from there
    method   text    not null, -- by which it was found first
    seed     integer not null, -- of the random numbers
    found_at text    not null, -- UTC
    -- Tours that differ in start, direction or symmetry only have the same jumps.
    primary key (rows, columns, jumps)
) strict, without rowid;

create table PenAndPaperCounts (
    rows          integer not null,
    columns       integer not null, -- not less than rows
    ways          text    not null, -- 'closed' or 'open'
    units_version integer not null, -- how the count is cut into units
    units         integer not null, -- how many units there are
    begun_at      text    not null, -- UTC
    finished_at   text,             -- UTC; null until all units are counted
    primary key (rows, columns, ways)
) strict, without rowid;

create table PenAndPaperUnits (
    rows     integer not null,
    columns  integer not null,
    ways     text    not null,
    unit     integer not null, -- from 0
    symmetry text,             -- null: all ways of the unit are counted; or only those that this maps onto themselves
    weight   integer not null, -- for how many units, or symmetries, with the same number it stands
    nb_ways  integer not null, -- how many there are
    seconds  real    not null, -- how long one thread took
    primary key (rows, columns, ways, unit)
) strict, without rowid;

pragma user_version = 6;
