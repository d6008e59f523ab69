//! `solve` and `check`.

use std::fs;

use testkit::words;

use crate::{drawn, examined, sandbox};

#[test]
fn solutions_are_tours_as_text_and_as_documents() {
    let sandbox = sandbox();
    // The quiz's program fills five by five by default.
    for (args, rows, columns) in [
        ("", 5, 5),
        ("-s 6", 6, 6),
        ("--size 7 --circular", 7, 7),
        ("--size 4x7", 4, 7),
        ("--size 9x4 --circular", 9, 4),
        ("--size 5 --method random --circular", 5, 5),
        ("--size 9 --method warnsdorff --circular", 9, 9),
        ("--size 9 --method backtrack --circular", 9, 9),
        ("--size 20 --method rotate --circular", 20, 20),
        ("--size 13 --method blocks", 13, 13),
        ("--size 700", 700, 700),
        ("--size 5x2000 --circular", 5, 2000),
        ("--size 1", 1, 1),
    ] {
        let args = format!("solve --seed 11 {args}");
        let text = sandbox.says(&args);
        let numbers = drawn(&text);
        assert_eq!((numbers.len(), numbers[0].len()), (rows, columns));
        let (tour, circular) = examined(&numbers);
        assert!(tour && (circular || !args.contains("--circular")), "{args}");
        let document = sandbox.document(&args);
        assert_eq!(document["grid"], serde_json::json!(numbers), "{args}");
        assert_eq!(document["circular"], circular, "{args}");
        let method = args.split("--method ").nth(1).map(|rest| words(rest)[0]);
        let is_it = |method| document["method"] == method;
        assert!(method.is_none_or(is_it), "{args}");
        fs::write(sandbox.path("grid"), text).unwrap();
        let kind = ["a tour, not circular", "a circular tour"][usize::from(circular)];
        let said = format!("{rows} × {columns}: {kind}\n");
        assert_eq!(sandbox.says("check grid"), said);
    }
}

#[test]
fn a_printed_seed_repeats_the_run() {
    let sandbox = sandbox();
    for args in ["-s 12", "-s 12 --circular", "-s 300 --circular"] {
        let args = format!("solve {args}");
        let first = sandbox.run(&words(&args));
        let seed = first.stderr.split("seed ").nth(1).unwrap();
        let seed = seed.split([',', ';', '\n']).next().unwrap();
        assert_eq!(sandbox.says(&format!("{args} --seed {seed}")), first.stdout);
    }
}

#[test]
fn long_work_stops_on_a_signal() {
    let sandbox = sandbox();
    for (args, said) in [
        (
            "solve -s 17 --circular --method random",
            "stopped before a tour",
        ),
        ("check -", "stopped while reading standard input"),
        ("count -s 6x7", "tours of 6 × 7"),
    ] {
        let stopped = sandbox.interrupted(args, b"");
        assert_eq!(stopped.stdout, "");
        assert!(stopped.stderr.contains(said), "{stopped:?}");
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn tours_begin_and_end_where_they_are_asked_to() {
    let sandbox = sandbox();
    for (args, first, last) in [
        ("--start 1,1", Some((0, 0)), None),
        ("--end 3,5 -s 6", None, Some((2, 4))),
        ("--start 1,1 --end 5,5", Some((0, 0)), Some((4, 4))),
        (
            "--start 1,1 --end 1,4 --circular -s 8",
            Some((0, 0)),
            Some((0, 3)),
        ),
        ("--start 20,20 -s 40", Some((19, 19)), None),
        ("--start 10,10 -s 60 --circular", Some((9, 9)), None),
    ] {
        let document = sandbox.document(&format!("solve --seed 1 {args}"));
        let grid: crate::Grid = serde_json::from_value(document["grid"].clone()).unwrap();
        let (tour, circular) = examined(&grid);
        assert!(tour && (circular || !args.contains("--circular")), "{args}");
        let last_number = (grid.len() * grid[0].len()) as i64;
        for (place, number) in [(first, 1), (last, last_number)] {
            assert!(place.is_none_or(|(row, column): (usize, usize)| grid[row][column] == number));
        }
    }
}

#[test]
fn a_game_is_won_with_hints() {
    let sandbox = sandbox();
    let play = |lines: &str| sandbox.with_input(&["play"], lines.as_bytes()).stdout;
    // The first level: ten numbers are missing.
    let mut played = String::new();
    for _ in 0..10 {
        let asked = play(&format!("{played}hint\n"));
        played += asked.lines().last().unwrap().split('`').nth(1).unwrap();
        played += "\n";
    }
    let won = play(&played);
    assert!(won.contains("\nsolved: "), "{won}");
}
