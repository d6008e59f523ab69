#!/usr/bin/env bash
# Makes the files of laws/ again, and checks them. By the times of its steps, this takes about an hour on one core,
# with up to 4 GB of memory.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --quiet
for atoms in 3 4; do
    target/release/blackbox law $atoms --quiet --output data/reference/laws/$atoms.law >/dev/null
done
table=data/reference/laws/wide.csv
target/release/blackbox census A3_B4..24 A4_B4..24 A5_B4..16 --quiet --memory 4GB --format csv | grep -v '_B[0-9]*,1,' >$table
for atoms in 3 4; do
    target/release/blackbox law verify data/reference/laws/$atoms.law --table $table
done
# The law of five atoms is too large for the repository, so only its checksum is compared.
target/release/blackbox law 5 --quiet --output target/5.law
target/release/blackbox law verify target/5.law --recount all --table $table
(cd target && sha256sum --check ../data/reference/laws/5.law.sha256)
