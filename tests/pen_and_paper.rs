//! Pen and Paper: counts against a backtracking that shares no code with them,
//! and the program as a user, or another program, runs it.
#![cfg(unix)]

mod common {
    pub mod program;
}

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use blackbox::puzzles::pen_and_paper::rules::Board;
use blackbox::puzzles::pen_and_paper::search::{Method, Ties};
use blackbox::puzzles::pen_and_paper::stages::compare::{Contest, Record};
use blackbox::puzzles::pen_and_paper::stages::solve::Solution;
use blackbox::puzzles::pen_and_paper::tour::Tour;
use blackbox::puzzles::pen_and_paper::view;
use common::program::{Ended, Sandbox, ended};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use snapbox::{assert_data_eq, file};

const PEN_AND_PAPER: &str = env!("CARGO_BIN_EXE_pen-and-paper");

fn sandbox() -> Sandbox {
    Sandbox::of(PEN_AND_PAPER)
}

fn json(sandbox: &Sandbox, args: &[&str]) -> Value {
    let args = [args, &["--format", "json", "--quiet"]].concat();
    serde_json::from_str(&sandbox.ok(&args)).unwrap()
}

/// A filled grid.
type Grid = Vec<Vec<i64>>;

fn grid(document: &Value) -> Grid {
    serde_json::from_value(document["grid"].clone()).unwrap()
}

/// A filled grid out of the text that the program prints.
fn drawn(text: &str) -> Grid {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| {
        let numbers = row.trim_matches(['|', ' ']).split_whitespace();
        numbers.map(|number| number.parse().unwrap()).collect()
    })
    .collect()
}

/// Is there a jump: three cells along a row or column, or two diagonally?
fn is_jump(from: (i64, i64), to: (i64, i64)) -> bool {
    let (down, right) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    matches!((down, right), (3, 0) | (0, 3) | (2, 2))
}

/// Is every number from 1 on there once, each a jump away from the one before?
/// And is 1 a jump away from the last?
fn examined(grid: &Grid) -> (bool, bool) {
    let mut places: Vec<(i64, (i64, i64))> = Vec::new();
    for (row, numbers) in (0..).zip(grid) {
        for (column, &number) in (0..).zip(numbers) {
            places.push((number, (row, column)));
        }
    }
    places.sort_unstable();
    let numbers: Vec<i64> = places.iter().map(|(number, _)| *number).collect();
    let expected: Vec<i64> = (1..=places.len() as i64).collect();
    let jumps = places.windows(2).all(|pair| is_jump(pair[0].1, pair[1].1));
    let ends = (places[places.len() - 1].1, places[0].1);
    (numbers == expected && jumps, is_jump(ends.0, ends.1))
}

/// All tours that go on from a cell: how many, and how many of them come back
/// to a jump away from their first cell. Plain backtracking.
fn backtrack(
    taken: &mut [Vec<bool>],
    first: (i64, i64),
    at: (i64, i64),
    left: usize,
) -> (u64, u64) {
    if left == 0 {
        return (1, u64::from(is_jump(at, first)));
    }
    let (rows, columns) = (taken.len() as i64, taken[0].len() as i64);
    let mut counts = (0, 0);
    for row in (at.0 - 3).max(0)..(at.0 + 4).min(rows) {
        for column in (at.1 - 3).max(0)..(at.1 + 4).min(columns) {
            let (i, j) = (row as usize, column as usize);
            if !taken[i][j] && is_jump(at, (row, column)) {
                taken[i][j] = true;
                let (all, closing) = backtrack(taken, first, (row, column), left - 1);
                counts = (counts.0 + all, counts.1 + closing);
                taken[i][j] = false;
            }
        }
    }
    counts
}

fn count_plainly(rows: usize, columns: usize) -> (u64, u64) {
    let mut counts = (0, 0);
    for row in 0..rows {
        for column in 0..columns {
            let mut taken = vec![vec![false; columns]; rows];
            taken[row][column] = true;
            let first = (row as i64, column as i64);
            let (all, closing) = backtrack(&mut taken, first, first, rows * columns - 1);
            counts = (counts.0 + all, counts.1 + closing);
        }
    }
    counts
}

