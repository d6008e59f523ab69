#!/usr/bin/env bash
# Makes searches.csv, which lies beside it, anew: how many steps
# and attempts searches take. A seed always repeats them.
#
#   puzzles/pen-and-paper/reference/searches.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."

table=$(mktemp)
trap 'rm -f "$table"' EXIT
cargo build --release --quiet -p pen-and-paper
echo method,runs,found,median_steps,mean_steps,mean_attempts,command >"$table"

compare() { # options
    local command="pen-and-paper compare --seed 1 $*"
    echo "$command" >&2
    local line
    line=$(target/release/$command --quiet --format csv | tail -1 | cut -d, -f1-6)
    echo "$line,$command" >>"$table"
}
# Plain backtracking.
for size in 5 6; do compare --open --size $size --runs 30 --methods random --limit 100000000; done
compare --size 17 --runs 30 --methods random
# How often the rule fails.
for size in 5 6 7 8 10 17 20 40; do
    compare --open --size $size --runs 1000 --methods warnsdorff --ties random
done
compare --open --size 100 --runs 100 --methods warnsdorff --ties random --limit 100000000
compare --open --size 200 --runs 3 --methods warnsdorff --ties random --limit 1000000000
for size in 100 200; do
    compare --open --size $size --runs 100 --methods warnsdorff --ties outward --limit 100000000
done
compare --open --size 1000 --runs 10 --methods warnsdorff --ties outward --limit 100000000
# Circular tours, and what steps back do for them.
compare --size 17 --runs 400 --methods warnsdorff
for back in 0 4 8 16 34 64 128 289 1156; do
    compare --size 17 --runs 400 --methods backtrack --back $back
done
compare --size 17 --runs 400 --methods rotate
compare --open --size 17 --runs 400 --methods rotate
compare --size 17 --runs 400 --methods blocks
mv "$table" puzzles/pen-and-paper/reference/searches.csv
