//! A tour as one JSON document on one line.

use std::io::{self, Write};

use super::push_number;
use crate::stages::solve::Solution;

/// How many numbers are written at once.
const PIECE: usize = 1 << 12;

/// Writes `rows`, `columns`, `circular` (does a jump lead from the last number
/// back to 1?), `grid` (rows of numbers), `seed` and `method`.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write(out: &mut impl Write, solution: &Solution, seed: u64) -> io::Result<()> {
    let tour = &solution.tour;
    let board = tour.board();
    write!(
        out,
        r#"{{"rows":{},"columns":{},"circular":{},"grid":["#,
        board.rows(),
        board.columns(),
        tour.is_circular(),
    )?;
    let mut piece = Vec::new();
    for (i, row) in tour.numbers().chunks_exact(board.columns()).enumerate() {
        out.write_all(if i == 0 { b"[" } else { b",[" })?;
        // In pieces, since a row may have a hundred million numbers, and the
        // writer is asked often enough then whether it still wants them.
        for (j, numbers) in row.chunks(PIECE).enumerate() {
            piece.clear();
            for (k, &number) in numbers.iter().enumerate() {
                if j + k > 0 {
                    piece.push(b',');
                }
                push_number(&mut piece, number);
            }
            out.write_all(&piece)?;
        }
        out.write_all(b"]")?;
    }
    // Names of methods need no escapes.
    writeln!(out, r#"],"seed":{seed},"method":"{}"}}"#, solution.method)
}
