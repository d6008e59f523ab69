#!/usr/bin/env bash
# Makes an archive of the data that can be cited: a table with a row per configuration, all tables as
# Parquet, those that the checker reads as CSV, too, the censuses, strategies and laws of data/reference,
# sequences for the OEIS, a Data Package with the SHA-256 of each file, and the checker. `frictionless
# validate datapackage.json` accepts it with `pip install frictionless[parquet]`, but takes hours for all
# rows of Molecules, so `--resource-name summary` and so on check a single table.
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
cp docs/reference/tables.md scripts/data-check.py "$data"
sed "s/^    version: \"$VERSION\"$/&\n    date-published: $(git log -1 --format=%cs)/" CITATION.cff >"$data/CITATION.cff"

mkdir "$data/sequences"
cp docs/reference/sequences.md "$data/sequences/README.md"
docs/oeis.sh triangle >"$data/sequences/triangle.txt"
for atoms in 3 4 5; do
    for what in molecules spectra; do docs/oeis.sh $what $atoms >"$data/sequences/$what-$atoms.txt"; done
done

# How each configuration was verified: nothing may be wrong, and the table says what was recomputed.
"$program" verify --quiet --format csv >"$data/verify.csv"
python3 - "$BLACKBOX_DB" "$data" <<'PYTHON'
import csv, sqlite3, sys
from pathlib import Path

data = Path(sys.argv[2])
with open(data / "verify.csv", newline="") as file:
    checks = {(row["config"], row["outcome"], row["name"]): row for row in csv.DictReader(file)}
rows = sqlite3.connect(sys.argv[1]).execute("""
    select config, nb_mol, nb_canonical, sum(spectrums), sum((nb > 1) * spectrums * nb), sum((nb > 1) * spectrums),
           max(nb), sha256, version
      from Censuses
      join (select config, nb_mol as nb, spectrums from CensusSpectrums) using (config)
      join CensusChecksums using (config)
      join Provenance using (config)
     where stage = 'census'
     group by config
     order by cast(substr(config, instr(config, 'B') + 1) as integer), cast(substr(config, 2) as integer)""")
with open(data / "summary.csv", "w", newline="") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow("config molecules canonical_molecules spectra ambiguous_molecules ambiguous_spectra "
                   "largest_group census_sha256 version molecules_sha256 verified".split())
    for config, *counts in rows:
        stored = checks.get((config, "checksum", "Molecules"), {}).get("sha256", "")
        verified = checks[config, "ok", "rows" if stored else "census"]["text"]
        table.writerow([config, *counts, stored, verified])
PYTHON

python3 - "$data" "$VERSION" "$("$program" --version)" "$(git rev-parse HEAD)" <<'PYTHON'
import hashlib, json, sys
from pathlib import Path

data, (version, program, commit) = Path(sys.argv[1]), sys.argv[2:]
package = json.loads(Path("docs/datapackage.json").read_text())
tables = {resource["path"]: resource for resource in package["resources"]}
package["resources"] = []
tables["Summary.parquet"] = {"name": "summary", "description": "One row per configuration.", "schema": {"fields": [
    {"name": name, "type": kind, "description": meaning} for name, kind, meaning in [
        ("config", "string", "An_Bp: n atoms in a box of p by p cells"),
        ("molecules", "integer", "how many there are"),
        ("canonical_molecules", "integer", "how many there are up to rotation and reflection"),
        ("spectra", "integer", "how many different results of all rays there are"),
        ("ambiguous_molecules", "integer", "how many share their spectrum with another one"),
        ("ambiguous_spectra", "integer", "how many spectra several molecules share"),
        ("largest_group", "integer", "the most molecules that share a spectrum"),
        ("census_sha256", "string", "the checksum of the census"),
        ("version", "string", "the version of the program that ran the census"),
        ("molecules_sha256", "string", "the checksum of all molecules; empty if they were counted only"),
        ("verified", "string", "how the program verify has checked it"),
    ]]}}
for file in sorted(file for file in data.rglob("*") if file.is_file()):
    path = file.relative_to(data).as_posix()
    # census-rays.parquet is the table CensusRays.
    table = "".join(word.title() for word in file.name.split(".")[0].split("-")) + ".parquet"
    resource = dict(tables[table]) if path.endswith((".parquet", ".csv.gz", "summary.csv")) and table in tables else {}
    if path.endswith(".csv.gz") and resource:
        resource |= {"name": resource["name"] + "-csv", "format": "csv", "mediatype": "text/csv"}
    if path.endswith(".parquet") and resource:
        # `frictionless` reads Parquet through pandas, for which a missing number is `nan`, and finds no length.
        resource["schema"] = resource["schema"] | {"missingValues": ["", "nan"]}
    else:
        resource["bytes"] = file.stat().st_size
    resource |= {"path": path, "hash": "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest()}
    resource.setdefault("name", path.lower().replace("/", "-"))
    package["resources"].append(resource)
package |= {"version": version, "sources": [{"title": f"{program}, the Black Box explorer; scripts of commit {commit}"}]}
(data / "datapackage.json").write_text(json.dumps(package, indent=1) + "\n")
PYTHON

tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf "$folder/$name.tar" "$name"
echo "$folder/$name.tar"