#[test]
fn counts_are_those_of_plain_backtracking() {
    let sandbox = sandbox();
    for (rows, columns) in [
        (1, 1),
        (1, 4),
        (2, 2),
        (3, 3),
        (3, 4),
        (4, 4),
        (4, 5),
        (5, 4),
        (4, 6),
        (4, 7),
        (5, 5),
    ] {
        let (all, closing) = count_plainly(rows, columns);
        let (r, c) = (rows.to_string(), columns.to_string());
        let document = json(&sandbox, &["count", "--rows", &r, "--columns", &c]);
        assert_eq!(document["rows"], rows);
        assert_eq!(document["columns"], columns);
        assert_eq!(document["directed"], all, "{rows} × {columns}");
        assert_eq!(document["closing"], closing, "{rows} × {columns}");
        assert_eq!(document["circular"], Value::Null);
        let args = ["count", "--circular", "--rows", &r, "--columns", &c];
        let circular = json(&sandbox, &args);
        let cells = (rows * columns) as u64;
        assert_eq!(circular["circular"], closing / (2 * cells));
        assert_eq!(circular["closing"], closing);
        assert_eq!(circular["directed"], all);
    }
}

/// Figures of five by five that others have published, and those up to
/// symmetry.
#[test]
fn five_by_five_has_as_many_tours_as_is_known() {
    let sandbox = sandbox();
    let document = json(&sandbox, &["count", "--circular"]);
    assert_eq!(document["directed"], 12_400);
    assert_eq!(document["closing"], 2_400);
    assert_eq!(document["circular"], 48);
    assert_eq!(document["up_to_symmetry"]["directed"], 1_550);
    assert_eq!(document["up_to_symmetry"]["undirected"], 777);
    assert_eq!(document["up_to_symmetry"]["circular"], 7);
    let table = sandbox.run(&["count", "--size", "5"]);
    assert_eq!(table.code, Some(0));
    assert_data_eq!(table.stdout, file!["snapshots/pen_and_paper/count.txt"]);
}

#[test]
fn the_published_counts_are_found_again() {
    let sandbox = sandbox();
    let table = include_str!("../data/reference/pen-and-paper.csv");
    let mut lines = table.lines();
    assert_eq!(
        lines.next(),
        Some(
            "rows,columns,directed,closing,circular,directed_up_to_symmetry,\
             undirected_up_to_symmetry,circular_up_to_symmetry,command,seconds"
        )
    );
    let mut compared = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let (rows, columns) = (fields[0], fields[1]);
        let cells: u32 = rows.parse::<u32>().unwrap() * columns.parse::<u32>().unwrap();
        if cells > 36 {
            continue;
        }
        let args = ["count", "--rows", rows, "--columns", columns];
        let all = json(&sandbox, &args);
        let circular = json(&sandbox, &[&args[..], &["--circular"]].concat());
        let found = [
            &all["directed"],
            &all["closing"],
            &circular["circular"],
            &all["up_to_symmetry"]["directed"],
            &all["up_to_symmetry"]["undirected"],
            &circular["up_to_symmetry"]["circular"],
        ];
        let found: Vec<String> = found.iter().map(|value| value.to_string()).collect();
        assert_eq!(found, fields[2..8], "{rows} × {columns}");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

/// A column of the published table.
fn published(rows: u32, columns: u32, name: &str) -> u64 {
    let table = include_str!("../data/reference/pen-and-paper.csv");
    let mut lines = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = header.iter().position(|other| *other == name).unwrap();
    let (rows, columns) = (rows.to_string(), columns.to_string());
    let line = lines.find(|line| line[0] == rows && line[1] == columns);
    line.unwrap()[column].parse().unwrap()
}

#[test]
fn a_count_that_was_stopped_goes_on_and_ends_in_the_same_number() {
    let sandbox = sandbox();
    let args = ["count", "--rows", "5", "--columns", "8", "--threads", "2"];
    let child = sandbox.start(&args);
    let units = || {
        let count = "select count(*) from PenAndPaperUnits where ways = 'open'";
        if !sandbox.db().exists() {
            return 0;
        }
        let connection = sandbox.sql();
        let found = connection.query_row(count, [], |row| row.get::<_, i64>(0));
        found.unwrap_or(0)
    };
    let begun = Instant::now();
    while units() < 2 {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "nothing is counted"
        );
        thread::sleep(Duration::from_millis(10));
    }
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let stopped = ended(child);
    assert!(asked.elapsed() < Duration::from_secs(2), "{stopped:?}");
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert_eq!(stopped.stdout, "");
    assert!(
        stopped.stderr.contains("the same command goes on"),
        "{stopped:?}"
    );
    let kept = units();

    // Two at once go on from there, on other numbers of threads.
    let one = [&args[..6], &["1", "--format", "json"]].concat();
    let children = [sandbox.start(&one), sandbox.start(&one)];
    for again in children.map(ended) {
        assert_eq!(again.code, Some(0), "{again:?}");
        assert!(
            again.stderr.contains("parts are counted already"),
            "{again:?}"
        );
        let document: Value = serde_json::from_str(&again.stdout).unwrap();
        assert_eq!(document["directed"], published(5, 8, "directed"));
        assert_eq!(document["closing"], published(5, 8, "closing"));
    }
    assert!(kept < units());
    let unfinished = "select count(*) from PenAndPaperCounts where finished_at is null";
    assert_eq!(sandbox.number(unfinished), 0);
}

