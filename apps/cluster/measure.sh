#!/usr/bin/env bash
# Measures side by side what docs/scale.md says of one machine: bytes per canonical
# molecule, and processor seconds of the built-in census, of the export and of DuckDB on
# the exported files.
#
#   apps/cluster/measure.sh PROGRAM PYTHON An_Bp CANONICAL PARTS
#
# PYTHON has duckdb. The script compares the answers.
set -euo pipefail
blackbox=$(realpath "$1") python=$(realpath -s "$2") config=$3 canonical=$4 parts=$5
here=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
TIMEFORMAT='%U + %S processor seconds'

echo "$config, built-in census:"
time "$blackbox" census --config "$config" --db builtin.db --quiet --threads 1 >/dev/null
echo "$config, export of $parts parts:"
time for part in $(seq "$parts"); do
    "$blackbox" census --config "$config" --out shards --part "$part/$parts" --quiet >/dev/null
done
bytes=$(du -bc shards/*.parquet | tail -1 | cut -f1)
echo "$bytes bytes, $(echo "scale=3; $bytes / $canonical" | bc) per canonical molecule"
echo "$config, DuckDB:"
time "$python" - "$here/census.sql" <<'PYTHON'
import duckdb, sys
session = duckdb.connect()
session.sql("set memory_limit = '1500MB'; set threads = 2; set temp_directory = 'spilled'")
session.sql("create view shards as from 'shards/*.parquet'")
session.sql(open(sys.argv[1]).read()).write_csv("census.csv")
rows = session.sql("select count(*) from shards").fetchone()[0]
print(f"{rows} rows")
PYTHON
"$blackbox" census --config "$config" --db imported.db --import census.csv shards --quiet >/dev/null
for database in builtin imported; do
    sqlite3 "$database.db" 'select * from CensusSpectrums union all select outcome, value, measure, number from CensusRays' >"$database.txt"
done
cmp builtin.txt imported.txt && echo "the tables and the extremes of the rays are equal"
