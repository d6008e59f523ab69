//! `solve` and `check`.

use std::collections::HashSet;
use std::fs;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use snapbox::{assert_data_eq, file};
use testkit::ended;

use crate::{PEN_AND_PAPER, drawn, examined, json, ok, sandbox, words};

#[test]
fn solutions_are_tours_as_text_and_as_documents() {
    let sandbox = sandbox();
    // The quiz's program fills five by five if nothing is said.
    for (args, rows, columns) in [
        ("", 5, 5),
        ("-s 6", 6, 6),
        ("--size 7 --circular", 7, 7),
        ("--rows 4 --columns 7", 4, 7),
        ("--rows 9 --columns 4 --circular", 9, 4),
        ("--size 5 --method random --circular", 5, 5),
        ("--size 9 --method warnsdorff --circular", 9, 9),
        ("--size 9 --method backtrack --circular", 9, 9),
        ("--size 20 --method rotate --circular", 20, 20),
        ("--size 13 --method blocks", 13, 13),
        ("--size 700", 700, 700),
        ("--rows 5 --columns 2000 --circular", 5, 2000),
        ("--size 1", 1, 1),
    ] {
        let args = format!("solve --seed 11 {args}");
        let text = ok(&sandbox, &args);
        let numbers = drawn(&text);
        assert_eq!((numbers.len(), numbers[0].len()), (rows, columns));
        let (tour, circular) = examined(&numbers);
        assert!(tour && (circular || !args.contains("--circular")), "{args}");
        // The same run again, as a document.
        let document = json(&sandbox, &args);
        assert_eq!(document["grid"], serde_json::json!(numbers), "{args}");
        assert_eq!(document["circular"], circular, "{args}");
        assert_eq!(
            (&document["rows"], &document["columns"]),
            (&rows.into(), &columns.into())
        );
        assert_eq!(document["seed"], 11);
        let method = args.split("--method ").nth(1).map(|rest| words(rest)[0]);
        assert!(
            method.is_none_or(|method| document["method"] == method),
            "{args}"
        );
        fs::write(sandbox.path("grid"), text).unwrap();
        let kind = ["a tour, not circular", "a circular tour"][usize::from(circular)];
        let said = format!("{rows} × {columns}: {kind}\n");
        assert_eq!(ok(&sandbox, "check grid"), said);
    }
}

#[test]
fn a_seed_is_told_and_makes_the_run_again() {
    let sandbox = sandbox();
    let mut seeds = HashSet::new();
    for args in [
        "-s 12",
        "-s 12 --circular",
        "-s 12 --circular --fresh",
        "-s 300 --circular",
    ] {
        let args = format!("solve {args}");
        let first = sandbox.run(&words(&args));
        let seed = first.stderr.split("seed ").nth(1).unwrap();
        let seed = seed.split([',', ';', '\n']).next().unwrap();
        assert_eq!(ok(&sandbox, &format!("{args} --seed {seed}")), first.stdout);
        assert!(seeds.insert(seed.to_owned()));
    }
}

#[test]
fn what_cannot_be_done_is_told() {
    let sandbox = sandbox();
    for (args, message) in [
        (
            "solve --size 2",
            "has no tour: jumps do not lead from every cell",
        ),
        ("solve --size 3 --circular", "has no circular tour"),
        (
            "solve --size 4",
            "has no tour: all ways have been looked at",
        ),
        (
            "solve --rows 4 --columns 8 --circular",
            "has no circular tour: all ways",
        ),
        (
            "solve --rows 4 --columns 7 --method blocks",
            "has no circular tour: all ways",
        ),
        ("solve -s 1 --circular", "has no circular tour"),
        (
            "count -s 7",
            "too big to count its tours: 42 cells are the most",
        ),
        (
            "count -s 8 --circular",
            "count its circular tours: 49 cells are the most",
        ),
        ("check nowhere", "cannot read nowhere"),
    ] {
        sandbox.refuses(&words(args), 1, message);
    }
    for args in [
        "",
        "solve --size 0",
        "solve --size five",
        "solve --size 2001",
        "solve --rows 5",
        "solve --size 5 --rows 5 --columns 5",
        "solve --method magic",
        "solve --seed 9223372036854775808",
        "solve --format gif",
        "solve --out tour.gif",
        "solve --size 100 --out small.png",
        "solve --size 101 --format png",
        "solve --size 101 --out big.svg",
        "solve \u{1b}[31m",
        "count --threads 0",
        "check",
    ] {
        let ended = sandbox.run(&words(args));
        assert_eq!(
            (ended.code, &*ended.stdout),
            (Some(2), ""),
            "{args}: {ended:?}"
        );
        assert!(!ended.stderr.contains('\u{1b}'), "{args}");
    }
    assert!(sandbox.files().is_empty());
}

