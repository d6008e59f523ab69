//! The program as a user or another program runs it, checked by separately written rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use snapbox::{Data, assert_data_eq};
use testkit::{Mutations, Sandbox, words};

const PROGRAM: &str = env!("CARGO_BIN_EXE_china-labyrinth");
const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
const VERIFY: &[&str] = &["verify", "--quiet"];

/// Bits 0 to 5 of a piece, in axial coordinates.
const SIX: [(i64, i64); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

type Cell = (i64, i64);

fn sandbox() -> Sandbox {
    Sandbox::of(PROGRAM)
}

fn documents(text: &str) -> Vec<Value> {
    let documents = text.lines().map(|line| serde_json::from_str(line).unwrap());
    documents.collect()
}

fn around(cell: Cell) -> [Cell; 6] {
    SIX.map(|(q, r)| (cell.0 + q, cell.1 + r))
}

/// Takes away the cells that can be reached from one of them.
fn take_connected(cells: &mut BTreeSet<Cell>) {
    let mut next: Vec<Cell> = cells.pop_first().into_iter().collect();
    while let Some(cell) = next.pop() {
        next.extend(around(cell).into_iter().filter(|there| cells.remove(there)));
    }
}

/// Checks a solution by the puzzle's rules, and returns its number of groups.
fn check(document: &Value) -> usize {
    let groups = document["groups"].as_array().unwrap();
    let (mut pieces, mut holes) = (BTreeSet::new(), 0);
    for group in groups {
        let triples: Vec<(i64, i64, u64)> = serde_json::from_value(group.clone()).unwrap();
        let board: BTreeMap<Cell, u64> =
            triples.iter().map(|&(q, r, mask)| ((q, r), mask)).collect();
        assert_eq!(board.len(), triples.len(), "{document}");
        pieces.extend(board.values().copied());
        for (&cell, mask) in &board {
            for (d, there) in around(cell).into_iter().enumerate() {
                let back = board.get(&there).map(|other| other >> ((d + 3) % 6) & 1);
                // A side without a door has no neighbour at all.
                assert_eq!(back, Some(1).filter(|_| mask >> d & 1 == 1), "{document}");
            }
        }
        let mut connected: BTreeSet<Cell> = board.keys().copied().collect();
        take_connected(&mut connected);
        assert!(connected.is_empty(), "{document}");
        let range = |of: fn(&Cell) -> i64| {
            let all = || board.keys().map(of);
            all().min().unwrap() - 1..=all().max().unwrap() + 1
        };
        let rows = range(|cell| cell.1);
        let all = range(|cell| cell.0).flat_map(|q| rows.clone().map(move |r| (q, r)));
        let mut empty: BTreeSet<Cell> = all.filter(|cell| !board.contains_key(cell)).collect();
        // The cells reached first are outside.
        take_connected(&mut empty);
        while !empty.is_empty() {
            take_connected(&mut empty);
            holes += 1;
        }
    }
    assert!(pieces.into_iter().eq(0..64), "{document}");
    assert_eq!(document["holes"], holes);
    assert_eq!(holes, groups.len());
    holes
}

#[test]
fn solutions_for_other_programs() {
    let sandbox = sandbox();
    let search = "search --limit 50 --seed 7 --format json";
    for more in ["", " --literal --pieces doors"] {
        let found = documents(&sandbox.says(&format!("{search}{more}")));
        let mut different = BTreeSet::new();
        for document in &found {
            check(document);
            assert!(document["steps"].as_u64().unwrap() >= 64);
            different.insert(document["groups"].to_string());
        }
        assert_eq!((found.len(), different.len()), (50, 50));
    }
    // The same search finds nothing new. If no seed is given, the program reports its own.
    let again = sandbox.run(&words(search));
    assert!(again.stderr.contains(" 0 new"), "{again:?}");
    let stored = sandbox.number("select count(*) from LabyrinthSolutions");
    assert_eq!(stored, 100);
    let any = sandbox.run(&words("search --format json"));
    let mut lines = any.stderr.lines();
    let seed = lines.find_map(|line| line.strip_prefix("seed ")).unwrap();
    let again = format!("search --format json --seed {seed}");
    assert_eq!(sandbox.says(&again), any.stdout);
    let stored = documents(&sandbox.says("display --groups 3 --format json"));
    assert!(stored.len() > 20 && stored.iter().all(|document| check(document) == 3));
    let one = format!("display {} --format json", stored[5]["number"]);
    assert_eq!(documents(&sandbox.says(&one)), [stored[5].clone()]);
    sandbox.refuses(&["display", "999"], 1, "like that is stored");
}

#[test]
fn drawings_that_somebody_has_looked_at() {
    let sandbox = sandbox();
    for (line, name) in [
        ("search --seed 1", "solution.txt"),
        ("search --seed 1 --format svg", "../../docs/solution.svg"),
        ("compact --seed 1", "compact.txt"),
        ("compact --seed 1 --format svg", "compact.svg"),
        ("octopuszle --seed 1", "octopuszle.txt"),
        (
            "octopuszle --seed 1 --format svg",
            "../../docs/octopuszle.svg",
        ),
        ("connect 36 35 1", "way.txt"),
        ("connect 36 35 1 --format svg", "../../docs/way.svg"),
        ("hexagrams", "hexagrams.txt"),
    ] {
        let text = sandbox.says(line);
        let path = Path::new(FOLDER).join("tests/snapshots").join(name);
        assert_data_eq!(&text, Data::read_from(&path, None).raw());
        let narrow = text.lines().all(|line| line.chars().count() <= 60);
        assert!(narrow || name.ends_with("svg"), "{text}");
    }
}

#[test]
fn the_reference_is_what_is_counted() {
    let path = Path::new(FOLDER).join("reference/counts.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let sandbox = sandbox();
    for row in reader.records() {
        let row = row.unwrap();
        let found = sandbox.document(&row[0]);
        let counted = ["solutions", "steps"].map(|key| found[key].to_string());
        assert_eq!(counted, [&row[2], &row[3]], "{}", &row[0]);
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn what_cannot_be_done_is_told() {
    let sandbox = sandbox();
    let refused = [
        ("search --limit 0", "a number from 1, or all"),
        ("search --restart-after 0", "a number from 1, or never"),
        ("search --resume", "--seed"),
        ("connect 36 65", "65 is not in 1..=64"),
        ("search --pieces big", "expected"),
        ("search --limit 2 --format svg", "draws one solution"),
        ("search --demands \u{1b}[31m", "\\u{1b}[31m"),
        ("display --format svg", "draws one solution"),
        ("verify --format svg", "[possible values: text, json, csv]"),
    ];
    sandbox.refuses_all(2, &refused);
    fs::write(sandbox.path("grid"), "{\"grid\":[[1,2],[3]]}").unwrap();
    fs::write(sandbox.path("theirs.db"), "not ours").unwrap();
    let refused = [
        ("count", "the hexagons have about 1.27 * 10^21 solutions"),
        ("display", "there is no database"),
        ("connect 36 35", "there is no database"),
        ("verify --format csv", "there is no database"),
        ("octopuszle --diagonals grid", "grid: "),
        ("octopuszle --diagonals none", "cannot read none"),
        ("search --db theirs.db", "theirs.db"),
    ];
    sandbox.refuses_all(1, &refused);
}

#[test]
fn what_stands_in_the_file_does_not_steer_the_terminal() {
    let sandbox = sandbox();
    sandbox.says("search --seed 1 --quiet");
    let evil = "\u{1b}]0;evil\u{7}\u{202e}\u{2066}\u{200f}";
    for text in [evil.to_owned(), evil.repeat(10_000)] {
        let sql = "update LabyrinthSolutions set tiles = ?1";
        sandbox.sql().execute(sql, [&text]).unwrap();
        for line in ["display", "display --format json"] {
            let ended = sandbox.run(&words(line));
            ended.check_error(1);
            assert_eq!(ended.stdout, "");
            assert!(ended.stderr.contains("solution 1:"), "{ended:?}");
            assert!(ended.stderr.contains("evil"), "{ended:?}");
            assert!(ended.stderr.len() < 3000, "{ended:?}");
            let hidden = |c: char| {
                c.is_control() && c != '\n' || matches!(c, '\u{200f}' | '\u{202e}' | '\u{2066}')
            };
            assert!(!ended.stderr.contains(hidden), "{ended:?}");
        }
    }
    let negative = "update LabyrinthSolutions set tiles = 'hexagons', nb_groups = -1";
    sandbox.change(negative);
    sandbox.refuses(&["display"], 1, "nb_groups is");
    let verified = sandbox.run(VERIFY);
    verified.check_error(1);
    assert!(verified.stdout.contains("nb_groups is"), "{verified:?}");
}

#[test]
fn a_search_continues_where_it_ended() {
    // A search that starts again, and one that goes through everything.
    for (how, first, all) in [("", 20, 50), ("--restart-after never", 2, 5)] {
        let [whole, parts] = [sandbox(), sandbox()];
        let search = format!("search --seed 11 {how} --quiet --limit");
        whole.says(&format!("{search} {all}"));
        parts.says(&format!("{search} {first}"));
        parts.says(&format!("{search} {} --resume", all - first));
        let rows =
            "select group_concat(number || solution || steps || restarts) from LabyrinthSolutions";
        let read = |sandbox: &Sandbox| testkit::one::<String>(&sandbox.sql(), rows);
        assert_eq!(read(&whole), read(&parts), "{how}");
        for damage in ["path = '7z'", "path = '0000'", "run = -1"] {
            let sql = format!("update LabyrinthSearches set run = 0, {damage}");
            parts.change(&sql);
            let resumed = format!("{search} 1 --resume");
            parts.refuses(&words(&resumed), 1, "place");
        }
    }
}

#[test]
fn two_hexagrams_are_connected() {
    let sandbox = sandbox();
    sandbox.says("search --seed 1 --limit 20 --quiet --format json");
    let way = sandbox.document("connect 36 35");
    let stored = sandbox.document(&format!("display {}", way["number"]));
    let numbers: Vec<u64> = serde_json::from_value(way["hexagrams"].clone()).unwrap();
    let pieces: Vec<u64> = serde_json::from_value(way["pieces"].clone()).unwrap();
    assert_eq!((numbers[0], numbers[numbers.len() - 1]), (36, 35));
    let groups: Vec<Vec<(i64, i64, u64)>> =
        serde_json::from_value(stored["groups"].clone()).unwrap();
    let cells = |group: &Vec<(i64, i64, u64)>| -> BTreeMap<u64, Cell> {
        group.iter().map(|&(q, r, doors)| (doors, (q, r))).collect()
    };
    let mut boards = groups.iter().map(cells);
    let board = boards.find(|board| board.contains_key(&pieces[0])).unwrap();
    let way_cells: Vec<Cell> = pieces.iter().map(|piece| board[piece]).collect();
    for pair in way_cells.windows(2) {
        assert!(around(pair[0]).contains(&pair[1]), "{way}");
    }
    // No way is shorter: the distances of all cells, one step at a time.
    let group: BTreeSet<Cell> = board.into_values().collect();
    let mut reached = BTreeSet::from([way_cells[0]]);
    for _ in 2..pieces.len() {
        let next: BTreeSet<Cell> = reached.iter().flat_map(|&cell| around(cell)).collect();
        reached.extend(next.intersection(&group));
        assert!(!reached.contains(&way_cells[pieces.len() - 1]), "{way}");
    }
    // Hexagram 2 has no doors, so it is a group of its own.
    let refused = [
        ("connect 2 35", "different groups of all stored solutions"),
        ("connect 2 35 1", "different groups of this solution"),
        ("connect 36 35 99", "no such solution is stored"),
    ];
    sandbox.refuses_all(1, &refused);
    let alone = sandbox.document("connect 2 2 1");
    assert_eq!(alone["hexagrams"], serde_json::json!([2]));
}

#[test]
fn the_text_s_own_way_to_an_octopuszle_ends_nowhere() {
    let sandbox = sandbox();
    let first = sandbox.says("octopuszle --seed 20 --format json");
    fs::write(sandbox.path("first.json"), first).unwrap();
    let line = "octopuszle --diagonals first.json --literal --seed 1 --end-after 20000";
    for (more, restarts) in [("", 0), (" --restart-after 1000", 19)] {
        let said = format!("not solved by 20,000 pieces, {restarts} restarts; at most ");
        sandbox.refuses(&words(&format!("{line}{more}")), 1, &said);
    }
    sandbox.refuses(&["octopuszle", "--literal"], 2, "--diagonals");
}

#[cfg(unix)]
#[test]
fn long_work_stops_when_it_is_told_to() {
    let sandbox = sandbox();
    let ended = sandbox.interrupted("search --limit all --format json", b"");
    assert!(ended.stderr.contains("stopped"), "{ended:?}");
    assert!(sandbox.number("select count(*) from LabyrinthSolutions") > 0);
}

#[test]
fn every_change_is_found() {
    let sandbox = sandbox();
    sandbox.says("search --seed 1 --limit 3 --quiet");
    let how = "how it was found, not what";
    let last = "nobody knows that there was one after the last";
    Mutations {
        sandbox: &sandbox,
        verify: VERIFY,
        tables: &["LabyrinthSolutions"],
        untold: &[
            ("LabyrinthSolutions.steps", how),
            ("LabyrinthSolutions.restarts", how),
            ("LabyrinthSolutions.seed", how),
            ("LabyrinthSolutions.search", how),
            ("LabyrinthSolutions.a row less", last),
        ],
        document: include_str!("../../README.md"),
    }
    .check();
}

/// With `FAULTS=long` it is killed at every system call.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_command_goes_on_to_the_same_rows() {
    testkit::SystemCalls {
        program: PROGRAM,
        before: &[],
        args: &testkit::words("search --seed 1 --limit 2 --quiet"),
        verify: VERIFY,
        rows: &["select * from LabyrinthSolutions"],
    }
    .check();
}
