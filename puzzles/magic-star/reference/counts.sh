#!/usr/bin/env bash
# Makes the table of magic stars beside it again: the number of their solutions,
# and the time of the search for them.
#
#   puzzles/magic-star/reference/counts.sh [STAR ...]
#
# STAR are the stars to explore; without them, all stars of order 5 to 13. The
# rows of all other stars stay as they are.
set -euo pipefail
cd "$(dirname "$0")/../../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT=%3R
threads=$(nproc)
cargo build --release --quiet -p magic-star

stars=("$@")
if [ ${#stars[@]} -eq 0 ]; then
    stars=(5a 6a 7a 7b 8a 8b 9a 9b 9c 10a 10b 10c 11a 11b 11c 11d
        12a 12b 12c 12d 13a 13b 13c 13d 13e)
fi
table=puzzles/magic-star/reference/counts.csv
for star in "${stars[@]}"; do
    echo "magic-star explore $star" >&2
    seconds=$( { time target/release/magic-star explore "$star" --quiet --format json >"$folder/found"; } 2>&1)
    counts=$(sed -E 's/.*"solutions":([0-9]+),"basic":([0-9]+),"classes":([0-9]+).*/\1,\2,\3/' "$folder/found")
    echo "$star,$counts,$threads,$seconds" >>"$folder/rows"
done
# Of two rows of a star, keeps the new one.
{
    head -n 1 "$table"
    sort -t, -k1,1V -u "$folder/rows" <(tail -n +2 "$table")
} >"$folder/table"
mv "$folder/table" "$table"
