//! `magic-star verify`: passes what is sound, and finds random changes.

use std::fs;

use testkit::{Mutations, Sandbox};

const PROGRAM: &str = env!("CARGO_BIN_EXE_magic-star");

/// Why nobody can tell that a column says something else.
const UNTOLD: &[(&str, &str)] = &[
    (
        "MagicStars.a row less",
        "a star without solutions leaves nothing behind",
    ),
    ("MagicStars.begun_at", "another time that could be one"),
    ("MagicStars.explored_at", "another time that could be one"),
    ("MagicStars.seconds", "how it was found, not what"),
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
    for star in ["5a", "6a"] {
        sandbox.ok(&["explore", star, "--quiet"]);
    }
    check(
        &sandbox,
        &["MagicStars", "MagicStarBasics", "MagicStarSolutions"],
    );
}

#[test]
fn a_class_that_is_gone_is_missed() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.ok(&["explore", "6a", "--quiet"]);
    assert!(
        sandbox
            .ok(&["verify", "6a", "--quiet"])
            .contains("80 basic solutions in 20 classes, as a search finds them anew")
    );
    let open = sandbox.run(&["verify", "7a", "--quiet"]);
    open.check_error(1);
    assert!(
        open.stdout
            .contains("open      star         7a is not explored"),
        "{open:?}"
    );
    let said = fails(
        &sandbox,
        "delete from MagicStarBasics where found > 40;
         delete from MagicStarSolutions;
         update MagicStars set nb_basic = 40, nb_solutions = 480, nb_stored = 0",
    );
    assert!(said.contains("40 rows are missing"), "{said}");
    let said = fails(&sandbox, "update MagicStars set nb_basic = -5");
    assert!(said.contains("|-5|"), "{said}");
}
