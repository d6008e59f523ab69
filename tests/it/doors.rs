//! The doors: every file that the programs read, and what they do when the file has changed.

use std::collections::BTreeSet;

use testkit::doors::{Door, attack, door, readers};

use crate::common::program::empty_sandbox;
use crate::common::repository::{files, root};

const LAW: &str = "law 2 --output law\ncensus A2_B3..4 --format csv > table";
const TREE: &str = "strategy A2_B3 --output tree";
const STATE: &str = "strategy A4_B4 --output tree --time 0s";
const PART: &str = "census part 1/1 A2_B3 --output parts > part";
const ROWS: &str = "run A2_B3\ncensus A2_B3";
const BOARD: &str = "run A2_B3\ndisplay A2_B3 5 > board";
const PAST: &str =
    "= date,day,config,board,rays,points,par,result\n= 2026-01-01,,A2_B3,A2_B3:5,3,4,,solved";

const DOORS: &[Door] = &[
    door("src/commands/law/run.rs", LAW, "law", "law verify law"),
    door(
        "src/commands/law/run.rs",
        LAW,
        "table",
        "law verify law --table table",
    ),
    door(
        "src/commands/strategy/run.rs",
        TREE,
        "tree",
        "strategy verify tree",
    ),
    door(
        "src/commands/strategy/run.rs",
        TREE,
        "tree.proof",
        "strategy verify tree",
    ),
    door(
        "src/commands/strategy/run.rs",
        STATE,
        "tree.state",
        "strategy A4_B4 --output tree --time 0s",
    ),
    door(
        "src/commands/strategy/mod.rs",
        TREE,
        "tree",
        "strategy A2_B3 --output tree",
    ),
    door(
        "crates/app/src/output/file.rs",
        TREE,
        "tree.proof",
        "strategy A2_B3 --output tree",
    ),
    door("src/store/parts.rs", PART, "parts", "census status parts"),
    door(
        "src/commands/census/status.rs",
        PART,
        "parts",
        "census status parts --format json",
    ),
    door(
        "src/commands/census/merge.rs",
        PART,
        "parts",
        "census merge parts",
    ),
    door("src/commands/decode/mod.rs", BOARD, "board", "decode board"),
    door(
        "src/commands/play/history.rs",
        PAST,
        "data/games.csv",
        "play --history",
    ),
    door(
        "src/commands/play/keeper.rs",
        "play A2_B3 --seed 1 --game game",
        "game",
        "play --review game",
    ),
    door(
        "src/commands/play/keeper.rs",
        "play A2_B3 --seed 1 --game game",
        "game",
        "play --game game",
    ),
    door(
        "crates/db/src/open.rs",
        ROWS,
        "data/blackbox.db",
        "display A2_B3 1..9",
    ),
    door(
        "crates/db/src/open.rs",
        ROWS,
        "data/blackbox.db",
        "run A2_B3",
    ),
    door("crates/db/src/lib.rs", ROWS, "data/blackbox.db", "verify"),
    door(
        "crates/app/src/output/mod.rs",
        ROWS,
        "tables/Molecules.csv",
        "export --config A2_B3 --output tables --format csv",
    ),
];

/// Modules that read what no person names: files of the system, and keys.
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
    let known = DOORS.iter().map(|door| door.module).chain(OTHERS);
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
    attack(DOORS, empty_sandbox);
}
