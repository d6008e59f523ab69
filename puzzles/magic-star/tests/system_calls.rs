//! Kills at each system call, and errors in each: the same command goes on to the
//! same rows. Short, some that chance chooses; with `FAULTS=long` all of them.
#![cfg(target_os = "linux")]

use testkit::SystemCalls;

#[test]
fn an_exploration_ends_in_the_same_rows() {
    SystemCalls {
        program: env!("CARGO_BIN_EXE_magic-star"),
        before: &[],
        args: &["explore", "5a", "--quiet"],
        verify: &["verify", "--quiet"],
        rows: &[
"select star, parts, frontier, nb_basic, nb_stored, nb_solutions, first_iteration, explored_at is null from MagicStars", "select * from MagicStarBasics", "select * from MagicStarSolutions",
        ],
    }
    .check();
}
