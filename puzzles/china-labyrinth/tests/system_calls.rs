//! Kills at each system call, and errors in each: the same command goes on to the
//! same rows. Short, some that chance chooses; with `FAULTS=long` all of them.
#![cfg(target_os = "linux")]

use testkit::SystemCalls;

#[test]
fn a_search_ends_in_the_same_rows() {
    SystemCalls {
        program: env!("CARGO_BIN_EXE_china-labyrinth"),
        before: &[],
        args: &["search", "--seed", "1", "--solutions", "2", "--quiet"],
        verify: &["verify", "--quiet"],
        rows: &["select * from LabyrinthSolutions"],
    }
    .check();
}
