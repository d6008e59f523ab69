#!/usr/bin/env bash
# Kills the programs at every system call that touches files, memory or threads, and makes every such
# call fail. `cargo test` tries some of them at random; this takes half an hour on two cores.
#
#   tests/faults.sh [WHICH]
#
# WHICH is a part of a test's name, such as census. A failed test prints its FAULTS_SEED, which repeats
# the same random faults.
set -euo pipefail
cd "$(dirname "$0")/.."
# These tests already make two tries at once.
FAULTS=long cargo test --test it "system_calls::${1-}" -- --nocapture --test-threads 1
