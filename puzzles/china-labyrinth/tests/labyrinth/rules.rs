//! The puzzle's rules, written anew, and what all tests need.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::Sandbox;

pub(crate) const LABYRINTH: &str = env!("CARGO_BIN_EXE_china-labyrinth");

/// Bits 0 to 5 of a piece, in axial coordinates.
pub(crate) const SIX: [(i64, i64); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Bits 0 to 3 of a square.
pub(crate) const FOUR: [(i64, i64); 4] = [(1, 0), (0, -1), (-1, 0), (0, 1)];

pub(crate) type Board = BTreeMap<(i64, i64), u64>;

pub(crate) fn sandbox() -> Sandbox {
    Sandbox::of(LABYRINTH)
}

pub(crate) fn documents(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) fn keys(document: &Value) -> Vec<&str> {
    let map = document.as_object().unwrap();
    map.keys().map(String::as_str).collect()
}

pub(crate) fn numbers(value: &Value) -> Vec<i64> {
    let list = value.as_array().unwrap();
    list.iter().map(|number| number.as_i64().unwrap()).collect()
}

/// A list of `[q, r, mask]`.
pub(crate) fn board(list: &Value) -> Board {
    let mut board = Board::new();
    for piece in list.as_array().unwrap() {
        let [q, r, mask] = numbers(piece)[..] else {
            panic!("{piece}")
        };
        assert_eq!(board.insert((q, r), mask as u64), None, "{list}");
    }
    board
}

pub(crate) fn neighbour(cell: (i64, i64), step: (i64, i64)) -> (i64, i64) {
    (cell.0 + step.0, cell.1 + step.1)
}

/// The cells that can be reached from one of them.
pub(crate) fn reached(
    from: (i64, i64),
    goes: impl Fn((i64, i64)) -> Vec<(i64, i64)>,
) -> BTreeSet<(i64, i64)> {
    let mut met = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(cell) = next.pop() {
        next.extend(goes(cell).into_iter().filter(|&there| met.insert(there)));
    }
    met
}

/// How many holes a board of hexagons has: bounded regions without a piece.
pub(crate) fn holes(board: &Board) -> usize {
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
pub(crate) fn check(document: &Value, steps: &[(i64, i64)]) -> usize {
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
