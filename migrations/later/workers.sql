create table if not exists Workers (
    config   text    not null,
    work     text    not null check (work in ('explore', 'census')),
    worker   integer not null, -- a random number, which tells one run from the next
    process  integer not null, -- its number in the operating system
    begun_at text    not null,
    seen_at  text    not null, -- to the millisecond; a program at work renews it
    first    integer not null, -- the steps that were done when it began
    done     integer not null,
    total    integer not null,
    primary key (config, work)
) without rowid;
