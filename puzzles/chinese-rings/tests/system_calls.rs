//! Kills at each system call, and errors in each: the same command goes on to the
//! same rows. Short, some that chance chooses; with `FAULTS=long` all of them.
#![cfg(target_os = "linux")]

use testkit::SystemCalls;

#[test]
fn an_exploration_ends_in_the_same_rows() {
    SystemCalls {
        program: env!("CARGO_BIN_EXE_chinese-rings"),
        before: &[],
        args: &["explore", "--rings", "5", "--quiet"],
        verify: &["verify", "--quiet"],
        rows: &[
            "select rings, nb_states, nb_stored, explored_at is null from ChineseRings",
            "select * from ChineseRingsStates",
        ],
    }
    .check();
}
