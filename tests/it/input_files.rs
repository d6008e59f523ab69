//! Checks every input file of the programs, and their behaviour when the file is changed or damaged.

use std::collections::BTreeSet;

use testkit::input_files::{damage_each, input_files, readers};

use crate::common::program::empty_sandbox;
use crate::common::repository::{files, root};

const INPUT_FILES: &str = include_str!("input_files.txt");

/// Modules that read other input than files named by the user: system files, and keys.
const OTHERS: [&str; 4] = [
    "src/memory.rs",
    "src/commands/display/mod.rs",
    "src/commands/play/dialogue.rs",
    "crates/app/src/game.rs",
];

#[test]
fn every_module_that_reads_a_file_is_listed() {
    let folders = ["src", "crates/app/src", "crates/db/src", "migrations"];
    let reading = folders.iter().flat_map(|folder| readers(root(), folder));
    let known = input_files(INPUT_FILES)
        .into_iter()
        .map(|file| file.module)
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
            assert!(
                tests.contains(&module),
                "{module} is missing in the table of its tests"
            );
        }
    }
}

#[test]
fn damaged_files_are_rejected_or_harmless() {
    damage_each(&input_files(INPUT_FILES), empty_sandbox);
}
