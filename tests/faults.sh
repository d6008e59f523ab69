#!/usr/bin/env bash
# Makes faults in their long form, and prints tables of what happened. It takes
# half an hour on two cores, and longer if they have other work.
#
#   tests/faults.sh [WHICH]
#
# WHICH is a part of a test's name, such as kill or power, or system_calls for
# all tests of system calls. A failed test prints its FAULTS_SEED, which repeats
# the same random faults.
set -euo pipefail
cd "$(dirname "$0")/.."

# Faults that `cargo test` already tests in full: the fault, then the package,
# the module of its tests (lib: a test in its sources) and the test.
kinds='
`init --force` beside later stages            | blackbox together init_beside_a_later_stage_never_poisons_the_file
`verify` into a closing pipe or a full device | blackbox verify_mutations what_happens_to_stdout_does_not_change_the_verdict
a hot journal in a read-only place            | blackbox bad_storage what_may_only_be_read_can_be_displayed_but_not_changed
random changes of a configuration             | blackbox verify_mutations every_change_of_a_configuration_is_found
random changes of a census                    | blackbox verify_mutations every_change_of_a_census_alone_is_found
groups of a census deleted                    | blackbox verify_mutations deleted_groups_are_missed
random changes of the labyrinths              | china-labyrinth verify every_change_is_found
a file moved or replaced under an explorer    | blackbox strangers a_file_that_is_moved_or_replaced_gets_no_more_rows
hostile triggers, views, migration histories  | blackbox strangers what_is_not_our_schema_is_refused_by_every_program
triggers and views beside our tables          | blackbox strangers what_somebody_has_added_stays_and_does_not_run
control characters in cells                   | blackbox bad_storage cells_that_nobody_wrote_like_this_are_damage
control characters in a labyrinth             | china-labyrinth program what_stands_in_the_file_does_not_steer_the_terminal
a huge cell                                   | blackbox strangers a_huge_value_takes_no_memory_and_is_not_printed
Ctrl-C in a long read                         | blackbox interruption reading_is_cut_short
Ctrl-C in a verification                      | blackbox long_runs verification_stops_when_asked
Ctrl-C in a report                            | blackbox report a_report_stops_when_it_is_asked_to
12 s of another program'"'"'s lock                 | blackbox together a_writer_waits_as_long_as_it_takes_and_says_so
Ctrl-C while a pipe waits                     | blackbox interruption who_waits_for_a_pipe_can_be_stopped
little memory, few open files                 | blackbox bad_storage too_little_memory_and_too_few_files_are_errors_of_the_moment
SIGHUP and SIGINT under `nohup`               | blackbox interruption what_was_to_be_ignored_stays_ignored
huge integers on the command line             | blackbox bad_input memory_that_no_column_holds_is_refused
a full or a closed stdout                     | blackbox bad_input help_is_a_result_as_any_other
'

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

[ "${1-}" = system_calls ] && exit "$result"
printf '\n| fault | test | |\n|---|---|---|\n'
while IFS='|' read -r kind place; do
    [[ $kind && "$kind$place" == *"${1-}"* ]] || continue
    read -r package module test <<<"$place"
    where=(--test it "$module::$test")
    [ "$module" = lib ] && where=(--lib "$test")
    said=$(cargo test -p "$package" "${where[@]}" -- --nocapture 2>&1) || true
    if ! grep -q '^test result: ok. 1 passed' <<<"$said"; then
        outcome=FAILED
        result=1
        echo "$said" >&2
    elif grep -q SKIPPED <<<"$said"; then
        outcome=skipped
    else
        outcome=passed
    fi
    echo "| ${kind%"${kind##*[! ]}"} | $package, $module: \`$test\` | $outcome |"
done <<<"$kinds"
grep '^test result' "$log" || true
exit "$result"
