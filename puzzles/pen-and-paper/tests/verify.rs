//! `pen-and-paper verify`: passes what is sound, and finds random changes.

use testkit::{Mutations, Sandbox};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pen-and-paper");

/// Why nobody can tell that a column says something else.
const UNTOLD: &[(&str, &str)] = &[
    ("PenAndPaperTours.method", "how it was found, not what"),
    ("PenAndPaperTours.seed", "how it was found, not what"),
    ("PenAndPaperTours.found_at", "another time"),
    ("PenAndPaperTours.a row less", "nobody knows how many"),
    ("PenAndPaperCounts.begun_at", "another time"),
    ("PenAndPaperCounts.finished_at", "another time"),
    ("PenAndPaperUnits.seconds", "how it was found, not what"),
];

#[test]
fn every_change_is_found() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.ok(&["count", "--quiet"]);
    for seed in ["1", "2"] {
        sandbox.ok(&["solve", "--circular", "--size", "6", "--seed", seed]);
    }
    let sound = sandbox.ok(&["verify", "--quiet"]);
    assert!(sound.contains("closed and open ways agree"), "{sound}");
    Mutations {
        sandbox: &sandbox,
        verify: &["verify", "--quiet"],
        tables: &["PenAndPaperTours", "PenAndPaperCounts", "PenAndPaperUnits"],
        untold: UNTOLD,
        document: include_str!("../README.md"),
    }
    .check();
}
