#!/usr/bin/env bash
# Makes the strategies in strategies/ again.
#
#   data/reference/strategies.sh [SEED]
#
# The script takes about four hours on one core, and 14 GB of memory. With another SEED, the searches give sets of
# molecules other hashes, and must find the same costs.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --quiet
while read -r config goals; do
    for goal in $goals; do
        cost=$goal
        [ "$goal" != worst ] || cost=worst-case
        target/release/blackbox strategy "$config" --minimize "$cost" --seed "${1:-1}" --quiet \
            --output "data/reference/strategies/$config-$goal.strategy" | sed -n 3p
    done
done <<END
A2_B8 shots worst points
A3_B5 shots worst points
A3_B6 shots worst points
A3_B7 shots worst points
A3_B8 shots worst points
A4_B4 shots worst points
A4_B5 shots worst points
A5_B4 shots worst points
A4_B6 shots worst points
A4_B7 shots worst points
A5_B5 shots worst points
A4_B8 shots worst points
END
