//! `china-labyrinth verify` passes sound data, and finds random changes. A killed search continues.
//! With `FAULTS=long` it is killed at every system call.

use testkit::{Mutations, Sandbox};

const PROGRAM: &str = env!("CARGO_BIN_EXE_china-labyrinth");
const VERIFY: &[&str] = &["verify", "--quiet"];

#[test]
fn every_change_is_found() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.says("search --seed 1 --limit 3 --quiet");
    let how = "how it was found, not what";
    let last = "nobody knows that there was one after the last";
    Mutations {
        sandbox: &sandbox,
        verify: VERIFY,
        tables: &["LabyrinthSolutions"],
        untold: &[
            ("LabyrinthSolutions.steps", how),
            ("LabyrinthSolutions.restarts", how),
            ("LabyrinthSolutions.seed", how),
            ("LabyrinthSolutions.search", how),
            ("LabyrinthSolutions.a row less", last),
        ],
        document: include_str!("../../README.md"),
    }
    .check();
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_command_goes_on_to_the_same_rows() {
    testkit::SystemCalls {
        program: PROGRAM,
        before: &[],
        args: &testkit::words("search --seed 1 --limit 2 --quiet"),
        verify: VERIFY,
        rows: &["select * from LabyrinthSolutions"],
    }
    .check();
}
