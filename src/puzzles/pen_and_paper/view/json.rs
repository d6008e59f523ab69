//! A tour as one JSON document on one line.

use std::io::{self, Write};

use super::super::stages::solve::Solution;
use super::push_number;

/// Writes `rows`, `columns`, `circular` (does a jump lead from the last number
/// back to 1?), `grid` (rows of numbers), `seed` and `method`.
///
/// # Errors
///
/// What the writer fails with.
pub fn write(out: &mut impl Write, solution: &Solution, seed: u64) -> io::Result<()> {
    let tour = &solution.tour;
    let board = tour.board();
    write!(
        out,
        r#"{{"rows":{},"columns":{},"circular":{},"grid":["#,
        board.rows(),
        board.columns(),
        tour.is_circular(),
    )?;
    let mut line = Vec::new();
    for (i, row) in tour.numbers().chunks_exact(board.columns()).enumerate() {
        line.clear();
        line.extend_from_slice(if i == 0 { b"[" } else { b",[" });
        for (j, &number) in row.iter().enumerate() {
            if j > 0 {
                line.push(b',');
            }
            push_number(&mut line, number);
        }
        line.push(b']');
        out.write_all(&line)?;
    }
    // Names of methods need no escapes.
    writeln!(out, r#"],"seed":{seed},"method":"{}"}}"#, solution.method)
}