/// As the quiz's program prints them before it continues.
#[test]
fn open_tours_on_the_way_to_a_circular_one_are_shown_to_whoever_asks() {
    let sandbox = sandbox();
    for (method, size) in [("warnsdorff", 6), ("rotate", 6), ("random", 5)] {
        let args = format!("solve --circular -s {size} --method {method} --seed");
        let loud = |seed: u32| sandbox.run(&words(&format!("{args} {seed} --verbose")));
        let shows = |seed: &u32| loud(*seed).stderr.contains("an open tour");
        let seed = (0..50).find(shows).unwrap();
        let loud = loud(seed);
        let open = drawn(&loud.stderr)[..size].to_vec();
        assert_eq!(examined(&open), (true, false));
        assert_eq!(examined(&drawn(&loud.stdout)), (true, true));
        let quiet = sandbox.run(&words(&format!("{args} {seed} --quiet")));
        assert_eq!((quiet.stdout, quiet.stderr), (loud.stdout, String::new()));
    }
}

#[test]
fn whoever_waits_can_stop() {
    let sandbox = sandbox();
    for (args, said) in [
        ("solve -s 17 --circular --method random", "stopped after "),
        // The end of the pipe that it reads from is held open.
        ("check -", "ended at once"),
    ] {
        let mut command = sandbox.command(PEN_AND_PAPER);
        command
            .args(words(args))
            .stdin(std::process::Stdio::piped());
        command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _held_open = child.stdin.take();
        thread::sleep(Duration::from_millis(500));
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let stopped = ended(child);
        assert_eq!(
            (stopped.code, &*stopped.stdout),
            (Some(130), ""),
            "{stopped:?}"
        );
        assert!(stopped.stderr.trim_start().starts_with(said), "{stopped:?}");
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn grids_that_are_no_tours_are_told_with_their_flaws() {
    let sandbox = sandbox();
    let wide = "1 ".repeat(2000);
    for (content, stdout, stderr) in [
        (&b""[..], "", "grid: there are no numbers"),
        (b"\xff\xfe1\x00", "", "grid: line 1: "),
        (b"1 2\n3 4 5\n", "", "row 2 has 3 numbers"),
        (
            b"0",
            "0 at row 1, column 1 is not one of 1 to 1",
            "grid is not a tour",
        ),
        (
            b"1 1",
            "1 stands at row 1, column 1 and again",
            "grid is not a tour",
        ),
        (
            b"1 2",
            "1 × 2: no tour, 1 flaw\n  no jump leads from 1",
            "grid is not a tour",
        ),
        (wide.as_bytes(), "and 3,978 more", "grid is not a tour"),
    ] {
        fs::write(sandbox.path("grid"), content).unwrap();
        let ended = sandbox.run(&["check", "grid"]);
        ended.check_error(1);
        assert!(ended.stdout.contains(stdout), "{stdout}: {ended:?}");
        assert!(ended.stderr.contains(stderr), "{stderr}: {ended:?}");
        assert!(!ended.stderr.contains('\u{1b}') && !ended.stderr.contains('\0'));
    }
}

#[test]
fn drawings_are_as_they_were_looked_at() {
    let sandbox = sandbox();
    let circular = "solve -s 6 --circular --method backtrack --seed 1";
    assert_data_eq!(ok(&sandbox, circular), file!["../snapshots/tour.txt"]);
    let drawn = |args: &str| ok(&sandbox, &format!("{args} --format svg"));
    assert_data_eq!(drawn(circular), file!["../snapshots/tour.svg": Text]);
    // An open tour has other colours, and no jump back.
    let open = drawn("solve -s 6 --method rotate --seed 1");
    assert_data_eq!(open, file!["../snapshots/open.svg": Text]);
    // What the README shows.
    let shown = drawn("solve -s 10 --circular --seed 1");
    assert_data_eq!(shown, file!["../../docs/tour.svg": Text]);
    // A cell is a square of five pixels, in the colour of its number.
    ok(
        &sandbox,
        "solve --rows 5 --columns 200 --circular --out mosaic.png",
    );
    let picture = fs::File::open(sandbox.path("mosaic.png")).unwrap();
    let decoder = png::Decoder::new(std::io::BufReader::new(picture));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!((reader.info().width, reader.info().height), (1000, 25));
    let colour = |row: usize, column: usize| &pixels[3 * (row * 1000 + column)..][..3];
    let cells = (0..5000).map(|cell| (cell / 1000, cell % 1000));
    assert!(
        cells
            .clone()
            .all(|(row, x)| colour(row, x) == colour(0, x / 5 * 5))
    );
    let first: HashSet<&[u8]> = (0..200).map(|cell| colour(0, 5 * cell)).collect();
    assert!(first.len() > 100, "{}", first.len());
}
