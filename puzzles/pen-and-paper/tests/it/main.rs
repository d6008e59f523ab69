//! Tests Pen and Paper: compares counts with independent searches, and checks tours by the rule. `tests/cases.md`
//! has the program as a user runs it.

mod counting;
#[cfg(unix)]
mod solving;
mod unfinished;

use testkit::Sandbox;
use testkit::input_files::{damage_each, input_files};

testkit::documents_are_true!("pen-and-paper", 10);

fn sandbox() -> Sandbox {
    Sandbox::of(PROGRAM)
}

type Grid = Vec<Vec<i64>>;

/// The filled grid in the text that the program prints.
fn drawn(text: &str) -> Grid {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| {
        let numbers = row.trim_matches(['|', ' ']).split_whitespace();
        numbers.map(|number| number.parse().unwrap()).collect()
    })
    .collect()
}

/// Whether this is a jump: three cells along a row or column, or two diagonally.
fn is_jump(from: (i64, i64), to: (i64, i64)) -> bool {
    let (down, right) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    matches!((down, right), (3, 0) | (0, 3) | (2, 2))
}

/// Whether a grid has every number from 1 once, each a jump from the last, and whether the last one is a jump from
/// 1.
fn examined(grid: &Grid) -> (bool, bool) {
    let mut places: Vec<(i64, (i64, i64))> = Vec::new();
    for (row, numbers) in (0..).zip(grid) {
        for (column, &number) in (0..).zip(numbers) {
            places.push((number, (row, column)));
        }
    }
    places.sort_unstable();
    let in_order = (1..).zip(&places).all(|(number, place)| number == place.0);
    let jumps = places.windows(2).all(|pair| is_jump(pair[0].1, pair[1].1));
    let ends = (places[places.len() - 1].1, places[0].1);
    (in_order && jumps, is_jump(ends.0, ends.1))
}

#[test]
fn damaged_grids_are_rejected_or_harmless() {
    let table = "puzzles/pen-and-paper/src/grid.rs
$ solve --size 5 > grid
grid: check grid
grid: solve grid";
    damage_each(&input_files(table), sandbox);
}
