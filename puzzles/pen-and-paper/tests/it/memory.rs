//! Kept circular tours.

use std::collections::HashSet;
use std::fs;

use testkit::words;

use crate::{drawn, examined, sandbox};

const STORED: &str = "select count(*) from PenAndPaperTours";

#[test]
fn answers_come_from_memory_varied() {
    let sandbox = sandbox();
    let args = "solve -s 6 --circular --seed";
    let first = sandbox.run(&words(&format!("{args} 1")));
    assert!(first.stderr.starts_with("rotate: a circular tour of 6 × 6"));
    let mut seen = HashSet::new();
    for seed in 1..30 {
        for args in [args, "solve -s 6 --seed"] {
            let answer = sandbox.run(&words(&format!("{args} {seed}")));
            assert!(answer.stderr.starts_with("from memory"), "{answer:?}");
            let numbers = drawn(&answer.stdout);
            assert_eq!(examined(&numbers), (true, true));
            seen.insert(numbers);
        }
    }
    // 29 seeds, out of 576 tours along the cycle.
    assert!(seen.len() > 20, "{}", seen.len());
    assert_eq!(sandbox.number(STORED), 1);
    assert_eq!(sandbox.says(&format!("{args} 1")), first.stdout);
    // A grid and its transposed grid share a memory.
    sandbox.says("solve --size 5x7 --circular");
    let turned = sandbox.run(&words("solve --size 7x5"));
    assert!(turned.stderr.starts_with("from memory"), "{turned:?}");
    let numbers = drawn(&turned.stdout);
    assert_eq!((numbers.len(), examined(&numbers)), (7, (true, true)));
}

#[test]
fn a_tour_is_kept_once_whatever_its_start_direction_and_image() {
    let sandbox = sandbox();
    let fresh = (0..60).map(|seed| format!("solve --circular --fresh --seed {seed}"));
    let grids: HashSet<String> = fresh.map(|args| sandbox.says(&args)).collect();
    assert!(grids.len() > 50, "{}", grids.len());
    // Sixty tries find all of them, as many as Burnside's lemma says.
    let counted = sandbox.document("count --circular");
    let classes = counted["up_to_symmetry"]["circular"].as_i64();
    assert_eq!((sandbox.number(STORED), classes), (7, Some(7)));
    // A seed that found a tour first gets it back from memory.
    let seed = sandbox.number("select max(seed) from PenAndPaperTours");
    let args = format!("solve --circular --seed {seed}");
    let fresh = sandbox.says(&format!("{args} --fresh"));
    assert_eq!(sandbox.says(&args), fresh);
}

#[test]
fn memory_that_is_damaged_is_not_used() {
    let sandbox = sandbox();
    let args = "solve --circular --seed 5";
    sandbox.says(args);
    for damage in [
        "jumps = substr(jumps, 2)",
        "jumps = '2222222222222222222222222'",
        "jumps = cast(x'ff32' as text)",
        "method = cast(x'ff' as text)",
        "method = 'magic'",
    ] {
        let sql = format!("update PenAndPaperTours set {damage}");
        sandbox.sql().execute_batch(&sql).unwrap();
        let answer = sandbox.run(&words(args));
        let said = "a circular tour of 5 × 5 in the database is damaged and not used";
        assert!(answer.stderr.starts_with(said), "{answer:?}");
        assert_eq!(examined(&drawn(&answer.stdout)), (true, true));
        let forget = "delete from PenAndPaperTours";
        sandbox.sql().execute_batch(forget).unwrap();
        sandbox.says(args);
    }
}

#[test]
fn without_something_to_keep_there_is_no_database() {
    let sandbox = sandbox();
    for seed in 0.. {
        let text = sandbox.says(&format!("solve -s 8 --seed {seed}"));
        if examined(&drawn(&text)).1 {
            break;
        }
        assert!(sandbox.files().is_empty());
    }
    assert!(sandbox.db().exists());
    sandbox.says("solve -s 300 --circular --quiet --db other.db");
    assert!(!sandbox.path("other.db").exists(), "too big to be kept");
    // A tour that cannot be kept must not be lost.
    if cfg!(target_os = "linux") {
        let lost = sandbox.run(&words("solve -s 7 --circular --db /proc/none.db"));
        let warned = lost.stderr.contains("warning: the tour is not kept");
        assert!(warned && examined(&drawn(&lost.stdout)).1, "{lost:?}");
    }
    fs::write(sandbox.db(), "something else").unwrap();
    for args in ["solve --circular", "solve --fresh"] {
        sandbox.refuses(&words(args), 1, "is not an SQLite database");
    }
}
