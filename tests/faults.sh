#!/usr/bin/env bash
# Makes the faults of tests/faults.rs in their long form, which takes a quarter
# of an hour on two cores, and prints a table of what happened.
#
#   tests/faults.sh [WHICH]
#
# WHICH is a part of a test's name, such as kill or power. FAULTS_SEED, as a
# failed test has printed it, repeats what chance did there.
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
result=0
FAULTS=long cargo test --test faults -- --nocapture --test-threads 1 "$@" \
    >"$log" 2> >(grep -E 'SEED|panicked|^error|assertion' >&2) || result=$?
echo '| fault | tries | what happened |'
echo '|---|---|---|'
grep -o 'SUMMARY|.*' "$log" | sed 's/^SUMMARY|/| /; s/|/ | /2; s/|/ | /3; s/$/ |/'
grep '^test result' "$log"
exit "$result"
