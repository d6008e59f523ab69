//! The China Labyrinth: what the program says, checked by rules written anew
//! here, and the program as a user, or another program, runs it.

mod common {
    pub mod program;
}

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Child;

use common::program::{Ended, Sandbox, ended};
use proptest::prelude::*;
use serde_json::{Value, json};
use snapbox::{Data, assert_data_eq};

const LABYRINTH: &str = env!("CARGO_BIN_EXE_china-labyrinth");

/// Bits 0 to 5 of a piece, in axial coordinates.
const SIX: [(i64, i64); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Bits 0 to 3 of a square.
const FOUR: [(i64, i64); 4] = [(1, 0), (0, -1), (-1, 0), (0, 1)];

/// Bits 0 to 7 of a piece of the Octopuszle, rows and columns.
const EIGHT: [(i64, i64); 8] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

type Board = BTreeMap<(i64, i64), u64>;

fn sandbox() -> Sandbox {
    Sandbox::of(LABYRINTH)
}

fn documents(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn keys(document: &Value) -> Vec<&str> {
    let map = document.as_object().unwrap();
    map.keys().map(String::as_str).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    let list = value.as_array().unwrap();
    list.iter().map(|number| number.as_i64().unwrap()).collect()
}

/// A list of `[q, r, mask]`.
fn board(list: &Value) -> Board {
    let mut board = Board::new();
    for piece in list.as_array().unwrap() {
        let [q, r, mask] = numbers(piece)[..] else {
            panic!("{piece}")
        };
        assert_eq!(board.insert((q, r), mask as u64), None, "{list}");
    }
    board
}

fn neighbour(cell: (i64, i64), step: (i64, i64)) -> (i64, i64) {
    (cell.0 + step.0, cell.1 + step.1)
}

/// The cells that can be reached from one of them.
fn reached(from: (i64, i64), goes: impl Fn((i64, i64)) -> Vec<(i64, i64)>) -> BTreeSet<(i64, i64)> {
    let mut met = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(cell) = next.pop() {
        next.extend(goes(cell).into_iter().filter(|&there| met.insert(there)));
    }
    met
}

/// How many holes a board of hexagons has: bounded regions without a piece.
fn holes(board: &Board) -> usize {
    let reach = |part: fn(&(i64, i64)) -> i64| {
        let parts = || board.keys().map(part);
        parts().min().unwrap() - 1..=parts().max().unwrap() + 1
    };
    let (across, down) = (reach(|cell| cell.0), reach(|cell| cell.1));
    let mut empty = BTreeSet::new();
    for q in across {
        empty.extend(
            down.clone()
                .map(|r| (q, r))
                .filter(|cell| !board.contains_key(cell)),
        );
    }
    let mut regions = 0;
    while let Some(&cell) = empty.first() {
        let region = reached(cell, |cell| {
            let around = SIX.iter().map(|&step| neighbour(cell, step));
            around.filter(|there| empty.contains(there)).collect()
        });
        empty.retain(|cell| !region.contains(cell));
        regions += 1;
    }
    // One of them is outside.
    regions - 1
}

/// Checks a solution by the puzzle's rules, and gives its number of groups.
fn check(document: &Value, steps: &[(i64, i64)]) -> usize {
    let groups: Vec<Board> = document["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(board)
        .collect();
    let mut pieces: Vec<u64> = groups.iter().flat_map(Board::values).copied().collect();
    pieces.sort_unstable();
    assert!(pieces.into_iter().eq(0..1 << steps.len()), "{document}");
    for group in &groups {
        for (&cell, mask) in group {
            for (d, &step) in steps.iter().enumerate() {
                let door = mask >> d & 1 == 1;
                let back = (d + steps.len() / 2) % steps.len();
                match group.get(&neighbour(cell, step)) {
                    Some(other) => assert!(door && other >> back & 1 == 1, "{document}"),
                    None => assert!(!door, "{document}"),
                }
            }
        }
        let (&first, _) = group.first_key_value().unwrap();
        let met = reached(first, |cell| {
            let around = steps.iter().map(|&step| neighbour(cell, step));
            around.filter(|there| group.contains_key(there)).collect()
        });
        assert_eq!(met.len(), group.len(), "{document}");
    }
    if steps.len() == 6 {
        let holes: usize = groups.iter().map(holes).sum();
        assert_eq!(holes, groups.len(), "{document}");
        assert_eq!(document["holes"], json!(holes));
    }
    groups.len()
}

#[test]
fn solutions_for_other_programs() {
    let sandbox = sandbox();
    for more in [&[][..], &["--literal", "--pieces", "doors"]] {
        let args = [
            "search",
            "--solutions",
            "50",
            "--seed",
            "7",
            "--format",
            "json",
        ];
        let text = sandbox.ok(&[&args, more].concat());
        let found = documents(&text);
        assert_eq!(found.len(), 50);
        let mut different = BTreeSet::new();
        for document in &found {
            assert_eq!(keys(document), ["groups", "holes", "restarts", "steps"]);
            check(document, &SIX);
            different.insert(document["groups"].to_string());
            assert!(document["steps"].as_u64().unwrap() >= 64);
        }
        assert_eq!(different.len(), 50);
        // The keys stand in the order in which they are documented.
        assert!(text.starts_with("{\"groups\":[[[0,0,0]],"), "{text}");
    }
}

#[test]
fn threads_and_seeds() {
    let sandbox = sandbox();
    let search = |seed: &str, threads: &str| {
        let args = ["--solutions", "30", "--seed", seed, "--threads", threads];
        sandbox.ok(&[&["search", "--format", "json", "--quiet"], &args[..]].concat())
    };
    let one = search("3", "1");
    assert_eq!(one, search("3", "1"));
    assert_eq!(one, search("3", "2"));
    assert_ne!(one, search("4", "1"));
    // A seed that is not given is told, and gives the same again.
    let any = sandbox.run(&["search", "--format", "json"]);
    let seed = any
        .stderr
        .lines()
        .find_map(|line| line.strip_prefix("seed "));
    let again = ["search", "--format", "json", "--seed", seed.unwrap()];
    assert_eq!(sandbox.ok(&again), any.stdout);
    let quiet = sandbox.run(&["search", "--quiet"]);
    assert_eq!((quiet.code, &quiet.stderr[..]), (Some(0), ""));
}

#[test]
fn all_squares_are_found_and_none_is_kept_twice() {
    let sandbox = sandbox();
    let all = &[
        "search",
        "--squares",
        "--limit",
        "none",
        "--solutions",
        "all",
    ];
    let text = sandbox.ok(&[&all[..], &["--format", "json"]].concat());
    let found = documents(&text);
    let mut different = BTreeSet::new();
    for document in &found {
        assert_eq!(document["tiles"], "squares");
        check(document, &FOUR);
        different.insert(document["groups"].to_string());
    }
    assert_eq!((found.len(), different.len()), (5005, 5005));
    let stored = "select count(*) from LabyrinthSolutions where tiles = 'squares'";
    assert_eq!(sandbox.number(stored), 5005);
    // Another algorithm finds the same ones.
    let literal = &["--literal", "--seed", "5", "--quiet"];
    sandbox.ok(&[&all[..], literal].concat());
    assert_eq!(sandbox.number(stored), 5005);
    let again = sandbox.run(all);
    assert_eq!(again.stdout, "");
    assert!(
        again.stderr.contains("come to its end already, with 5005"),
        "{again:?}"
    );
    for more in [&[][..], &["--literal"], &["--no-pruning", "--threads", "2"]] {
        let count = &["count", "--squares", "--format", "json"];
        let count = &documents(&sandbox.ok(&[count, more].concat()))[0];
        assert_eq!(keys(count), ["solutions", "steps", "tiles"]);
        assert_eq!(count["solutions"], 5005);
    }
    let stock = documents(&sandbox.ok(&["list", "--squares", "--format", "json"]));
    let sum = |rows: &[Value]| -> u64 {
        let solutions = rows.iter().map(|row| row["solutions"].as_u64());
        solutions.map(Option::unwrap).sum()
    };
    assert_eq!(sum(&stock), 5005);
    assert_eq!(
        sandbox.ok(&["list"]),
        "no solution of the hexagons is stored\n"
    );
}

#[test]
fn an_exhaustive_search_goes_on_where_it_was() {
    let args = ["search", "--squares", "--limit", "none", "--threads", "2"];
    let whole = sandbox();
    let wanted = whole.ok(&[&args[..], &["--solutions", "300", "--format", "json"]].concat());
    let args_of_all = [&args[..], &["--solutions", "300", "--format", "json"]].concat();
    assert_eq!(sandbox().ok(&args_of_all), wanted);
    let parts = sandbox();
    let mut found = String::new();
    for count in ["1", "99", "150", "50"] {
        found += &parts.ok(&[&args[..], &["--solutions", count, "--format", "json"]].concat());
    }
    // What is found on two threads at once comes in another order.
    let sorted = |text: &str| -> BTreeSet<String> {
        let documents = documents(text);
        documents
            .iter()
            .map(|one| one["groups"].to_string())
            .collect()
    };
    assert_eq!(found.lines().count(), 300);
    assert_eq!(sorted(&found).len(), 300);
    assert_eq!(sorted(&wanted).len(), 300);
    let rest = parts.ok(&[&args[..], &["--solutions", "all", "--format", "json"]].concat());
    assert_eq!(rest.lines().count(), 4705);
    assert_eq!(sorted(&(found + &rest)).len(), 5005);
}

#[cfg(unix)]
fn signal(child: &Child, signal: rustix::process::Signal) {
    use rustix::process::{Pid, kill_process};
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Lets a program run for a moment, and tells it to stop.
#[cfg(unix)]
fn stopped(sandbox: &Sandbox, args: &[&str]) -> Ended {
    let child = sandbox.start(args);
    std::thread::sleep(std::time::Duration::from_millis(700));
    let told = std::time::Instant::now();
    signal(&child, rustix::process::Signal::INT);
    let ended = ended(child);
    // A second, and what a busy machine takes.
    assert!(told.elapsed().as_secs() < 4, "{args:?}");
    assert_eq!(ended.code, Some(130), "{args:?}: {ended:?}");
    assert!(ended.stderr.contains("stopped"), "{args:?}: {ended:?}");
    ended
}

#[cfg(unix)]
#[test]
fn long_work_stops_when_it_is_told_to() {
    let sandbox = sandbox();
    stopped(
        &sandbox,
        &["search", "--solutions", "all", "--format", "json"],
    );
    let stored = || sandbox.number("select count(*) from LabyrinthSolutions");
    assert!(stored() > 0);
    stopped(
        &sandbox,
        &["search", "--symmetric", "sixth-turn", "--limit", "50"],
    );
    stopped(&sandbox, &["tune", "--all", "--steps", "100000000"]);
    stopped(&sandbox, &["estimate", "--probes", "100000000"]);
    stopped(&sandbox, &["octopuszle", "--temperature", "0.02"]);
    stopped(&sandbox, &["compact", "--temperature", "0.02"]);
    // What was counted before is counted on from there, also after a kill.
    let steps = || sandbox.number("select sum(steps) from LabyrinthSearches");
    let mut before = 0;
    for _ in 0..2 {
        stopped(&sandbox, &["count", "--threads", "2"]);
        assert!(steps() > before);
        before = steps();
    }
    let child = sandbox.start(&["count", "--threads", "2"]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    signal(&child, rustix::process::Signal::KILL);
    ended(child);
    assert!(steps() > before);
    let search = ["search", "--limit", "none", "--pieces", "doors"];
    stopped(&sandbox, &[&search[..], &["--solutions", "all"]].concat());
}

#[test]
fn stored_solutions_are_found_again() {
    let sandbox = sandbox();
    sandbox.ok(&["search", "--solutions", "400", "--seed", "1", "--quiet"]);
    sandbox.ok(&[
        "search",
        "--solutions",
        "20",
        "--seed",
        "1",
        "--symmetric",
        "--quiet",
    ]);
    // The same search finds nothing new.
    let again = sandbox.run(&[
        "search",
        "--solutions",
        "400",
        "--seed",
        "1",
        "--format",
        "json",
    ]);
    assert!(again.stderr.contains("; 0 new"), "{again:?}");
    assert_eq!(
        sandbox.number("select count(*) from LabyrinthSolutions"),
        420
    );
    assert_eq!(
        sandbox.number("select count(*) from LabyrinthSolutions where nb_holes <> nb_groups"),
        0
    );
    let stock = documents(&sandbox.ok(&["list", "--format", "json"]));
    for row in &stock {
        assert_eq!(keys(row), ["groups", "solutions", "symmetry"]);
        let groups = row["groups"].to_string();
        let symmetry = row["symmetry"].as_str().unwrap();
        let args = ["display", "--groups", &groups, "--symmetry", symmetry];
        let found = documents(&sandbox.ok(&[&args[..], &["--format", "json"]].concat()));
        assert_eq!(json!(found.len()), row["solutions"]);
        for document in &found {
            assert_eq!(json!(check(document, &SIX)), row["groups"]);
            assert_eq!(document["symmetry"], symmetry);
        }
    }
    let symmetric = sandbox.ok(&["display", "--symmetry", "any", "--format", "json"]);
    assert!(symmetric.lines().count() >= 20);
    let most = sandbox.ok(&["display", "--most", "3", "--format", "json"]);
    let most = documents(&most);
    assert_eq!(most.len(), 3);
    assert_eq!(
        keys(&most[0]),
        [
            "groups", "holes", "number", "restarts", "seed", "solution", "steps", "symmetry"
        ]
    );
    // The canonical text is the solution.
    let text = most[2]["solution"].as_str().unwrap();
    fs::write(sandbox.path("text"), format!("{text}\n")).unwrap();
    let valid = sandbox.ok(&["check", "text"]);
    assert!(valid.starts_with("valid: a transcendental solution of the hexagons in "));
    sandbox.refuses(
        &["display", "421"],
        1,
        "no solution of the hexagons has number 421",
    );
    sandbox.refuses(&["display", "--groups", "64"], 1, "like that is stored");
}

/// The image of a cell and of a mask under the reflection that leaves direction 0
/// as it is, or that takes it to direction 1.
fn mirrored(turn: usize, cell: (i64, i64), mask: u64) -> ((i64, i64), u64) {
    let image = |d: usize| (turn + 6 - d) % 6;
    let (a, b) = (SIX[image(0)], SIX[image(5)]);
    let cell = (cell.0 * a.0 + cell.1 * b.0, cell.0 * a.1 + cell.1 * b.1);
    let doors = (0..6).filter(|d| mask >> d & 1 == 1);
    (cell, doors.fold(0, |mask, d| mask | 1 << image(d)))
}

#[test]
fn symmetric_solutions_are_found_on_purpose() {
    let sandbox = sandbox();
    for (kind, turn) in [("door-mirror", 0), ("corner-mirror", 1)] {
        let args = [
            "search",
            "--symmetric",
            kind,
            "--solutions",
            "12",
            "--seed",
            "2",
        ];
        let found = documents(&sandbox.ok(&[&args[..], &["--format", "json"]].concat()));
        assert_eq!(found.len(), 12);
        for document in &found {
            check(document, &SIX);
            // Every group and its image are the same but for a shift.
            let shape = |board: &Board| -> BTreeSet<((i64, i64), u64)> {
                let (&low, _) = board.first_key_value().unwrap();
                let shifted = board
                    .iter()
                    .map(|(cell, &mask)| ((cell.0 - low.0, cell.1 - low.1), mask));
                shifted.collect()
            };
            let groups = document["groups"].as_array().unwrap().iter().map(board);
            let groups: Vec<Board> = groups.collect();
            let shapes: BTreeSet<_> = groups.iter().map(shape).collect();
            let images = groups.iter().map(|group| {
                let image = group
                    .iter()
                    .map(|(&cell, &mask)| mirrored(turn, cell, mask));
                shape(&image.collect())
            });
            assert_eq!(
                images.collect::<BTreeSet<_>>(),
                shapes,
                "{kind}: {document}"
            );
        }
    }
}

#[test]
fn compact_forms() {
    let sandbox = sandbox();
    let cells = |form: &str| -> BTreeSet<(i64, i64)> {
        let all = (-9..17).flat_map(|q| (-9..17).map(move |r| (q, r)));
        let inside = all.filter(|&(q, r): &(i64, i64)| match form {
            "rhombus" => (0..8).contains(&q) && (0..8).contains(&r),
            "offset-square" => (0..8).contains(&r) && (0..8).contains(&(q + r.div_euclid(2))),
            _ => q.abs().max(r.abs()).max((q + r).abs()) <= 4,
        });
        inside.collect()
    };
    for form in ["rhombus", "offset-square", "hexagon"] {
        let args = ["compact", "--form", form, "--seed", "3", "--format", "json"];
        let text = sandbox.ok(&args);
        let document = &documents(&text)[0];
        let board = board(&document["cells"]);
        let pieces: BTreeSet<u64> = board.values().copied().collect();
        assert_eq!((board.len(), pieces.len()), (64, 64));
        let wanted = cells(form);
        assert_eq!(
            wanted
                .iter()
                .filter(|cell| !board.contains_key(cell))
                .count(),
            0
        );
        assert_eq!(
            board.len() - wanted.len(),
            if form == "hexagon" { 3 } else { 0 }
        );
        for (&cell, mask) in &board {
            for (d, &step) in SIX.iter().enumerate() {
                let other = board.get(&neighbour(cell, step)).unwrap_or(&0);
                assert_eq!(mask >> d & 1, other >> ((d + 3) % 6) & 1, "{document}");
            }
        }
        fs::write(sandbox.path("compact"), &text).unwrap();
        let valid = sandbox.ok(&["check", "compact"]);
        assert!(
            valid.starts_with("valid: a compact solution in "),
            "{valid}"
        );
        assert_eq!(sandbox.ok(&args), text);
    }
    // A form from a drawing: sixteen rows of four, in zigzag.
    let drawing: String = (0..16).map(|r| " ".repeat(r % 2) + "# # # #\n").collect();
    fs::write(sandbox.path("tower"), drawing).unwrap();
    let tower = ["compact", "--file", "tower", "--format", "json"];
    let ended = sandbox.run(&tower);
    let document = &documents(&ended.stdout)[0];
    assert_eq!(document["form"], "tower");
    assert_eq!(
        board_or_none(document),
        (ended.code == Some(0)).then_some(64)
    );

    let two = ["compact", "--form", "2x32", "--format", "json"];
    let ended = sandbox.run(&two);
    ended.check_error(1);
    let why = "32 pieces have a door to the north-east, but only 31 cells have a neighbour there";
    assert!(ended.stderr.contains(why), "{ended:?}");
    let document = &documents(&ended.stdout)[0];
    assert_eq!(document["impossible"], why);
    assert_eq!(keys(document), ["cells", "form", "impossible"]);
    assert!(!sandbox.path("data").exists(), "no database is needed");
}

fn board_or_none(document: &Value) -> Option<usize> {
    let cells = document["cells"].as_array()?;
    let pieces = cells
        .iter()
        .filter(|cell| cell.as_array().unwrap().len() == 3);
    Some(pieces.count()).filter(|&pieces| pieces > 0)
}

/// The rows of an Octopuszle, checked.
fn octopuszle(text: &str) -> Vec<Vec<i64>> {
    let document = &documents(text)[0];
    assert_eq!(keys(document), ["grid"]);
    let rows = document["grid"].as_array().unwrap();
    let rows: Vec<Vec<i64>> = rows.iter().map(numbers).collect();
    assert!(rows.len() == 16 && rows.iter().all(|row| row.len() == 16));
    let pieces: BTreeSet<i64> = rows.iter().flatten().copied().collect();
    assert!(pieces.into_iter().eq(0..256));
    for r in 0..16 {
        for c in 0..16 {
            for (bit, (down, right)) in EIGHT.into_iter().enumerate() {
                let (r2, c2) = (r + down, c + right);
                let inside = (0..16).contains(&r2) && (0..16).contains(&c2);
                let other = if inside {
                    rows[r2 as usize][c2 as usize]
                } else {
                    0
                };
                let own = rows[r as usize][c as usize];
                assert_eq!(
                    own >> bit & 1,
                    other >> ((bit + 4) % 8) & 1,
                    "row {r}, column {c}"
                );
            }
        }
    }
    rows
}

#[test]
fn octopuszles() {
    const DIAGONAL: i64 = 0b1010_1010;
    let sandbox = sandbox();
    let first = sandbox.ok(&["octopuszle", "--seed", "1", "--format", "json"]);
    let diagonals = |rows: &[Vec<i64>]| -> Vec<i64> {
        let pieces = rows.iter().flatten();
        pieces.map(|piece| piece & DIAGONAL).collect()
    };
    let given = octopuszle(&first);
    fs::write(sandbox.path("first.json"), &first).unwrap();
    let text = sandbox.ok(&["octopuszle", "--seed", "1"]);
    fs::write(sandbox.path("first.txt"), text).unwrap();
    let mut different = BTreeSet::from([given.clone()]);
    for seed in ["1", "2", "3"] {
        for file in ["first.json", "first.txt"] {
            let args = ["octopuszle", "--diagonals", file, "--seed", seed];
            let text = sandbox.ok(&[&args[..], &["--format", "json"]].concat());
            let rows = octopuszle(&text);
            assert_eq!(diagonals(&rows), diagonals(&given));
            different.insert(rows);
        }
    }
    assert_eq!(different.len(), 4);
    for file in ["first.json", "first.txt"] {
        assert_eq!(
            sandbox.ok(&["check", file]),
            "valid: a solution of the Octopuszle\n"
        );
    }
    // The diagonals alone are enough, but must be those of a solution.
    let mut alone: Vec<Vec<i64>> = given;
    for piece in alone.iter_mut().flatten() {
        *piece &= DIAGONAL;
    }
    let write = |rows: &[Vec<i64>]| {
        let text = json!({"grid": rows}).to_string();
        fs::write(sandbox.path("alone"), text).unwrap();
    };
    write(&alone);
    let args = &["octopuszle", "--diagonals", "alone", "--format", "json"];
    octopuszle(&sandbox.ok(args));
    // Four corners that meet: still no door leads to a blank, but the counts are off.
    for (r, c, bit) in [(4, 4, 8), (5, 5, 128)] {
        alone[r][c] ^= bit;
    }
    write(&alone);
    let ended = sandbox.run(args);
    ended.check_error(1);
    assert!(ended.stderr.contains("16 pieces have them"), "{ended:?}");
    alone[4][4] ^= 8;
    write(&alone);
    let ended = sandbox.run(args);
    ended.check_error(1);
    assert!(!sandbox.path("data").exists());
}

#[test]
fn estimates() {
    let sandbox = sandbox();
    let args = [
        "estimate",
        "--squares",
        "--probes",
        "1500",
        "--format",
        "json",
    ];
    let text = sandbox.ok(&args);
    let document = &documents(&text)[0];
    assert_eq!(
        keys(document),
        [
            "groups",
            "hits",
            "probes",
            "seed",
            "solutions",
            "standard_error",
            "steps",
            "steps_through_all",
            "tiles"
        ]
    );
    // Counting takes 106,000 to 253,000 steps, depending on the seed.
    let steps = document["steps_through_all"].as_f64().unwrap();
    assert!((160_000.0..210_000.0).contains(&steps), "{text}");
    let [mean, error] = ["solutions", "standard_error"].map(|key| document[key].as_f64().unwrap());
    assert!(
        error < 0.02 * mean && (mean - 5005.0).abs() < 4.0 * error,
        "{text}"
    );
    let shares = document["groups"].as_array().unwrap();
    let sum: f64 = shares
        .iter()
        .map(|row| row["share"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(sandbox.ok(&[&args[..], &["--threads", "1"]].concat()), text);
    // Of the hexagons a few thousand probes tell the order of magnitude.
    let text = sandbox.ok(&["estimate", "--probes", "1024", "--format", "json"]);
    let solutions = documents(&text)[0]["solutions"].as_f64().unwrap();
    assert!((3e20..6e21).contains(&solutions), "{solutions:e}");
    assert!(!sandbox.path("data").exists());
}

#[test]
fn the_reference_is_what_is_counted() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("data/reference/china-labyrinth.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let sandbox = sandbox();
    let mut counted = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let solutions: f64 = row[2].parse().unwrap();
        let error: f64 = row[3].parse().unwrap();
        if row[0].starts_with("count") {
            let args: Vec<&str> = row[0].split(' ').chain(["--format", "json"]).collect();
            let found = &documents(&sandbox.ok(&args))[0];
            assert_eq!(found["solutions"].as_f64(), Some(solutions), "{args:?}");
            assert_eq!(found["steps"].to_string(), row[4], "{args:?}");
            counted += 1;
        } else if &row[1] == "squares" {
            assert!((solutions - 5005.0).abs() < 4.0 * error);
        } else {
            assert!(error < 0.03 * solutions);
        }
    }
    assert_eq!(counted, 5);
}

#[test]
fn limits_are_tuned_by_measurement() {
    let sandbox = sandbox();
    let args = ["tune", "--limits", "192,384", "--steps", "400000"];
    let literal = [&args[..], &["--literal", "--format", "json"]].concat();
    let document = &documents(&sandbox.ok(&literal))[0];
    assert_eq!(
        keys(document),
        ["best_limit", "fewest_steps_limit", "search", "trials"]
    );
    let trials = document["trials"].as_array().unwrap();
    // Steps a solution are the same everywhere: 384 is better than 96.
    let steps: Vec<f64> = trials
        .iter()
        .map(|trial| trial["steps_per_solution"].as_f64().unwrap())
        .collect();
    assert!(steps[1] < steps[0], "{document}");
    assert_eq!(document["fewest_steps_limit"], 384);
    let text = sandbox.ok(&args);
    assert!(text.starts_with("look-ahead, demands fewest, pieces doors,angles\n"));
    assert!(text.contains("  fewest steps\n"), "{text}");
    let picture = sandbox.ok(&[&args[..], &["--format", "svg"]].concat());
    assert!(
        picture.starts_with("<svg") || picture.starts_with("<?xml"),
        "{picture}"
    );
}

#[test]
fn hexagrams() {
    let sandbox = sandbox();
    let text = sandbox.ok(&["hexagrams"]);
    assert_data_eq!(text, snapshot("hexagrams.txt"));
    let all = documents(&sandbox.ok(&["hexagrams", "--format", "json"]));
    assert_eq!(all.len(), 64);
    let masks: BTreeSet<u64> = all
        .iter()
        .map(|one| one["mask"].as_u64().unwrap())
        .collect();
    assert_eq!(masks.len(), 64);
    for (i, one) in all.iter().enumerate() {
        assert_eq!(one["number"], json!(i + 1));
        let lines = numbers(&one["lines"]);
        let mask = (0..6).fold(0, |mask, line| mask | lines[line] << line);
        assert_eq!(one["mask"], json!(mask));
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn what_is_no_solution_is_refused() {
    let sandbox = sandbox();
    let solution = sandbox.ok(&["search", "--seed", "1", "--format", "json", "--quiet"]);
    let document = documents(&solution).remove(0);
    let refuses = |content: &[u8], message: &str| {
        fs::write(sandbox.path("file"), content).unwrap();
        let ended = sandbox.run(&["check", "file"]);
        ended.check_error(1);
        assert_eq!(ended.stdout, "");
        assert_eq!(ended.stderr.lines().count(), 1, "{ended:?}");
        assert!(ended.stderr.contains(message), "{message}: {ended:?}");
        let ended = sandbox.run(&["check", "file", "--format", "json"]);
        assert_eq!(ended.code, Some(1));
        let document = &documents(&ended.stdout)[0];
        assert_eq!(document["valid"], json!(false));
        assert_eq!(keys(document), ["fault", "valid"]);
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document);
        document.to_string()
    };
    fs::write(sandbox.path("file"), &solution).unwrap();
    let valid = documents(&sandbox.ok(&["check", "file", "--format", "json"])).remove(0);
    assert_eq!(valid["valid"], json!(true));
    assert_eq!(valid["kind"], "transcendental");
    assert_eq!(valid["holes"], document["holes"]);

    refuses(b"", "there is no solution in it");
    refuses(b"\xff\xfe\x00", "it is no text");
    refuses(b"\x1b[31mhello", "there is no solution in it");
    refuses(b"{\"groups\":", "document 1");
    refuses(b"{}", "there is no solution in it");
    refuses(b"{\"groups\":[]}", "piece 0 is missing");
    refuses(b"{\"groups\":[[]]}", "is missing");
    refuses(b"{\"groups\":[[[0,0,64]]]}", "there is no piece 64");
    refuses(b"{\"groups\":[[[0,0,-1]]]}", "there is no piece -1");
    refuses(b"{\"groups\":[[[0,0,0],[9e99,0,1]]]}", "document 1");
    refuses(b"{\"cells\":[[0,0,1]]}", "is missing");
    refuses(b"{\"tiles\":\"\x1b[31m\",\"groups\":[]}", "document 1");
    refuses(
        b"{\"tiles\":\"stars\",\"groups\":[]}",
        "there are no tiles called",
    );
    refuses(b"{\"grid\":[[1,2],[3]]}", "16 rows of 16 numbers");
    refuses(b"1 2 3\n4 5 6\n", "16 rows of 16 numbers");
    refuses(
        &[b"{\"groups\":", &b"[".repeat(100_000)[..]].concat(),
        "document 1",
    );
    refuses(
        changed(&|document| document["holes"] = json!(63)).as_bytes(),
        "said to have 63 holes",
    );
    refuses(
        changed(&|document| document["groups"][0][0] = json!([0, 0, 1])).as_bytes(),
        "there twice",
    );
    refuses(
        changed(&|document| document["groups"][1][1][0] = json!(i32::MAX)).as_bytes(),
        "is not connected",
    );
    refuses(
        changed(&|document| {
            // Joins the doorless piece to another group, far from its pieces.
            let groups = document["groups"].as_array_mut().unwrap();
            groups.remove(0);
            groups[0].as_array_mut().unwrap().push(json!([30, 0, 0]));
        })
        .as_bytes(),
        "is not connected",
    );
    let text = sandbox.ok(&["display", "--format", "json"]);
    let text = documents(&text)[0]["solution"].as_str().unwrap().to_owned();
    refuses(text.replace("77", "76").as_bytes(), "line 1: ");
    refuses(text.replace("77", "7x").as_bytes(), "two octal digits");
    refuses(&text.as_bytes()[..text.len() - 2], "line 1: ");
    refuses("7".repeat(1 << 20).as_bytes(), "line 1: ");
    sandbox.refuses(&["check", "none"], 1, "cannot read none");
    sandbox.refuses(&["check", "."], 1, "cannot read .");
}

#[test]
fn wrong_arguments() {
    let sandbox = sandbox();
    for (args, message) in [
        (
            &["search", "--solutions", "0"][..],
            "a number from 1 or all",
        ),
        (&["search", "--limit", "0"], "a number from 1 or none"),
        (&["search", "--pieces", "big"], "is wanted"),
        (&["search", "--pieces", "doors,doors"], "twice"),
        (&["search", "--symmetric", "fifth-turn"], "is wanted"),
        (
            &["search", "--symmetric", "quarter-turn"],
            "no such symmetry",
        ),
        (
            &["search", "--symmetric", "--literal"],
            "cannot be used with",
        ),
        (
            &["search", "--symmetric", "--limit", "none"],
            "needs a --limit",
        ),
        (
            &["search", "--solutions", "2", "--format", "svg"],
            "draws one solution",
        ),
        (&["search", "--threads", "0"], "invalid value"),
        (&["search", "--seed", "-1"], "unexpected argument"),
        (
            &["search", "--seed", "99999999999999999999"],
            "invalid value",
        ),
        (&["display", "0"], "invalid value"),
        (&["display", "1", "--groups", "2"], "cannot be used with"),
        (&["compact", "--form", "circle"], "ROWSxCOLUMNS is wanted"),
        (&["compact", "--form", "7x9"], "63 cells, and 64 are needed"),
        (
            &["compact", "--form", "99999999999x99999999999"],
            "64 are needed",
        ),
        (
            &["compact", "--form", "rhombus", "--file", "x"],
            "cannot be used with",
        ),
        (&["compact", "--temperature", "nan"], "from 0.001 to 100"),
        (&["octopuszle", "--temperature", "0"], "from 0.001 to 100"),
        (&["estimate", "--probes", "1"], "invalid value"),
        (&["tune", "--limits", ""], "invalid value"),
        (&["search", "--demands", "\u{1b}[31m"], "\\u{1b}[31m"),
        (&["check"], "required"),
    ] {
        let ended = sandbox.run(args);
        ended.check_error(2);
        assert_eq!(ended.stdout, "", "{args:?}");
        assert!(ended.stderr.contains(message), "{args:?}: {ended:?}");
    }
    assert!(sandbox.files().is_empty());
    sandbox.refuses(&["display", "1"], 1, "there is no database");
    sandbox.refuses(
        &["octopuszle", "--diagonals", "none"],
        1,
        "cannot read none",
    );
    sandbox.refuses(&["compact", "--file", "none"], 1, "cannot read none");
    fs::write(sandbox.path("form"), "# \u{1b}[31m\n").unwrap();
    sandbox.refuses(&["compact", "--file", "form"], 1, "form");
    fs::write(sandbox.path("theirs.db"), "not ours").unwrap();
    let theirs = &["search", "--db", "theirs.db"];
    sandbox.refuses(theirs, 1, "theirs.db");
    assert_eq!(fs::read(sandbox.path("theirs.db")).unwrap(), b"not ours");
}

#[cfg(unix)]
#[test]
fn whoever_has_seen_enough_closes_the_pipe() {
    use std::io::Read;
    let sandbox = sandbox();
    for format in ["text", "json"] {
        let mut child = sandbox.start(&[
            "search",
            "--solutions",
            "all",
            "--format",
            format,
            "--quiet",
        ]);
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 4096]).unwrap();
        drop(out);
        let ended = ended(child);
        assert_eq!((ended.code, &ended.stderr[..]), (Some(0), ""), "{format}");
    }
}

fn snapshot(name: &str) -> Data {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("tests/snapshots/china_labyrinth").join(name);
    Data::read_from(&path, None).raw()
}

#[test]
fn drawings() {
    let sandbox = sandbox();
    let search = ["search", "--seed", "1", "--quiet"];
    let search = |more: &[&str]| sandbox.ok(&[&search, more].concat());
    assert_data_eq!(search(&[]), snapshot("solution.txt"));
    assert_data_eq!(
        search(&["--labels", "none"]),
        snapshot("solution-plain.txt")
    );
    let picture = search(&["--format", "svg"]);
    assert_data_eq!(&picture, snapshot("solution.svg"));
    // The README shows it.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = fs::read_to_string(folder.join("docs/china-labyrinth.svg"));
    assert_eq!(picture, shown.unwrap());
    let lines = [
        "--format", "svg", "--labels", "hexagram", "--pieces", "random", "--limit", "192",
    ];
    assert_data_eq!(search(&lines), snapshot("hexagrams.svg"));
    let mirror = [
        "--symmetric",
        "corner-mirror",
        "--format",
        "svg",
        "--labels",
        "none",
    ];
    assert_data_eq!(search(&mirror), snapshot("mirror.svg"));
    let squares = search(&["--squares"]);
    assert_data_eq!(squares, snapshot("squares.txt"));
    let squares = ["--squares", "--format", "svg", "--labels", "doors"];
    assert_data_eq!(search(&squares), snapshot("squares.svg"));
    let compact = ["compact", "--form", "hexagon", "--seed", "1", "--quiet"];
    let compact = |more: &[&str]| sandbox.ok(&[&compact, more].concat());
    assert_data_eq!(compact(&[]), snapshot("compact.txt"));
    assert_data_eq!(compact(&["--format", "svg"]), snapshot("compact.svg"));
    let octopuszle = ["octopuszle", "--seed", "1", "--quiet"];
    let octopuszle = |more: &[&str]| sandbox.ok(&[&octopuszle, more].concat());
    assert_data_eq!(octopuszle(&[]), snapshot("octopuszle.txt"));
    assert_data_eq!(octopuszle(&["--format", "svg"]), snapshot("octopuszle.svg"));
    let ways = ["search", "--seed", "1", "--verbose", "--symmetric"];
    assert_eq!(sandbox.run(&ways).code, Some(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn files_of_anything_are_checked_without_harm(
        content in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..400),
            "[0-7/\n ]{0,200}".prop_map(String::into_bytes),
            r#"\{"(groups|cells|grid)":\[(\[(\[-?[0-9]{1,11},[0-9]{1,3},[0-9]{1,3}\],?){0,4}\],?){0,4}\]\}"#
                .prop_map(String::into_bytes),
        ],
    ) {
        let sandbox = sandbox();
        fs::write(sandbox.path("file"), content).unwrap();
        for args in [&["check", "file"][..], &["octopuszle", "--diagonals", "file"], &["compact", "--file", "file"]] {
            let ended = sandbox.run(args);
            prop_assert_eq!(ended.code, Some(1), "{:?}: {:?}", args, ended);
            prop_assert!(ended.stderr.starts_with("error: file"), "{:?}: {:?}", args, ended);
            let escaped = !ended.stderr.contains('\u{1b}');
            prop_assert!(escaped);
        }
    }
}
