//! Checks every input file of the programs, and their behaviour when the file is changed or damaged.

use std::collections::BTreeSet;

use testkit::doors::{attack, doors, readers};

use crate::common::program::empty_sandbox;
use crate::common::repository::{files, root};

const DOORS: &str = include_str!("doors.txt");

/// Modules that read other input than files named by the user: system files, and keys.
const OTHERS: [&str; 4] = [
    "src/memory.rs",
    "src/commands/display/mod.rs",
    "src/commands/play/dialogue.rs",
    "crates/app/src/game.rs",
];

#[test]
fn every_module_that_reads_a_file_has_a_door() {
    let folders = ["src", "crates/app/src", "crates/db/src", "migrations"];
    let reading = folders.iter().flat_map(|folder| readers(root(), folder));
    let known = doors(DOORS)
        .into_iter()
        .map(|door| door.module)
        .chain(OTHERS);
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    assert_eq!(reading.collect::<BTreeSet<_>>(), known);
    // Each of the sister puzzles has its own table.
    for puzzle in [
        "chinese-rings",
        "magic-star",
        "pen-and-paper",
        "china-labyrinth",
    ] {
        let tests = files(&root().join(format!("puzzles/{puzzle}/tests/it")));
        let tests: String = tests
            .iter()
            .map(|file| std::fs::read_to_string(file).unwrap())
            .collect();
        for module in readers(root(), &format!("puzzles/{puzzle}/src")) {
            assert!(tests.contains(&module), "{module} has no door in its tests");
        }
    }
}

#[test]
fn a_file_that_has_changed_is_refused_or_harmless() {
    attack(&doors(DOORS), empty_sandbox);
}
