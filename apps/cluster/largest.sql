-- The spectra that most molecules share. If many are equal, there are enough for `census
-- --import` to choose the ten with the lowest molecules.
select hi,
       lo,
       cast(sum(molecules) / max(spectra) as bigint) as nb_mol
  from shards
 group by hi, lo
 order by nb_mol desc, hi, lo
 limit 100
