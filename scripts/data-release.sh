#!/usr/bin/env bash
# Makes an archive of the data that can be cited: the tables as Parquet, those that the checker reads as
# CSV, too, the censuses, strategies and laws of data/reference, a Data Package with the SHA-256 of each
# file, and the checker.
#
#     scripts/data-release.sh [PROGRAM [FOLDER [CONFIGURATIONS [CENSUSES]]]]
#
# Without arguments it stores A1 to A5 of the boxes 4 to 8 wide (12 million molecules, about 4 GB and some
# minutes) and takes their censuses and those of A6_B8 and A7_B8. The version of the data is in VERSION
# below and in CITATION.cff: the first number changes if a row changes, the second one if rows are added.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=1.0
program=${1:-target/release/blackbox}
folder=${2:-target/data}
configurations=${3:-$(echo A{1..5}_B{4..8})}
censuses=${4-A6_B8 A7_B8}
[ -x "$program" ] || { echo "error: there is no $program; cargo build --release makes it" >&2; exit 1; }
grep -q "^    version: \"$VERSION\"$" CITATION.cff || { echo "error: CITATION.cff has another version of the data" >&2; exit 1; }

name=black-box-data-$VERSION
data=$folder/$name
rm -rf "$data"
mkdir -p "$data"
export BLACKBOX_DB=$folder/data.db
stored=() counted=()
for config in $configurations; do
    "$program" run --config "$config" --quiet >/dev/null
    stored+=(--config "$config")
done
for config in $configurations $censuses; do
    "$program" census --config "$config" --quiet >/dev/null
    counted+=(--config "$config")
done

for table in configurations molecules spectrums ambiguous-molecules spectral-groups twins; do
    "$program" export $table "${stored[@]}" --quiet --format parquet --output "$data/$table.parquet" >/dev/null
done
for table in censuses census-spectrums census-groups census-molecules census-rays; do
    "$program" export $table "${counted[@]}" --quiet --format parquet --output "$data/$table.parquet" >/dev/null
done
for table in configurations ambiguous-molecules; do
    "$program" export $table "${stored[@]}" --quiet --format csv | gzip -9n >"$data/$table.csv.gz"
done
"$program" export census-spectrums "${counted[@]}" --quiet --format csv | gzip -9n >"$data/census-spectrums.csv.gz"
mkdir "$data/reference"
cp -r data/reference/{README.md,*.csv,*.csv.gz,strategies,laws} "$data/reference"
cp docs/reference/tables.md CITATION.cff scripts/data-check.py "$data"

python3 - "$data" "$VERSION" "$("$program" --version)" "$(git rev-parse HEAD)" <<'PYTHON'
import hashlib, json, sys
from pathlib import Path

data, (version, program, commit) = Path(sys.argv[1]), sys.argv[2:]
package = json.loads(Path("docs/datapackage.json").read_text())
tables = {resource["path"]: resource for resource in package["resources"]}
package["resources"] = []
for file in sorted(file for file in data.rglob("*") if file.is_file()):
    path = file.relative_to(data).as_posix()
    # census-rays.parquet is the table CensusRays.
    table = "".join(word.title() for word in file.name.split(".")[0].split("-")) + ".parquet"
    resource = dict(tables[table]) if path.endswith((".parquet", ".csv.gz")) and table in tables else {}
    if path.endswith(".csv.gz") and resource:
        resource |= {"name": resource["name"] + "-csv", "format": "csv", "mediatype": "text/csv"}
    resource |= {"path": path, "bytes": file.stat().st_size,
                 "hash": "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest()}
    resource.setdefault("name", path.lower().replace("/", "-"))
    package["resources"].append(resource)
package |= {"version": version, "sources": [{"title": f"{program}, the Black Box explorer; scripts of commit {commit}"}]}
(data / "datapackage.json").write_text(json.dumps(package, indent=1) + "\n")
PYTHON

tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf "$folder/$name.tar" "$name"
echo "$folder/$name.tar"
