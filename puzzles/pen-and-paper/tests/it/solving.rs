//! `solve` and `check`.

use std::fs;

use snapbox::{assert_data_eq, file};
use testkit::words;

use crate::{PEN_AND_PAPER, drawn, examined, sandbox};

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
fn impossible_requests_are_rejected() {
    let sandbox = sandbox();
    let refused = "
        solve --size 2: has no tour: jumps do not lead from every cell
        solve --size 4: has no tour: all possibilities have been checked
        solve --size 4x8 --circular: has no circular tour: all possibilities
        solve --size 4x7 --method blocks: has no circular tour: all possibilities
        solve -s 1 --circular: has no circular tour
        count -s 7: too large to count its tours; the limit is 42 cells
        count -s 8 --circular: too large to count its circular tours; the limit is 56 cells
        check nowhere: there is no file nowhere
        solve -s 4x5 --start 1,1 --end 1,2: 20 does not fit at row 1, column 2
        play -s 4: 4 × 4 has no tour";
    sandbox.refuses_lines(1, refused);
    let refused = "
        solve --size 0: a grid has 1 to 2000 rows and columns, not 0 × 0
        solve --size five: expected a number such as 5
        solve --size 2001: not 2001 × 2001
        solve --size 5x: expected a number such as 5
        solve --size 5x5x5: expected a number such as 5
        solve grid --size 5: cannot be used with
        solve grid --start 1,1: cannot be used with
        solve --start 1,1 --method rotate: cannot be used with
        solve --start 0,1: expected a row and a column counted from 1
        solve --end 1: expected a row and a column counted from 1
        solve --start 6,1: 5 × 5 has no row 6, column 1
        count --start 6,1: 5 × 5 has no row 6, column 1
        play --laid 25: must leave at least one free";
    sandbox.refuses_lines(2, refused);
    assert!(sandbox.files().is_empty());
}

