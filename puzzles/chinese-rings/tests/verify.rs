//! `chinese-rings verify`: passes what is sound, and finds random changes.

use std::fs;

use testkit::{Mutations, Sandbox};

const PROGRAM: &str = env!("CARGO_BIN_EXE_chinese-rings");

/// Why nobody can tell that a column says something else.
const UNTOLD: &[(&str, &str)] = &[("ChineseRings.explored_at", "another time that could be one")];

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
    sandbox.ok(&["explore", "--rings", "5", "--quiet"]);
    sandbox.ok(&["explore", "--rings", "2", "--quiet"]);
    check(&sandbox, &["ChineseRings", "ChineseRingsStates"]);
}

#[test]
fn forged_rows_are_damage() {
    let sandbox = Sandbox::of(PROGRAM);
    sandbox.ok(&["explore", "--rings", "3", "--quiet"]);
    let said = fails(
        &sandbox,
        "update ChineseRingsStates set distance = -5 where distance = 5",
    );
    assert!(said.contains("is -5, not 0"), "{said}");
    let change = "update ChineseRingsStates set distance = -5 where state = 0";
    sandbox.sql().execute_batch(change).unwrap();
    sandbox.refuses(
        &["explore", "--rings", "3", "--quiet"],
        1,
        "the database is damaged",
    );
}
