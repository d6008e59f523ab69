#!/usr/bin/env bash
# Makes the table of the China Labyrinth beside it again.
#
#   puzzles/china-labyrinth/reference/counts.sh
#
# counts.csv: the number of solutions of the squares, with the processor time.
set -euo pipefail
cd "$(dirname "$0")/../../.."

reference=puzzles/china-labyrinth/reference
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo build --release --quiet -p china-labyrinth
program=target/release/china-labyrinth
TIMEFORMAT=%U

number() { sed -E "s/.*\"$1\":([^,}]*).*/\1/" <<<"$2"; }

echo command,tiles,solutions,steps,processor_seconds >"$folder/table.csv"
line() {
    echo "china-labyrinth $*" >&2
    { time $program "$@" --quiet --format json >"$folder/out" 2>&3; } 3>&2 2>"$folder/time"
    out=$(<"$folder/out")
    tiles=$(number tiles "$out")
    echo "$*,${tiles//\"/},$(number solutions "$out"),$(number steps "$out"),$(<"$folder/time")" >>"$folder/table.csv"
}
line count --seed 1
line count --no-pruning --seed 1
line count --literal --seed 1
line count --literal --no-pruning --seed 1
line count --literal --demands random --seed 1
mv "$folder/table.csv" "$reference/counts.csv"
