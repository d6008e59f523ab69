-- How many spectra belong to how many molecules, from all shards of a configuration, by the
-- slices of a census. It is the same in DuckDB, Spark and DataFusion; `shards` is a table or
-- view with their rows. The images of a spectrum share its molecules up to symmetry evenly, so
-- the division leaves no remainder in any engine.
with spectral_groups as (
    select max(slice) as slice,
           max(spectra) as spectra,
           sum(molecules) as molecules
      from shards
     group by hi, lo
)
select slice,
       cast(molecules / spectra as bigint) as nb_mol,
       count(*) as orbits,
       cast(sum(spectra) as bigint) as spectrums
  from spectral_groups
 group by slice, cast(molecules / spectra as bigint)
 order by slice, nb_mol
