#!/usr/bin/env bash
# Makes counts.csv beside it again: the number of tours of each grid.
#
#   puzzles/pen-and-paper/reference/counts.sh
#
# `seconds` are those of one processor.
set -euo pipefail
cd "$(dirname "$0")/../../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TIMEFORMAT=%U
cargo build --release --quiet -p pen-and-paper

up_to_symmetry=directed_up_to_symmetry,undirected_up_to_symmetry,circular_up_to_symmetry
echo "rows,columns,directed,directed_circular,circular,$up_to_symmetry,command,seconds" >"$folder/table"

count() { # rows, columns, options
    local rows=$1 columns=$2
    local command="pen-and-paper count --size ${rows}x$columns${3+ $3}"
    echo "$command" >&2
    { time target/release/$command --quiet --format json \
        >"$folder/document"; } 2>"$folder/seconds"
    local counts
    counts=$(jq -r '[.rows, .columns, .directed, .directed_circular, .circular, (.up_to_symmetry |
        .directed, .undirected, .circular)] | @csv' "$folder/document")
    echo "$counts,$command,$(tail -1 "$folder/seconds")" >>"$folder/table"
}
for rows in 1 2 3; do count $rows $rows; done
for columns in 4 5 6 7 8 9 10; do count 4 $columns; done
for columns in 5 6 7 8; do count 5 $columns; done
for columns in 6 7; do count 6 $columns; done
count 6 8 --circular
count 7 7 --circular
count 7 8 --circular
mv "$folder/table" puzzles/pen-and-paper/reference/counts.csv
