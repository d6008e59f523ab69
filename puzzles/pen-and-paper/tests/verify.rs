//! `pen-and-paper verify`: passes what is sound, and finds random changes.

use std::fs;

use testkit::{Mutations, Sandbox};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pen-and-paper");

/// Why nobody can tell that a column says something else.
const UNTOLD: &[(&str, &str)] = &[
    ("PenAndPaperTours.method", "how it was found, not what"),
    ("PenAndPaperTours.seed", "how it was found, not what"),
    (
        "PenAndPaperTours.found_at",
        "another time that could be one",
    ),
    (
        "PenAndPaperTours.a row less",
        "nobody knows how many were found",
    ),
    (
        "PenAndPaperCounts.begun_at",
        "another time that could be one",
    ),
    (
        "PenAndPaperCounts.finished_at",
        "another time that could be one",
    ),
    ("PenAndPaperUnits.seconds", "how it was found, not what"),
];

fn check(sandbox: &Sandbox, tables: &[&str]) {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    Mutations {
        sandbox,
        verify: &["verify", "--quiet"],
        tables,
        untold: UNTOLD,
        document: &readme,
    }
    .check();
}

/// Makes a change, and gives what `verify` then prints: something has failed.
fn fails(sandbox: &Sandbox, change: &str) -> String {
    sandbox.sql().execute_batch(change).unwrap();
    let ended = sandbox.run(&["verify", "--quiet"]);
    ended.check_error(1);
    assert!(ended.stdout.contains("FAILED"), "{change}: {ended:?}");
    assert!(!ended.stdout.contains("18446744073709551611"), "{ended:?}");
    ended.stdout
}

#[test]
fn every_change_is_found() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.ok(&["count", "--quiet"]);
    for seed in ["1", "2"] {
        sandbox.ok(&[
            "solve",
            "--circular",
            "--size",
            "6",
            "--seed",
            seed,
            "--quiet",
        ]);
    }
    check(
        &sandbox,
        &["PenAndPaperTours", "PenAndPaperCounts", "PenAndPaperUnits"],
    );
}

#[test]
fn what_is_counted_wrong_is_counted_anew() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.ok(&["count", "--quiet"]);
    let said = sandbox.ok(&["verify", "--rows", "5", "--columns", "5", "--quiet"]);
    assert!(said.contains("closed and open ways agree"), "{said}");
    let said = fails(
        &sandbox,
        "update PenAndPaperUnits set nb_ways = -5 where unit = 1",
    );
    assert!(said.contains("unit 1 has -5 ways"), "{said}");
}
