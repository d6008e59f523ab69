#!/usr/bin/env bash
# Kills the programs at every system call that touches files, memory or threads, and makes every such
# call fail, and starts a thousand crowds of programs that write at once. `cargo test` tries some of
# both at random; this takes 40 minutes on two cores.
#
#   tests/faults.sh [WHICH]
#
# WHICH is the beginning of a test's name, such as a_census. A failed test prints its FAULTS_SEED, which
# repeats the same random faults.
set -euo pipefail
cd "$(dirname "$0")/.."
tests=(concurrency::many_programs system_calls::)
[ $# = 0 ] || tests=("system_calls::$1")
# These tests already make two tries at once.
FAULTS=long cargo test --test it -- "${tests[@]}" --nocapture --test-threads 1
