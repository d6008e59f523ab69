//! `solve`: tours, and what there is instead of one.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use testkit::ended;

use crate::grids::{drawn, examined, grid, json, sandbox};

#[test]
fn solutions_are_tours_as_text_and_as_documents() {
    let sandbox = sandbox();
    let default = drawn(&sandbox.ok(&["solve", "--quiet"]));
    assert_eq!((default.len(), default[0].len()), (5, 5));
    assert!(examined(&default).0);
    for args in [
        &["-s", "6"][..],
        &["--size", "7", "--circular"],
        &["--rows", "4", "--columns", "7"],
        &["--rows", "9", "--columns", "4", "--circular"],
        &[
            "--rows",
            "5",
            "--columns",
            "200",
            "--circular",
            "--start",
            "5,200",
        ],
        &["--size", "8", "--start", "3,4"],
        &["--size", "60", "--start", "60,1"],
        &["--size", "5", "--method", "random", "--circular"],
        &["--size", "9", "--method", "warnsdorff", "--circular"],
        &[
            "--size",
            "9",
            "--method",
            "backtrack",
            "--circular",
            "--start",
            "9,9",
        ],
        &["--size", "20", "--method", "rotate", "--circular"],
        &["--size", "13", "--method", "blocks"],
        &[
            "--size",
            "40",
            "--method",
            "warnsdorff",
            "--ties",
            "outward",
        ],
        &["--size", "1"],
    ] {
        let args = [&["solve", "--seed", "11"], args].concat();
        let document = json(&sandbox, &args);
        let numbers = grid(&document);
        let (tour, circular) = examined(&numbers);
        assert!(tour, "{args:?}");
        assert_eq!(document["circular"], circular, "{args:?}");
        assert!(circular || !args.contains(&"--circular"));
        assert_eq!(document["rows"], numbers.len());
        assert_eq!(document["columns"], numbers[0].len());
        assert_eq!(document["seed"], 11);
        if let Some(option) = args.iter().position(|arg| *arg == "--method") {
            assert_eq!(document["method"], args[option + 1]);
        }
        if let Some(option) = args.iter().position(|arg| *arg == "--start") {
            let (row, column) = args[option + 1].split_once(',').unwrap();
            let at = |text: &str| text.parse::<usize>().unwrap() - 1;
            assert_eq!(numbers[at(row)][at(column)], 1, "{args:?}");
        }
        // The same run again, as text.
        let text = sandbox.ok(&[&args[..], &["--quiet"]].concat());
        assert_eq!(drawn(&text), numbers, "{args:?}");
        let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 6, "{keys:?}");
    }
}

#[test]
fn a_seed_is_told_and_makes_the_run_again() {
    let sandbox = sandbox();
    for args in [
        &["solve", "-s", "12"][..],
        &["solve", "-s", "12", "--circular"],
        &["solve", "-s", "12", "--circular", "--fresh"],
        &["solve", "-s", "300", "--circular"],
    ] {
        let first = sandbox.run(args);
        let seed = first.stderr.split("seed ").nth(1).unwrap();
        let seed = seed.split([',', ';', '\n']).next().unwrap();
        let again = sandbox.ok(&[args, &["--seed", seed]].concat());
        assert_eq!(again, first.stdout, "{args:?}");
        assert_eq!(
            json(&sandbox, &[args, &["--seed", seed]].concat())["seed"].to_string(),
            seed
        );
    }
    let seeds: HashSet<String> = (0..5)
        .map(|_| json(&sandbox, &["solve", "--fresh"])["seed"].to_string())
        .collect();
    assert_eq!(seeds.len(), 5);
}

