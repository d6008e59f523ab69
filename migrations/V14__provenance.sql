-- Where an exported file comes from, and the atoms one by one.

create table Provenance (
    item  text not null primary key, -- such as 'licence'
    value text not null
) strict, without rowid;

-- One row an atom. The order of the join is that of the loops: a condition on config or number
-- leaves few molecules, and then their cells follow.
create view Atoms as
with recursive Cells (cell) as (
    select 0 union all select cell + 1 from Cells where cell < 120
)
select Molecules.config,
       Molecules.number,
       cell / width + 1 as line,
       cell % width + 1 as "column"
  from Molecules
 cross join Configurations on Configurations.config = Molecules.config
 cross join Cells on cell < width * width
 where substr(molecule, cell + 1, 1) = 'O';

pragma user_version = 14;
