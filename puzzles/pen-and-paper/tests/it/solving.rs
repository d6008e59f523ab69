//! `solve` and `check`.

use std::fs;

use snapbox::{assert_data_eq, file};
use testkit::{Ended, words};

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
fn a_seed_is_told_and_makes_the_run_again() {
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
fn what_cannot_be_done_is_told() {
    let sandbox = sandbox();
    let refused = "
        solve --size 2: has no tour: jumps do not lead from every cell
        solve --size 4: has no tour: all ways have been looked at
        solve --size 4x8 --circular: has no circular tour: all ways
        solve --size 4x7 --method blocks: has no circular tour: all ways
        solve -s 1 --circular: has no circular tour
        count -s 7: too big to count its tours: 42 cells are the most
        count -s 8 --circular: too big to count its circular tours: 56 cells are the most
        check nowhere: cannot read nowhere";
    for (args, message) in refused.lines().filter_map(|line| line.split_once(": ")) {
        sandbox.refuses(&words(args), 1, message);
    }
    for size in ["0", "five", "2001", "5x", "5x5x5", "101 --format svg"] {
        let args = format!("solve --size {size}");
        sandbox.refuses(&words(&args), 2, "error: ");
    }
    assert!(sandbox.files().is_empty());
}

/// The quiz's program prints them before it continues.
#[test]
fn open_tours_on_the_way_to_a_circular_one_are_shown_to_whoever_asks() {
    let sandbox = sandbox();
    for (method, size) in [("warnsdorff", 6), ("rotate", 6), ("random", 5)] {
        let args = format!("solve --circular -s {size} --method {method} --verbose --seed");
        let mut runs = (0..50).map(|seed| sandbox.run(&words(&format!("{args} {seed}"))));
        let shows = |run: &Ended| run.stderr.contains("an open tour");
        let run = runs.find(shows).unwrap();
        let open = drawn(&run.stderr)[..size].to_vec();
        assert_eq!(examined(&open), (true, false));
        assert_eq!(examined(&drawn(&run.stdout)), (true, true));
    }
}

#[test]
fn whoever_waits_can_stop() {
    let sandbox = sandbox();
    for (args, said) in [
        ("solve -s 17 --circular --method random", "stopped after "),
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
fn grids_from_elsewhere_are_read_and_their_flaws_told() {
    let sandbox = sandbox();
    for (content, message) in [
        (
            &b"1 2\n3 4\n"[..],
            "2 × 2: no tour: no jump leads from 1 at row 1, column 1 to 2 at row 1, column 2",
        ),
        (b"\xef\xbb\xbf1,2\r\n3;4", "2 × 2: no tour"),
        (b"+-+-+\n|1|2|\n+=+=+\n\n|3|4|\n+-+-+\n", "2 × 2: no tour"),
        (b"1 1", "1 is at row 1, column 1 and again at row 1, "),
        (b"0 1", "0 at row 1, column 1 is not one of 1 to 2"),
        (b"1 3", "3 at row 1, column 2 is not one of 1 to 2"),
        (b"---\n", "rows and columns, not 0 × 0"),
        (b"1 2\n3 4 5\n", "row 2 has 3 numbers, and row 1 has 2"),
        (b"1 2\n3 -4\n", "line 2: '-4' is not a number of a tour"),
        (b"1 99999999999\n", "line 1: '99999999999' is not a number"),
        (b"1\n\n\x1b[31m", "line 3: '\\u{1b}[31m' is not a number"),
        (b"\xff\xfe1\x00", "line 1: "),
    ] {
        fs::write(sandbox.path("grid"), content).unwrap();
        sandbox.refuses(&["check", "grid"], 1, message);
    }
}

#[test]
fn drawings_are_as_they_were_looked_at() {
    let sandbox = sandbox();
    let circular = "solve -s 6 --circular --method backtrack --seed 1";
    assert_data_eq!(sandbox.says(circular), file!["../snapshots/tour.txt"]);
    let drawn = |args: &str| sandbox.says(&format!("{args} --format svg"));
    assert_data_eq!(drawn(circular), file!["../snapshots/tour.svg": Text]);
    // An open tour has other colours, and no jump back.
    let open = drawn("solve -s 6 --method rotate --seed 1");
    assert_data_eq!(open, file!["../snapshots/open.svg": Text]);
    // What the README shows.
    let shown = drawn("solve -s 10 --circular --seed 1");
    assert_data_eq!(shown, file!["../../docs/tour.svg": Text]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let sandbox = sandbox();
    let script = format!("{PEN_AND_PAPER} solve -s 1000 --circular --quiet | head -c 100");
    let piped = sandbox.command("sh").args(["-c", &script]).output();
    assert!(piped.unwrap().stderr.is_empty());
}
