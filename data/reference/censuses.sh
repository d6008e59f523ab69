#!/usr/bin/env bash
# Makes the census tables of this folder again, with the times that they took, and their checksums.
#
#   data/reference/censuses.sh [LARGEST]
#
# LARGEST is the largest number of atoms in the box of 8 × 8; the default is 8. With 9 or more, the script
# also makes the three compressed tables and the totals. On two idle cores, 9 takes about an hour, 10 a quarter
# of an hour more, and 11 another 80 minutes. CENSUS_DB is the path of a database in which the censuses are
# stored; a census that is stored there already is not counted again.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
db=${CENSUS_DB:-$folder/censuses.db}
cargo build --release --quiet

table() { # file, arguments
    local file=data/reference/$1
    shift
    echo "blackbox census $*" >&2
    target/release/blackbox census --db "$db" --quiet --format csv "$@" >"$folder/table.csv"
    case $file in
        *.gz) gzip -9n "$folder/table.csv" && mv "$folder/table.csv.gz" "$file" ;;
        *) mv "$folder/table.csv" "$file" ;;
    esac
}
# The sums of tables that have up to 1.6 million rows each.
totals() { # file, configurations
    echo "blackbox census --config $2" >&2
    target/release/blackbox census --db "$db" --quiet --format csv --config "$2" >"$folder/table.csv"
    sqlite3 -csv -header "$db" "
        select config, Censuses.nb_mol as molecules, sum(size * spectrums) as ambiguous, sum(orbits) as orbits,
               sum(spectrums) as spectrums, max(size) as largest
          from (select config, nb_mol as size, orbits, spectrums from CensusSpectrums where nb_mol >= 2)
          join Censuses using (config)
         where config in ($(cut -d, -f1 "$folder/table.csv" | sed 1d | uniq | sed "s/.*/'&'/" | paste -sd,))
         group by config
         order by config" | tr -d '\r' >"data/reference/$1"
}
table An_B4.census.csv --config A0..16_B4
table An_B5.census.csv --config A0..25_B5
table An_B6.census.csv --config A0..12_B6
# The largest of these take minutes each.
if [ "${1:-8}" -ge 9 ]; then
    table A13..36_B6.census.csv.gz --config A13..36_B6
    table An_B7.census.csv.gz --config A0..12_B7
    table A37..49_B7.census.csv.gz --config A37..49_B7
    totals A13..36_B7.totals.csv A13..36_B7
fi
if [ "${1:-8}" -ge 11 ]; then
    table An_B8.census.csv --config A1..10_B8
    totals A11_B8.totals.csv A11_B8
else
    table An_B8.census.csv --config "A1..${1:-8}_B8"
fi
table A4_Bp.census.csv --config A4_B3..11

sqlite3 -csv -header "$db" "
    select CensusPasses.config, nb_mol as molecules, count(*) as passes, max(threads) as threads,
           round(max(memory) / 1073741824.0, 1) as allowed_gib, round(sum(seconds), 2) as seconds
      from CensusPasses join Censuses using (config)
     where nb_mol >= 1000000
     group by config
     order by nb_mol" | tr -d '\r' >data/reference/censuses.times.csv

# For each census: its checksum, the number of slices that were recounted, and a board of its largest group
# for `blackbox decode`. A census that is not in this database keeps its row.
sums=data/reference/censuses.checksums.csv
seed=1
touch "$sums"
cp "$sums" "$folder/sums.csv"
program=$(target/release/blackbox --version)
for config in $(sqlite3 "$db" "select distinct config from CensusSlices"); do
    # If a box is a third full or more, all slices together take seconds.
    slices=$(sqlite3 "$db" "select count(*) from CensusSlices where config = '$config'")
    atoms=${config#A} width=${config#*_B}
    recount="5 --seed $seed" recounted="min(slices, 5)"
    if [ "$slices" -le 160 ] || [ $((3 * ${atoms%_B*})) -ge $((width * width)) ]; then
        recount=all recounted=slices
    fi
    echo "blackbox verify --config $config --recount $recount" >&2
    # shellcheck disable=SC2086 # These are several words.
    target/release/blackbox verify --db "$db" --quiet --config "$config" --recount $recount >/dev/null
    grep -v "^$config," "$folder/sums.csv" >"$folder/others.csv" || true
    sqlite3 -csv "$db" "
        select config, sha256, slices, $recounted, $seed, '$program', coalesce(g.nb_mol, 1),
               coalesce(config || ':' || (select min(number) from CensusMolecules as m
                                           where m.config = g.config and merit = 'size' and rank = 1), '')
          from (select config, count(*) as slices from CensusSlices group by config)
          join CensusChecksums using (config)
          left join CensusGroups as g using (config)
         where config = '$config' and coalesce(merit, 'size') = 'size' and coalesce(rank, 1) = 1" |
        tr -d '\r"' >>"$folder/others.csv"
    mv "$folder/others.csv" "$folder/sums.csv"
done
{
    echo config,sha256,slices,recounted,seed,program,largest,board
    # By the width of the box, then by the number of atoms.
    grep '^A' "$folder/sums.csv" | sort -t_ -k2.2,2n -k1.2,1n
} >"$sums"

# One row per slice of A8_B8, to compare with a recount (`blackbox verify --config A8_B8 --recount 17/1000`).
if [ "$(sqlite3 "$db" "select count(*) from CensusSlices where config = 'A8_B8'")" -gt 0 ]; then
    sqlite3 -csv -header "$db" "
        select slice, sum(size.value ->> 2) as ambiguous_spectrums,
               sum((size.value ->> 0) * (size.value ->> 2)) as ambiguous_molecules, checksum
          from CensusSlices, json_each(sizes) as size
         where config = 'A8_B8'
         group by slice" | tr -d '\r' >data/reference/A8_B8.slices.csv
fi
