//! The program as a user or another program runs it, checked by separately written rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use snapbox::{Data, assert_data_eq};
use testkit::doors::{attack, door};
use testkit::{Sandbox, words};

const PROGRAM: &str = env!("CARGO_BIN_EXE_china-labyrinth");
const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

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
fn drawings_match_the_reviewed_pictures() {
    let sandbox = sandbox();
    for (line, name) in [
        ("search --seed 1", "solution.txt"),
        ("search --seed 1 --format svg", "../../docs/solution.svg"),
        ("compact --seed 1", "compact.txt"),
        ("octopuszle --seed 1", "octopuszle.txt"),
        ("connect 36 35 --seed 1", "way.txt"),
        ("connect 36 35 --seed 1 --format svg", "../../docs/way.svg"),
        ("hexagrams", "hexagrams.txt"),
    ] {
        let text = sandbox.says(line);
        let path = Path::new(FOLDER).join("tests/snapshots").join(name);
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
fn the_first_level_is_won_with_hints() {
    let sandbox = sandbox();
    let play = |args: &str, lines: &str| sandbox.with_input(&words(args), lines.as_bytes()).stdout;
    let mut played = String::new();
    for _ in 0..6 {
        let shown = play("play", &format!("{played}hint\n"));
        played += shown.lines().last().unwrap().split('`').nth(1).unwrap();
        played += "\n";
    }
    let won = play("play", &played);
    assert!(
        won.ends_with("solved: all pieces are laid, and all doors meet\n"),
        "{won}"
    );
    for (lines, said) in [
        ("ways", "\n5,005 ways are left\n"),
        ("undo", "\nnothing to undo\n"),
        (
            "a 3",
            "\na is neither an open cell nor a command: see help\n",
        ),
        ("new 16", "\n16 is not a piece: pieces are 0 to 15\n"),
        ("1 2 3", "\n1 2 3 is not a command: see help\n"),
        ("take 1", "\nthis piece is not on a board\n"),
        ("new 3", "\n  a\n  └─b\n\npieces: 0 ·, 1 ╶, 2 ╵, 4 ╴"),
        (
            "new 3\nb 1",
            "\nthis piece has no door to the west, and the piece",
        ),
        ("new 3\nb", "\non b: 4 ╴, 5 ─,"),
    ] {
        let shown = play("play --laid 0", &format!("{lines}\n"));
        assert!(shown.contains(said), "{lines}: {shown}");
    }
}

#[test]
fn impossible_requests_are_rejected() {
    let sandbox = sandbox();
    let refused = "
        search --limit 0: a number from 1, or all
        search --restart-after 0: a number from 1, or never
        connect 36 65: 65 is not in 1..=64
        search --pieces big: expected
        search --limit 2 --format svg: draws only one solution
        octopuszle --literal: --diagonals
        search --demands \u{1b}[31m: invalid value ''";
    sandbox.refuses_lines(2, refused);
    fs::write(sandbox.path("grid"), "{\"grid\":[[1,2],[3]]}").unwrap();
    let refused = "
        connect 2 35 --seed 1: different groups in each of 1,000 solutions
        octopuszle --diagonals grid: grid: invalid length 2
        octopuszle --diagonals none: there is no file none";
    sandbox.refuses_lines(1, refused);
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
    // No way is shorter: the distances of all cells, one step at a time.
    let group: BTreeSet<Cell> = board.into_values().collect();
    let mut reached = BTreeSet::from([way_cells[0]]);
    for _ in 2..pieces.len() {
        let next: BTreeSet<Cell> = reached.iter().flat_map(|&cell| around(cell)).collect();
        reached.extend(next.intersection(&group));
        assert!(!reached.contains(&way_cells[pieces.len() - 1]), "{way}");
    }
    let alone = sandbox.document("connect 2 2 --seed 1");
    assert_eq!(alone["hexagrams"], serde_json::json!([2]));
}

#[test]
fn the_text_s_own_way_to_an_octopuszle_ends_nowhere() {
    let sandbox = sandbox();
    let first = sandbox.says("octopuszle --seed 20 --format json");
    fs::write(sandbox.path("first.json"), first).unwrap();
    let line = "octopuszle --diagonals first.json --literal --seed 1 --end-after 20000";
    for (more, restarts) in [("", 0), (" --restart-after 1000", 19)] {
        let said = format!("not solved after 20,000 pieces, {restarts} restarts; at most ");
        sandbox.refuses(&words(&format!("{line}{more}")), 1, &said);
    }
}

#[test]
fn a_solution_that_has_changed_is_refused_or_harmless() {
    let makes = "octopuszle --seed 20 --format json > first.json";
    let reads = "octopuszle --diagonals first.json --literal --seed 1 --end-after 1000";
    let module = "puzzles/china-labyrinth/src/cli/search.rs";
    attack(&[door(module, makes, "first.json", reads)], sandbox);
}

#[cfg(unix)]
#[test]
fn long_work_can_be_interrupted() {
    let sandbox = sandbox();
    let ended = sandbox.interrupted("search --limit all --format json", b"");
    assert!(ended.stderr.contains("stopped"), "{ended:?}");
}
