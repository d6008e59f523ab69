//! Circular tours that are kept.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::grids::{drawn, examined, grid, json, sandbox};

#[test]
fn answers_come_from_memory_varied() {
    let sandbox = sandbox();
    let first = sandbox.run(&["solve", "-s", "6", "--circular", "--seed", "1"]);
    assert!(
        first.stderr.starts_with("rotate: a circular tour of 6 × 6"),
        "{first:?}"
    );
    let stored = "select count(*) from PenAndPaperTours";
    assert_eq!(sandbox.number(stored), 1);
    let mut seen = HashSet::new();
    for seed in 1..30 {
        let seed = seed.to_string();
        for circular in [&["--circular"][..], &[]] {
            let args = [&["solve", "-s", "6", "--seed", &seed], circular].concat();
            let answer = sandbox.run(&args);
            assert!(answer.stderr.starts_with("from memory"), "{answer:?}");
            let numbers = drawn(&answer.stdout);
            assert_eq!(examined(&numbers), (true, true));
            seen.insert(numbers);
        }
    }
    // 29 seeds, of 576 tours along the cycle.
    assert!(seen.len() > 20, "{}", seen.len());
    assert_eq!(sandbox.number(stored), 1);
    assert_eq!(
        sandbox.ok(&["solve", "-s", "6", "--circular", "--seed", "1"]),
        first.stdout
    );
    // A grid and the same one transposed share a memory.
    sandbox.ok(&["solve", "--rows", "5", "--columns", "7", "--circular"]);
    let turned = sandbox.run(&["solve", "--rows", "7", "--columns", "5", "--start", "7,1"]);
    assert!(turned.stderr.starts_with("from memory"), "{turned:?}");
    let numbers = drawn(&turned.stdout);
    assert_eq!((numbers.len(), numbers[6][0]), (7, 1));
    assert_eq!(examined(&numbers), (true, true));
}

#[test]
fn a_tour_is_kept_once_whatever_its_start_direction_and_image() {
    let sandbox = sandbox();
    let mut grids = HashSet::new();
    for seed in 0..60 {
        let seed = seed.to_string();
        let args = ["solve", "--circular", "--fresh", "--seed", &seed];
        grids.insert(grid(&json(&sandbox, &args)));
    }
    assert!(grids.len() > 50, "{}", grids.len());
    // There are seven, and sixty tries miss none of them.
    let stored = "select count(*) from PenAndPaperTours";
    assert_eq!(sandbox.number(stored), 7);
    // A seed that found a tour first gets it back from memory.
    let first = "select cast(seed as text) from PenAndPaperTours order by seed desc limit 1";
    let seed: String = sandbox
        .sql()
        .query_row(first, [], |row| row.get(0))
        .unwrap();
    let args = ["solve", "--circular", "--seed", &seed];
    let fresh = [&args[..], &["--fresh"]].concat();
    assert_eq!(sandbox.ok(&args), sandbox.ok(&fresh));
}

#[test]
fn memory_that_is_damaged_is_not_used() {
    let sandbox = sandbox();
    let first = sandbox.ok(&["solve", "--circular", "--seed", "5"]);
    for damage in [
        "jumps = substr(jumps, 2)",
        "jumps = replace(jumps, '2', '9')",
        "jumps = '<script>'",
        "jumps = '2222222222222222222222222'",
        "jumps = cast(x'ff32' as text)",
        "method = cast(x'ff' as text)",
        "method = 'magic'",
    ] {
        let connection = sandbox.sql();
        let sql = format!("update PenAndPaperTours set {damage}");
        connection.execute_batch(&sql).unwrap();
        let answer = sandbox.run(&["solve", "--circular", "--seed", "5"]);
        assert_eq!(answer.code, Some(0), "{answer:?}");
        assert!(
            answer
                .stderr
                .starts_with("1 circular tour of 5 × 5 in the database")
                && answer.stderr.contains("is damaged and not used"),
            "{answer:?}"
        );
        // `method` is no part of the key, so this tour is there already.
        if !damage.starts_with("method") {
            assert_eq!(answer.stdout, first);
        }
        assert_eq!(examined(&drawn(&answer.stdout)), (true, true));
        connection
            .execute_batch("delete from PenAndPaperTours")
            .unwrap();
        sandbox.ok(&["solve", "--circular", "--seed", "5"]);
    }
}

#[test]
fn without_something_to_keep_there_is_no_database() {
    let sandbox = sandbox();
    let mut open = 0;
    for seed in 0..20 {
        let seed = seed.to_string();
        let document = json(&sandbox, &["solve", "-s", "8", "--seed", &seed]);
        if document["circular"] == true {
            break;
        }
        open += 1;
        assert!(sandbox.files().is_empty());
    }
    assert!(open > 0);
    let elsewhere = sandbox.folder().join("other.db");
    let args = [
        "solve",
        "-s",
        "300",
        "--circular",
        "--quiet",
        "--db",
        "other.db",
    ];
    assert!(examined(&drawn(&sandbox.ok(&args))).1);
    assert!(!elsewhere.exists(), "300 × 300 is too big to be kept");
    sandbox.ok(&["solve", "-s", "9", "--circular", "--db", "other.db"]);
    assert!(elsewhere.exists());
}

#[test]
fn a_memory_that_cannot_be_used_is_no_reason_to_lose_a_tour() {
    let sandbox = sandbox();
    // Root may write everywhere.
    if common_is_root() {
        return;
    }
    sandbox.ok(&["solve", "-s", "6", "--circular"]);
    let folder = sandbox.path("data");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    fs::set_permissions(sandbox.db(), fs::Permissions::from_mode(0o444)).unwrap();
    let known = sandbox.run(&["solve", "-s", "6", "--circular"]);
    assert!(known.stderr.starts_with("from memory"), "{known:?}");
    let new = sandbox.run(&["solve", "-s", "7", "--circular"]);
    assert_eq!(new.code, Some(0), "{new:?}");
    assert!(
        new.stderr.contains("warning: the tour is not kept"),
        "{new:?}"
    );
    assert_eq!(examined(&drawn(&new.stdout)), (true, true));
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}

fn common_is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn a_database_that_is_not_ours_is_left_alone() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("data")).unwrap();
    fs::write(sandbox.db(), "something else").unwrap();
    for args in [
        &["solve", "--circular"][..],
        &["solve"],
        &["solve", "--fresh"],
        &["count"],
    ] {
        sandbox.refuses(args, 1, "is not an SQLite database");
    }
    // These need none.
    sandbox.ok(&["compare", "-s", "6", "--runs", "1", "--methods", "rotate"]);
    fs::write(sandbox.path("grid"), "1\n").unwrap();
    sandbox.ok(&["check", "grid"]);
    assert_eq!(fs::read(sandbox.db()).unwrap(), b"something else");
}