#[test]
fn long_work_stops_on_a_signal() {
    let sandbox = sandbox();
    for (args, said) in [
        ("solve -s 17 --circular --method random", "stopped; no tour"),
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
fn foreign_grids_are_read_and_their_errors_reported() {
    let sandbox = sandbox();
    for (content, message) in [
        (
            &b"1 2\n3 4\n"[..],
            "2 × 2: no tour: no jump leads from 1 at row 1, column 1 to 2 at row 1, column 2",
        ),
        (b"\xef\xbb\xbf1,2\r\n3;4", "2 × 2: no tour"),
        (b"+-+-+\n|1|2|\n+=+=+\n\n|3|4|\n+-+-+\n", "2 × 2: no tour"),
        (b"1 1", "1 is at row 1, column 1 and again at row 1, "),
        (b"1 3", "3 at row 1, column 2 is not one of 1 to 2"),
        (b"---\n", "rows and columns, not 0 × 0"),
        (b"1 2\n3 4 5\n", "row 2 has 3 cells, and row 1 has 2"),
        (
            b"1 2\n3 -4\n",
            "line 2: '-4' is neither a number nor a free",
        ),
        (
            b"1 99999999999\n",
            "line 1: '99999999999' is neither a number",
        ),
        (
            b"1\n\n\x1b[31m",
            "line 3: '\\u{1b}[31m' is neither a number",
        ),
        (b"\xff\xfe1\x00", "line 1: "),
        (
            b"{\"grid\":[[1,2],[3]]}",
            "row 2 has 1 cell, and row 1 has 2",
        ),
        (b"{\"grid\":7}", "invalid type"),
    ] {
        fs::write(sandbox.path("grid"), content).unwrap();
        sandbox.refuses(&["check", "grid"], 1, message);
    }
}

/// The first example of Ruby Quiz 90: 1 to 14, after which no jump is left.
const QUIZ: &str = " -------------------
|  .   1   4   .  14|
| 10   .   .  11   6|
|  3   .   8   2   .|
|  .  12   5   .  13|
|  9   .   .   .   7|
 -------------------
";

#[test]
fn unfinished_grids_are_finished_or_their_first_wrong_number_is_named() {
    let sandbox = sandbox();
    let given = |grid: &str, args: &str| {
        let args = format!("{args} --seed 1 --format json");
        sandbox.with_input(&words(&args), grid.as_bytes())
    };
    let stuck = given(QUIZ, "solve -");
    stuck.check_reason(
        1,
        "9 does not fit at row 5, column 1: no tour has it and the numbers before",
    );
    stuck.check_reason(1, "erase 9 and the numbers after it");
    // Its first eight numbers fit, and only one tour has them. Empty cells need no sign.
    let eight = ["14", "13", "12", "11", "10", " 9"]
        .iter()
        .fold(QUIZ.to_owned(), |grid, number| grid.replace(number, " ."));
    for grid in [
        eight.clone(),
        "| |1|4|.|.|\n|.| | | |6|\n|3| |8|2| |\n| | |5| | |\n| | | | |7|".to_owned(),
    ] {
        let checked = sandbox.with_input(&["check", "-"], grid.as_bytes());
        let said = "5 × 5: 8 of 25 numbers are placed, and no rule is broken\n";
        assert_eq!((checked.code, &checked.stdout[..]), (Some(0), said));
        let document: serde_json::Value =
            serde_json::from_str(&given(&grid, "solve -").stdout).unwrap();
        assert_eq!(document["grid"][0][1], 1);
        assert_eq!(document["grid"][4][4], 7);
        assert_eq!(document["method"], serde_json::Value::Null);
    }
    given(&eight, "solve --circular -").check_reason(1, "8 does not fit at row 3, column 3");
    given("1 2 3", "solve -").check_reason(1, "1 × 3 has no tour");
    let flaw = "no jump leads from 1 at row 1, column 1 to 2";
    given(
        "1 2 . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .",
        "solve -",
    )
    .check_reason(1, flaw);
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

/// The completed boards that the quiz shows.
#[test]
fn the_grids_of_the_quiz_are_tours_and_what_is_printed_is_read() {
    let sandbox = sandbox();
    let five = "
| 14   1   8  25   2|
|  6  23  16   5  22|
| 18  10  13  19   9|
| 15   4   7  24   3|
| 12  20  17  11  21|";
    let six = "
| 33  21  10  32  35  11|
| 16  26   5  13  25   6|
|  9  31  34  22  30   1|
|  4  20  17  27  36  12|
| 15  23   8  14  24   7|
| 18  28   3  19  29   2|";
    let check = |grid: &str| sandbox.with_input(&["check", "-"], grid.as_bytes()).stdout;
    assert_eq!(check(five), "5 × 5: a tour, not circular\n");
    assert_eq!(check(six), "6 × 6: a tour, not circular\n");
    for format in ["text", "json"] {
        let grid = sandbox.says(&format!("solve --circular --seed 1 --format {format}"));
        assert_eq!(check(&grid), "5 × 5: a circular tour\n");
    }
    // A letter of `play` is a free cell, and its words are no row.
    let begun = sandbox.with_input(&["play"], b"quit\n").stdout;
    assert!(begun.contains(" a "), "{begun}");
    assert_eq!(
        check(&begun),
        "5 × 5: 15 of 25 numbers are placed, and no rule is broken\n"
    );
}

#[test]
fn a_game_is_won_with_hints() {
    let sandbox = sandbox();
    let play = |args: &str, lines: &str| sandbox.with_input(&words(args), lines.as_bytes()).stdout;
    // The first level: ten numbers are missing.
    assert!(play("play", "").contains("15 of 25 numbers are placed"));
    let mut played = String::new();
    for _ in 0..10 {
        let asked = play("play", &format!("{played}hint\n"));
        played += asked.lines().last().unwrap().split('`').nth(1).unwrap();
        played += "\n";
    }
    let won = play("play", &played);
    assert!(won.contains("\nsolved: a "), "{won}");
    // From the wrong one of the first two cells, no tour continues.
    let wrong = play("play", "a\na\nhint\nundo 2\nhint\n");
    assert!(
        wrong.contains("\nno solution continues from here: `undo 2`\n"),
        "{wrong}"
    );
    assert!(
        wrong.ends_with("`b` puts 16 at row 4, column 5, and a tour continues from there\n"),
        "{wrong}"
    );
    let refused = play(
        "play --laid 1",
        "zz\nundo\na\nundo two\n\nhelp\nshow\nu 3\n",
    );
    for said in [
        "zz is neither a letter",
        "nothing to undo",
        "may follow undo, such as",
    ] {
        assert!(refused.contains(said), "{refused}");
    }
    // Undone numbers are free again, but those of the beginning stay.
    assert!(play("play --laid 3", "a\na\nundo 9\n").contains("\n3 of 25 numbers are placed"));
}

#[test]
fn drawings_match_the_reviewed_ones() {
    let sandbox = sandbox();
    let circular = "solve -s 6 --circular --method backtrack --seed 1";
    assert_data_eq!(sandbox.says(circular), file!["../snapshots/tour.txt"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let sandbox = sandbox();
    let script = format!("{PEN_AND_PAPER} solve -s 1000 --circular --quiet | head -c 100");
    let piped = sandbox.command("sh").args(["-c", &script]).output();
    assert!(piped.unwrap().stderr.is_empty());
}
