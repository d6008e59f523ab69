-- What chinese-rings explore keeps.

create table ChineseRings (
    rings        integer not null primary key, -- rings, and hooks
    nb_states    integer not null,             -- all states there are: 2 to the power of rings
    nb_stored    integer not null default 0,   -- states stored: those with a distance below this
    cursor_state integer,                      -- the state to be stored next; null at the end
    cursor_hook  integer,                      -- its next_hook
    explored_at  text                          -- UTC; null until everything is stored
) strict;

create table ChineseRingsStates (
    rings     integer not null,
    state     integer not null, -- bit k - 1 is 1 if hook k is down
    next_hook integer,          -- the hook whose move leads nearer to the goal; null at the goal
    distance  integer not null, -- moves to the goal
    primary key (rings, state),
    -- No two states are equally far from the goal. Rows arrive in this order.
    unique (rings, distance)
) strict, without rowid;

pragma user_version = 4;
