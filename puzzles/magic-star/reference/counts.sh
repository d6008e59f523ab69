#!/usr/bin/env bash
# Makes the table of magic stars beside it again: the number of their solutions,
# and the time of the search for them.
#
#   puzzles/magic-star/reference/counts.sh [STAR ...]
#
# STAR are the stars to explore; without them, all stars of order 5 to 13.
# MAGIC_STAR_DB names a database to keep them in. A star that is explored
# there is not searched again, so a run that was stopped can continue.
set -euo pipefail
cd "$(dirname "$0")/../../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
db=${MAGIC_STAR_DB:-$folder/stars.db}
threads=$(nproc)
cargo build --release --quiet -p magic-star

stars=("$@")
if [ ${#stars[@]} -eq 0 ]; then
    stars=(5a 6a 7a 7b 8a 8b 9a 9b 9c 10a 10b 10c 11a 11b 11c 11d
        12a 12b 12c 12d 13a 13b 13c 13d 13e)
fi
echo star,solutions,basic,classes,threads,seconds >"$folder/table.csv"
for star in "${stars[@]}"; do
    echo "magic-star explore $star" >&2
    counts=$(target/release/magic-star explore "$star" --db "$db" --quiet --format json |
        sed -E 's/.*"solutions":([0-9]+),"basic":([0-9]+),"classes":([0-9]+).*/\1,\2,\3/')
    seconds=$(sqlite3 "$db" "select printf('%.3f', seconds) from MagicStars where star = '$star'")
    echo "$star,$counts,$threads,$seconds" >>"$folder/table.csv"
done
mv "$folder/table.csv" puzzles/magic-star/reference/counts.csv
