#!/usr/bin/env bash
# Makes drawn.csv, the charts of its estimates in docs/, and docs/results.md again.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run --release --quiet -- census A0..64_B8 A0..100_B10 --draws 20000 --seed 1 --format csv >data/reference/drawn.csv
SNAPSHOTS=overwrite cargo test --quiet --test it the_curves
docs/results.sh
