create table if not exists SavedQueries (
    -- One row per query that every client can run.
    name text not null primary key, -- such as 'ambiguity'
    sql  text not null              -- its comments explain it and its parameters, all of which have a default
) without rowid;
