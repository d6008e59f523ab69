#!/usr/bin/env bash
# Makes faults in their long form, and prints a table of what happened. It takes
# half an hour on two cores, and longer if they have other work. docs/reliability.md
# names the faults that `cargo test` already tests in full.
#
#   tests/faults.sh [WHICH]
#
# WHICH is a part of a test's name, such as kill or power, or system_calls for
# all tests of system calls. A failed test prints its FAULTS_SEED, which repeats
# the same random faults.
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
result=0

# Runs tests, and writes the lines of their tables to the log.
long() {
    local code=0
    FAULTS=long cargo test "$@" >>"$log" 2> >(grep -E 'SEED|panicked|^error|assertion|SKIPPED|^FAULT' >&2) || code=$?
    [ "$code" = 0 ] || result=$code
}

if [ "${1-}" != system_calls ]; then
    mapfile -t chosen < <(cargo test --quiet --test it faults:: -- --list |
        sed -n 's/: test$//p' | grep -- "${1-}")
    [ "${#chosen[@]}" = 0 ] || long --test it -- --nocapture --test-threads 1 --exact "${chosen[@]}"
fi
if [ "${1:-system_calls}" = system_calls ]; then
    # These tests already make two tries at once.
    long --test it system_calls:: -- --nocapture --test-threads 1
fi
echo '| fault | tries | what happened |'
echo '|---|---|---|'
grep -o 'SUMMARY|.*' "$log" | sed 's/^SUMMARY|/| /; s/|/ | /2; s/|/ | /3; s/$/ |/' || true
grep '^test result' "$log" || true
exit "$result"
