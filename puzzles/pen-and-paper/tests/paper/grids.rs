//! Filled grids, examined by the rule alone.

use serde_json::Value;
use testkit::Sandbox;

pub(crate) const PEN_AND_PAPER: &str = env!("CARGO_BIN_EXE_pen-and-paper");

pub(crate) fn sandbox() -> Sandbox {
    Sandbox::of(PEN_AND_PAPER)
}

pub(crate) fn json(sandbox: &Sandbox, args: &[&str]) -> Value {
    let args = [args, &["--format", "json", "--quiet"]].concat();
    serde_json::from_str(&sandbox.ok(&args)).unwrap()
}

/// A filled grid.
pub(crate) type Grid = Vec<Vec<i64>>;

pub(crate) fn grid(document: &Value) -> Grid {
    serde_json::from_value(document["grid"].clone()).unwrap()
}

/// A filled grid out of the text that the program prints.
pub(crate) fn drawn(text: &str) -> Grid {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| {
        let numbers = row.trim_matches(['|', ' ']).split_whitespace();
        numbers.map(|number| number.parse().unwrap()).collect()
    })
    .collect()
}

/// Is there a jump: three cells along a row or column, or two diagonally?
pub(crate) fn is_jump(from: (i64, i64), to: (i64, i64)) -> bool {
    let (down, right) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    matches!((down, right), (3, 0) | (0, 3) | (2, 2))
}

/// Is every number from 1 on there once, each a jump away from the one before?
/// And is 1 a jump away from the last?
pub(crate) fn examined(grid: &Grid) -> (bool, bool) {
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