#[test]
fn grids_without_a_tour_are_told_apart() {
    let sandbox = sandbox();
    for size in ["2", "3", "4"] {
        for circular in [&[][..], &["--circular"]] {
            let args = [&["solve", "--size", size], circular].concat();
            sandbox.refuses(&args, 1, "has no ");
        }
    }
    for (args, message) in [
        (
            &["solve", "--rows", "3", "--columns", "9000"][..],
            "jumps do not lead from every cell to every other one",
        ),
        (
            &["solve", "--rows", "4", "--columns", "8", "--circular"],
            "all ways have been looked at",
        ),
        (
            &["solve", "--rows", "4", "--columns", "8", "--start", "2,4"],
            "has no tour that begins there: all ways",
        ),
        (
            &[
                "solve",
                "--rows",
                "4",
                "--columns",
                "7",
                "--method",
                "blocks",
            ],
            "cannot be filled by blocks",
        ),
        (&["solve", "-s", "1", "--circular"], "has no circular tour"),
        (&["compare", "-s", "4"], "has no circular tour"),
        (&["compare", "-s", "3", "--open"], "has no tour"),
        (
            &["compare", "--open", "--rows", "4", "--columns", "7"],
            "cannot be filled by blocks",
        ),
        (&["count", "-s", "8"], "too big to be counted: 63 cells"),
        (
            &["count", "-s", "9", "--circular"],
            "too big to be counted: 64 cells",
        ),
    ] {
        sandbox.refuses(args, 1, message);
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn wrong_arguments_are_told() {
    let sandbox = sandbox();
    for args in [
        &[][..],
        &["solve", "--size", "0"],
        &["solve", "--size", "-5"],
        &["solve", "--size", "five"],
        &["solve", "--size", "99999999999999999999"],
        &["solve", "--size", "1000000"],
        &["solve", "--rows", "5"],
        &["solve", "--size", "5", "--rows", "5", "--columns", "5"],
        &["solve", "--start", "0,1"],
        &["solve", "--start", "6,1"],
        &["solve", "--start", "1"],
        &["solve", "--start", "1,99999999999999999999"],
        &["solve", "--method", "magic"],
        &["solve", "--ties", "random"],
        &["solve", "--seed", "-1"],
        &["solve", "--seed", "9223372036854775808"],
        &["solve", "--format", "gif"],
        &["solve", "\u{1b}[31m"],
        &["count", "--threads", "0"],
        &["count", "--threads", "1000"],
        &["count", "--size", "0"],
        &["compare", "--runs", "0"],
        &["compare", "--methods", ""],
        &["solve", "--method", "rotate", "--ties", "random"],
        &["solve", "--method", "warnsdorff", "--back", "3"],
        &["solve", "--back", "3"],
        &["compare", "--methods", "rotate,blocks", "--ties", "outward"],
        &["compare", "--methods", "random,warnsdorff", "--back", "3"],
        &["solve", "--out", "tour.gif"],
        &["compare", "--out", "chart.png"],
        &["compare", "--out", "same", "--chart", "./same"],
        &["check"],
    ] {
        let ended = sandbox.run(args);
        assert_eq!(ended.code, Some(2), "{args:?}: {ended:?}");
        assert!(!ended.stderr.contains('\u{1b}'), "{args:?}");
        assert_eq!(ended.stdout, "");
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn open_tours_on_the_way_to_a_circular_one_are_shown_to_whoever_asks() {
    for method in ["warnsdorff", "rotate", "random"] {
        shows_open_tours(method);
    }
}

fn shows_open_tours(method: &str) {
    let sandbox = sandbox();
    let size = if method == "random" { "5" } else { "6" };
    let args = [
        "solve",
        "--circular",
        "-s",
        size,
        "--method",
        method,
        "--seed",
    ];
    let (seed, loud) = (0..50)
        .map(|seed: u32| seed.to_string())
        .map(|seed| {
            let loud = sandbox.run(&[&args[..], &[&seed, "--verbose"]].concat());
            (seed, loud)
        })
        .find(|(_, loud)| loud.stderr.contains("an open tour"))
        .unwrap();
    let open = drawn(&loud.stderr);
    let rows = drawn(&loud.stdout).len();
    assert_eq!(examined(&open[..rows].to_vec()), (true, false));
    assert_eq!(examined(&drawn(&loud.stdout)), (true, true));
    let normal = sandbox.run(&[&args[..], &[&seed]].concat());
    assert_eq!(normal.stdout, loud.stdout);
    assert!(!normal.stderr.contains('|'), "{normal:?}");
    let quiet = sandbox.run(&[&args[..], &[&seed, "--quiet"]].concat());
    assert_eq!((quiet.stdout, quiet.stderr), (loud.stdout, String::new()));
}

#[test]
fn a_search_without_end_can_be_stopped_or_limited() {
    let sandbox = sandbox();
    let args = ["solve", "-s", "17", "--circular", "--method", "random"];
    let limited = sandbox.run(&[&args[..], &["--limit", "100000"]].concat());
    limited.check_error(1);
    assert!(limited.stderr.contains("in 100000 steps"), "{limited:?}");
    let child = sandbox.start(&args);
    thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let stopped = ended(child);
    assert!(asked.elapsed() < Duration::from_secs(2), "{stopped:?}");
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert_eq!(stopped.stdout, "");
    assert!(stopped.stderr.starts_with("stopped after "), "{stopped:?}");
    assert!(sandbox.files().is_empty());
}

#[test]
fn a_limit_is_the_most_steps_that_may_be_taken() {
    let sandbox = sandbox();
    for method in ["random", "warnsdorff", "backtrack", "rotate", "blocks"] {
        let args = ["solve", "--circular", "--seed", "1", "--method", method];
        let found = sandbox.run(&args).stderr;
        let steps = found.split(" steps").next().unwrap();
        let steps = steps.rsplit(' ').next().unwrap().replace(',', "");
        sandbox.ok(&[&args[..], &["--limit", &steps]].concat());
        let fewer = (steps.parse::<u64>().unwrap() - 1).to_string();
        let message = format!("in {fewer} steps");
        sandbox.refuses(&[&args[..], &["--limit", &fewer]].concat(), 1, &message);
    }
}

#[test]
fn help_tells_the_size_that_is_taken() {
    let sandbox = sandbox();
    for (program, size) in [("solve", 5), ("count", 5), ("compare", 17)] {
        let help = sandbox.ok(&[program, "--help"]);
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let default = format!("How many rows and columns [default: {size}]");
        assert!(help.contains(&default), "{help}");
        let args = [program, "--runs", "1", "--methods", "blocks"];
        let args = if program == "compare" {
            &args[..]
        } else {
            &args[..1]
        };
        let document = json(&sandbox, args);
        assert_eq!(document["rows"], size);
    }
}
