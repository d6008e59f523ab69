-- The spectra that most molecules share: enough of them for `census --import` to choose the
-- ten with the lowest molecules where many are equal.
select hi,
       lo,
       cast(sum(molecules) / max(spectra) as bigint) as nb_mol
  from shards
 group by hi, lo
 order by nb_mol desc, hi, lo
 limit 100
