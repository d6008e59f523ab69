//! Kills at each system call, and errors in each: the same command goes on to the
//! same rows. Short, some that chance chooses; with `FAULTS=long` all of them.
#![cfg(target_os = "linux")]

use testkit::SystemCalls;

#[test]
fn a_count_ends_in_the_same_rows() {
    SystemCalls {
        program: env!("CARGO_BIN_EXE_pen-and-paper"),
        before: &[],
        args: &["count", "--size", "4", "--quiet"],
        verify: &["verify", "--quiet"],
        rows: &[
            "select rows, columns, ways, units, finished_at is null from PenAndPaperCounts",
            "select unit, symmetry, weight, nb_ways from PenAndPaperUnits",
        ],
    }
    .check();
}
