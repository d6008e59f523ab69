//! `china-labyrinth verify`: passes what is sound, and finds random changes.

use std::fs;

use testkit::{Mutations, Sandbox};

const PROGRAM: &str = env!("CARGO_BIN_EXE_china-labyrinth");

/// Why nobody can tell that a column says something else.
const UNTOLD: &[(&str, &str)] = &[
    ("LabyrinthSolutions.steps", "how it was found, not what"),
    ("LabyrinthSolutions.restarts", "how it was found, not what"),
    ("LabyrinthSolutions.seed", "how it was found, not what"),
    ("LabyrinthSolutions.search", "how it was found, not what"),
    (
        "LabyrinthSolutions.a row less",
        "nobody knows that there was one behind the last",
    ),
];

#[test]
fn every_change_is_found() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.ok(&["search", "--seed", "1", "--solutions", "3", "--quiet"]);
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    Mutations {
        sandbox: &sandbox,
        verify: &["verify", "--quiet"],
        tables: &["LabyrinthSolutions"],
        untold: UNTOLD,
        document: &readme,
    }
    .check();
}
