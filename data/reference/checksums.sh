#!/usr/bin/env bash
# Makes checksums.csv again: explores each configuration, verifies all of it,
# and writes its checksums.
#
#   data/reference/checksums.sh [CONFIG…]
#
# Without arguments, the script makes all rows of the table; the largest
# configuration, A5_B8, takes some minutes and 4 GB of disk. With arguments, it
# makes only their rows, and the others stay as they are. BLACKBOX is the path of
# a program to run instead of building one.
set -euo pipefail
cd "$(dirname "$0")/../.."

table=data/reference/checksums.csv
if [ $# -eq 0 ]; then
    set -- A{0..16}_B4 A{0..5}_B5 A{1..4}_B6 A{1..5}_B8
fi
if [ -z "${BLACKBOX:-}" ]; then
    cargo build --release --quiet
    BLACKBOX=target/release/blackbox
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

touch "$table"
cp "$table" "$folder/table.csv"
for config in "$@"; do
    echo "blackbox run --config $config; blackbox verify --config $config" >&2
    "$BLACKBOX" run --db "$folder/one.db" --quiet --config "$config" >/dev/null
    "$BLACKBOX" verify --db "$folder/one.db" --quiet --config "$config" >"$folder/verified"
    rm "$folder/one.db"
    grep -v "^$config," "$folder/table.csv" >"$folder/others.csv" || true
    awk -v config="$config" '
        $1 == "checksum" { rows[$2] = $6; gsub(",", "", rows[$2]); sum[$2] = $4 }
        END { print config "," rows["Molecules"] "," sum["Molecules"] "," rows["Spectrums"] "," sum["Spectrums"] }
    ' "$folder/verified" >>"$folder/others.csv"
    mv "$folder/others.csv" "$folder/table.csv"
done
{
    echo config,molecules,molecules_sha256,spectrums,spectrums_sha256
    # By the width of the box, then by the number of atoms.
    grep '^A' "$folder/table.csv" | tr '_' ',' | sed 's/^A//; s/,B/,/' |
        sort -t, -k2,2n -k1,1n | sed 's/^\([0-9]*\),\([0-9]*\)/A\1_B\2/'
} >"$folder/sorted.csv"
mv "$folder/sorted.csv" "$table"