#[test]
fn a_finished_count_is_not_counted_again_unless_that_is_wanted() {
    let sandbox = sandbox();
    let first = sandbox.ok(&["count"]);
    sandbox
        .sql()
        .execute_batch("update PenAndPaperUnits set seconds = 1000")
        .unwrap();
    let counted = "select count(*) from PenAndPaperUnits where seconds < 1000";
    assert_eq!(sandbox.ok(&["count"]), first);
    // The transposed grid is the same, and another version's units are not.
    sandbox.ok(&["count", "--rows", "6", "--columns", "5"]);
    let units = sandbox.number("select count(*) from PenAndPaperUnits");
    sandbox.ok(&["count", "--rows", "5", "--columns", "6"]);
    assert_eq!(
        sandbox.number("select count(*) from PenAndPaperUnits"),
        units
    );
    let before = sandbox.number(counted);
    assert_eq!(sandbox.ok(&["count", "--force"]), first);
    assert!(sandbox.number(counted) > before);
    let other_version = "update PenAndPaperCounts set units_version = 0;
        update PenAndPaperUnits set nb_ways = 0 where rows = 5 and columns = 5";
    sandbox.sql().execute_batch(other_version).unwrap();
    assert_eq!(sandbox.ok(&["count"]), first);
}

#[test]
fn a_damaged_count_is_not_believed() {
    let sandbox = sandbox();
    let first = sandbox.ok(&["count"]);
    for damage in [
        "update PenAndPaperUnits set nb_ways = nb_ways + 1 where unit = 0",
        "update PenAndPaperUnits set nb_ways = nb_ways + 8 where unit = 0 and ways = 'closed'",
        "update PenAndPaperUnits set nb_ways = -1 where unit = 3",
        "update PenAndPaperUnits set nb_ways = 9223372036854775807 where unit = 3",
        "update PenAndPaperUnits set weight = 3 where unit = 0",
        "update PenAndPaperUnits set symmetry = 'half turn' where unit = 1",
        "update PenAndPaperUnits set unit = -1 where unit = 1",
        "update PenAndPaperUnits set unit = 1000 where unit = 1",
    ] {
        sandbox.sql().execute_batch(damage).unwrap();
        let ended = sandbox.run(&["count"]);
        ended.check_error(1);
        assert_eq!(ended.stdout, "", "{damage}");
        assert!(ended.stderr.contains("--force"), "{damage}: {ended:?}");
        assert_eq!(sandbox.ok(&["count", "--force"]), first);
    }
}

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
                && answer.stderr.contains("damaged"),
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
    let sandbox = sandbox();
    let args = [
        "solve",
        "--circular",
        "-s",
        "6",
        "--method",
        "warnsdorff",
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
    assert_eq!(examined(&open[..6].to_vec()), (true, false));
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
fn files_are_whole_or_as_they_were() {
    let sandbox = sandbox();
    let solve = |more: &[&str]| {
        let args = [
            &["solve", "-s", "9", "--circular", "--fresh", "--seed", "1"],
            more,
        ]
        .concat();
        sandbox.run(&args)
    };
    let text = solve(&["--quiet"]).stdout;
    let written = solve(&["--out", "tour.txt"]);
    assert_eq!((written.code, &*written.stdout), (Some(0), ""));
    assert_eq!(fs::read_to_string(sandbox.path("tour.txt")).unwrap(), text);
    // The name says how it is written, unless the option does.
    solve(&["--out", "tour.JSON"]);
    let document = fs::read_to_string(sandbox.path("tour.JSON")).unwrap();
    assert!(document.starts_with(r#"{"rows":9,"columns":9,"circular":true,"grid":[["#));
    solve(&["--out", "tour.json", "--format", "text"]);
    assert_eq!(fs::read_to_string(sandbox.path("tour.json")).unwrap(), text);
    solve(&["--out", "tour.txt", "--format", "svg"]);
    assert!(
        fs::read_to_string(sandbox.path("tour.txt"))
            .unwrap()
            .starts_with("<svg")
    );
    let failed = solve(&["--out", "none/tour.txt"]);
    failed.check_error(1);
    assert!(
        failed.stderr.contains("cannot write none/tour.txt"),
        "{failed:?}"
    );
    solve(&["--out", "data"]).check_error(1);
    assert_eq!(solve(&["--out", "/dev/null"]).code, Some(0));
    let names: Vec<String> = sandbox
        .files()
        .into_iter()
        .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with("blackbox.db"))
        .collect();
    assert_eq!(names, ["data", "tour.JSON", "tour.json", "tour.txt"]);
}

#[test]
fn big_grids_are_filled_and_drawn_small() {
    let sandbox = sandbox();
    let big = [
        "solve",
        "-s",
        "1000",
        "--circular",
        "--seed",
        "1",
        "--quiet",
    ];
    let document = json(&sandbox, &big[..6]);
    assert_eq!(examined(&grid(&document)), (true, true));
    assert_eq!(document["method"], "blocks");
    let open = json(&sandbox, &["solve", "-s", "700", "--seed", "1"]);
    assert!(examined(&grid(&open)).0);
    assert_eq!(open["method"], "warnsdorff");
    sandbox.ok(&[&big[..], &["--out", "big.png"]].concat());
    sandbox.ok(&[&big[..], &["--out", "big.svg"]].concat());
    let svg = fs::read_to_string(sandbox.path("big.svg")).unwrap();
    assert_eq!(svg.matches("<rect").count(), 1 + 100 * 100);
    assert!(svg.len() < 1_000_000);
    let decoder = png::Decoder::new(std::io::BufReader::new(
        fs::File::open(sandbox.path("big.png")).unwrap(),
    ));
    let info = decoder.read_info().unwrap().info().clone();
    assert_eq!((info.width, info.height), (1000, 1000));
    // One too long for a picture is drawn by every third cell or so.
    let long = [
        "solve",
        "--rows",
        "5",
        "--columns",
        "10000",
        "--out",
        "long.png",
    ];
    sandbox.ok(&long);
    let decoder = png::Decoder::new(std::io::BufReader::new(
        fs::File::open(sandbox.path("long.png")).unwrap(),
    ));
    let info = decoder.read_info().unwrap().info().clone();
    assert_eq!((info.width, info.height), (3334, 2));
    let readers = sandbox.command("sh");
    let mut readers = readers;
    let head = format!("{PEN_AND_PAPER} solve -s 1000 --circular --quiet | head -c 100");
    let output: Ended = readers.args(["-c", &head]).output().unwrap().into();
    assert_eq!((output.code, &*output.stderr), (Some(0), ""), "{output:?}");
}

#[test]
fn methods_are_compared() {
    let sandbox = sandbox();
    let args = [
        "compare", "--size", "6", "--runs", "4", "--seed", "9", "--limit", "20000",
    ];
    let document = json(&sandbox, &args);
    let methods = document["methods"].as_array().unwrap();
    let names: Vec<&str> = methods
        .iter()
        .map(|m| m["method"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["random", "warnsdorff", "backtrack", "rotate", "blocks"]
    );
    assert_eq!(document["circular"], true);
    assert_eq!(document["runs"], 4);
    let mut quickest = f64::MAX;
    for method in &methods[1..] {
        assert_eq!(method["found"], 4);
        let time = |key: &str| method[key].as_f64().unwrap();
        assert!(time("shortest") <= time("median") && time("median") <= time("longest"));
        assert!(time("ratio") >= 1.0);
        quickest = quickest.min(time("ratio"));
    }
    assert_eq!(quickest, 1.0);
    // Steps are those of the same seeds whenever it is run.
    let steps = |document: &Value| -> Vec<Value> {
        let methods = document["methods"].as_array().unwrap();
        methods
            .iter()
            .map(|method| method["median_steps"].clone())
            .collect()
    };
    assert_eq!(steps(&json(&sandbox, &args)), steps(&document));
    let table = sandbox.ok(&[&args[..], &["--chart", "chart.svg"]].concat());
    assert!(
        table.starts_with("circular tours of 6 × 6: 4 runs, seed 9"),
        "{table}"
    );
    assert_eq!(table.lines().count(), 3 + 5);
    let chart = fs::read_to_string(sandbox.path("chart.svg")).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("circular tours of 6 × 6"));
    let open = sandbox.ok(&[
        "compare",
        "-s",
        "8",
        "--runs",
        "2",
        "--open",
        "--methods",
        "rotate,blocks",
    ]);
    assert!(open.starts_with("tours of 8 × 8: 2 runs"), "{open}");
    assert_eq!(sandbox.files().len(), 1, "only the chart");
}

#[test]
fn grids_are_checked() {
    let sandbox = sandbox();
    let text = sandbox.ok(&["solve", "--circular", "--fresh", "--seed", "3"]);
    let document = sandbox.ok(&["solve", "--fresh", "--seed", "3", "--format", "json"]);
    let plain = drawn(&text)
        .iter()
        .map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n")
        .collect::<String>();
    for (name, content) in [("text", &text), ("plain", &plain)] {
        fs::write(sandbox.path(name), content).unwrap();
        assert_eq!(sandbox.ok(&["check", name]), "5 × 5: a circular tour\n");
    }
    fs::write(sandbox.path("document"), &document).unwrap();
    let circular = document.contains(r#""circular":true"#);
    let expected = if circular {
        "a circular tour"
    } else {
        "a tour, not circular"
    };
    assert_eq!(
        sandbox.ok(&["check", "document"]),
        format!("5 × 5: {expected}\n")
    );
    let found = json(&sandbox, &["check", "plain"]);
    assert_eq!(found["tour"], true);
    assert_eq!(found["circular"], true);
    assert_eq!(found["flaws"], 0);

    // Two numbers change places, so that the way breaks.
    let numbers = drawn(&text);
    let (from, to) = (numbers[2][1], numbers[2][2]);
    let mut broken = numbers.clone();
    broken[2][1] = to;
    broken[2][2] = from;
    let broken = serde_json::to_string(&broken).unwrap();
    fs::write(sandbox.path("broken"), broken).unwrap();
    let ended = sandbox.run(&["check", "broken"]);
    ended.check_error(1);
    assert!(ended.stdout.starts_with("5 × 5: no tour, "), "{ended:?}");
    assert!(ended.stdout.contains("no jump leads from "), "{ended:?}");
    assert!(ended.stdout.contains("at row 3, column 2"), "{ended:?}");
    assert_eq!(ended.stderr, "error: broken is not a tour\n");
    let ended = sandbox.run(&["check", "broken", "--format", "json"]);
    let found: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(
        (&found["tour"], &found["circular"]),
        (&false.into(), &false.into())
    );
    assert_eq!(found["first_flaws"][0]["kind"], "break");
    assert_eq!(
        found["flaws"],
        found["first_flaws"].as_array().unwrap().len()
    );

    let mut stdin = sandbox
        .command(PEN_AND_PAPER)
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    stdin
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let piped = ended_of(stdin);
    assert_eq!(piped.stdout, "5 × 5: a circular tour\n");
}

fn ended_of(child: std::process::Child) -> Ended {
    ended(child)
}

#[test]
fn hostile_grids_are_refused_in_one_line() {
    let sandbox = sandbox();
    let deep = "[".repeat(100_000);
    let wide = "1 ".repeat(300_000);
    for (content, message) in [
        (&b""[..], "there are no numbers"),
        (b"\x1b[2J\x07", "this is not plain text"),
        (b"\xff\xfe1\x00", "this is not plain text"),
        (b"1 2\n3 4 5\n", "row 2 has 3 numbers"),
        (b"1 2\n3 -4\n", "a dash belongs to no number"),
        (
            b"99999999999999999999",
            "line 1, column 10: a number is too big",
        ),
        (b"{\"grid\":[[1,\"\x1b\"]]}", "line 1 column"),
        (b"{\"grid\":[[4294967296]]}", "line 1 column"),
        (b"{\"rows\":9,\"grid\":[[1]]}", "rows and columns are not"),
        (b"{}", "missing field `grid`"),
        (deep.as_bytes(), "line 1 column"),
    ] {
        fs::write(sandbox.path("hostile"), content).unwrap();
        let ended = sandbox.run(&["check", "hostile"]);
        ended.check_error(1);
        assert!(ended.stderr.contains(message), "{message}: {ended:?}");
        assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
        assert_eq!(ended.stdout, "");
    }
    for (content, message) in [
        (&b"0"[..], "0 at row 1, column 1 is not one of 1 to 1"),
        (b"1 1", "1 stands at row 1, column 1 and again"),
        (b"1 2", "no jump leads from 1"),
        (wide.as_bytes(), "and 599,978 more"),
    ] {
        fs::write(sandbox.path("hostile"), content).unwrap();
        let ended = sandbox.run(&["check", "hostile"]);
        ended.check_error(1);
        assert!(ended.stdout.contains(message), "{message}: {ended:?}");
    }
    for missing in ["nowhere", ".", "a\u{1b}b"] {
        let ended = sandbox.run(&["check", missing]);
        ended.check_error(1);
        assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
    }
}

/// A circular tour of six by six.
fn tour() -> Tour {
    let sandbox = sandbox();
    let args = [
        "solve",
        "-s",
        "6",
        "--circular",
        "--method",
        "backtrack",
        "--seed",
        "1",
        "--fresh",
    ];
    let numbers = grid(&json(&sandbox, &args));
    let numbers = numbers.concat().iter().map(|&n| n as u32).collect();
    Tour::new(Board::new(6, 6).unwrap(), numbers).unwrap()
}

#[test]
fn drawings_are_as_they_were_looked_at() {
    let circular = tour();
    let mut text = Vec::new();
    view::text::write(&mut text, &circular).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_data_eq!(text, file!["snapshots/pen_and_paper/tour.txt"]);
    let mut document = Vec::new();
    let solution = Solution {
        tour: circular.clone(),
        method: "backtrack",
    };
    view::json::write(&mut document, &solution, 1).unwrap();
    let document = String::from_utf8(document).unwrap();
    assert_data_eq!(document, file!["snapshots/pen_and_paper/tour.json": Text]);
    let svg = view::svg::picture(&circular).document();
    assert_data_eq!(svg, file!["snapshots/pen_and_paper/tour.svg": Text]);
    // An open tour has other colours, and no jump back.
    let sandbox = sandbox();
    let open = json(
        &sandbox,
        &["solve", "-s", "6", "--method", "rotate", "--seed", "1"],
    );
    assert_eq!(open["circular"], false);
    let numbers = grid(&open).concat().iter().map(|&n| n as u32).collect();
    let open = Tour::new(Board::new(6, 6).unwrap(), numbers).unwrap();
    let svg = view::svg::picture(&open).document();
    assert_data_eq!(svg, file!["snapshots/pen_and_paper/open.svg": Text]);
    let mut picture = Vec::new();
    view::png::write(&mut picture, &circular).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let width = reader.info().width as usize;
    assert_eq!(width, 6 * 170);
    // A cell is a square of the colour of its number.
    let palette = view::colour::Palette::new(&circular);
    for (cell, &number) in circular.numbers().iter().enumerate() {
        let (row, column) = (cell / 6 * 170 + 169, cell % 6 * 170);
        let pixel = &pixels[3 * (row * width + column)..][..3];
        assert_eq!(pixel, palette.colour(number));
    }
}

#[test]
fn comparisons_are_as_they_were_looked_at() {
    let contest = Contest {
        board: Board::new(17, 17).unwrap(),
        circular: true,
        methods: Method::all(Ties::Random).to_vec(),
        runs: 3,
        limit: 1_000_000,
        seed: 7,
    };
    let record = |method, times: &[u64], steps: &[u64]| Record {
        method,
        times: times
            .iter()
            .map(|&time| Duration::from_nanos(time))
            .collect(),
        steps: steps.to_vec(),
        runs: 3,
    };
    let [random, warnsdorff, backtrack, rotate, blocks] = Method::all(Ties::Random);
    let records = [
        record(random, &[], &[]),
        record(
            warnsdorff,
            &[512_000, 823_456, 12_345_678],
            &[12_000, 20_208, 300_000],
        ),
        record(backtrack, &[31_000, 47_700, 90_000], &[400, 603, 1_200]),
        record(rotate, &[9_100, 14_500, 20_000], &[700, 908, 1_300]),
        record(
            blocks,
            &[300_000, 318_000, 1_234_567_890],
            &[20_000, 24_651, 30_000],
        ),
    ];
    let mut text = Vec::new();
    view::comparison::write_text(&mut text, &contest, &records).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_data_eq!(text, file!["snapshots/pen_and_paper/compare.txt"]);
    let chart = view::comparison::chart(&contest, &records)
        .picture()
        .document();
    assert_data_eq!(chart, file!["snapshots/pen_and_paper/compare.svg": Text]);
}
