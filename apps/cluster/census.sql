-- How many spectra belong to how many molecules, out of all shards of a configuration.
-- Alike in DuckDB, Spark and DataFusion; `shards` is a table or view with their rows.
-- The molecules of a spectrum up to symmetry are shared evenly by its images, so the
-- division leaves nothing, whichever numbers an engine divides.
with spectral_groups as (
    select max(spectra) as spectra,
           sum(molecules) as molecules
      from shards
     group by hi, lo
)
select cast(molecules / spectra as bigint) as nb_mol,
       count(*) as orbits,
       cast(sum(spectra) as bigint) as spectrums
  from spectral_groups
 group by cast(molecules / spectra as bigint)
 order by nb_mol
