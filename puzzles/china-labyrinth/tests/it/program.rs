//! Checks the results of the program by separately written rules. `tests/cases.md` has the program as a user runs
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use snapbox::{Data, assert_data_eq};
use testkit::input_files::{damage_each, input_files};
use testkit::{Sandbox, words};

use crate::{FOLDER, PROGRAM};

/// The directions of bits 0 to 5 of a piece, in axial coordinates.
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

/// Removes a cell and all cells that are connected with it.
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
        // The first component is the outside.
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
    // The program reports its own seed if none is given.
    let any = sandbox.run(&words("search --format json"));
    let mut lines = any.stderr.lines();
    let seed = lines.find_map(|line| line.strip_prefix("seed ")).unwrap();
    let again = format!("search --format json --seed {seed}");
    assert_eq!(sandbox.says(&again), any.stdout);
    let three = documents(&sandbox.says("search --groups 3 --limit 5 --seed 1 --format json"));
    assert!(three.len() == 5 && three.iter().all(|document| check(document) == 3));
    assert!(sandbox.files().is_empty());
}

#[test]
fn pictures_are_those_of_the_readme() {
    let sandbox = sandbox();
    for (line, name) in [
        ("search --seed 1", "solution.svg"),
        ("connect 36 35 --seed 1", "way.svg"),
    ] {
        let text = sandbox.says(&format!("{line} --format svg"));
        let path = Path::new(FOLDER).join("docs").join(name);
        assert_data_eq!(&text, Data::read_from(&path, None).raw());
    }
}

#[test]
fn the_reference_agrees_with_the_count() {
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
fn two_hexagrams_are_connected() {
    let sandbox = sandbox();
    let way = sandbox.document("connect 36 35 --seed 1");
    check(&way);
    let numbers: Vec<u64> = serde_json::from_value(way["hexagrams"].clone()).unwrap();
    let pieces: Vec<u64> = serde_json::from_value(way["pieces"].clone()).unwrap();
    assert_eq!((numbers[0], numbers[numbers.len() - 1]), (36, 35));
    let groups: Vec<Vec<(i64, i64, u64)>> = serde_json::from_value(way["groups"].clone()).unwrap();
    let cells = |group: &Vec<(i64, i64, u64)>| -> BTreeMap<u64, Cell> {
        group.iter().map(|&(q, r, doors)| (doors, (q, r))).collect()
    };
    let mut boards = groups.iter().map(cells);
    let board = boards.find(|board| board.contains_key(&pieces[0])).unwrap();
    let way_cells: Vec<Cell> = pieces.iter().map(|piece| board[piece]).collect();
    for pair in way_cells.windows(2) {
        assert!(around(pair[0]).contains(&pair[1]), "{way}");
    }
    // Checks that no path is shorter, by a breadth-first search.
    let group: BTreeSet<Cell> = board.into_values().collect();
    let mut reached = BTreeSet::from([way_cells[0]]);
    for _ in 2..pieces.len() {
        let next: BTreeSet<Cell> = reached.iter().flat_map(|&cell| around(cell)).collect();
        reached.extend(next.intersection(&group));
        assert!(!reached.contains(&way_cells[pieces.len() - 1]), "{way}");
    }
}

#[test]
fn damaged_solutions_are_rejected_or_harmless() {
    let table = "puzzles/china-labyrinth/src/cli/search.rs
$ octopuszle --seed 20 --format json > first.json
first.json: octopuszle --diagonals first.json --literal --seed 1 --end-after 1000";
    damage_each(&input_files(table), sandbox);
}

#[cfg(unix)]
#[test]
fn long_work_can_be_interrupted() {
    let sandbox = sandbox();
    let ended = sandbox.interrupted("search --limit all --format json", b"");
    assert!(ended.stderr.contains("stopped"), "{ended:?}");
}
