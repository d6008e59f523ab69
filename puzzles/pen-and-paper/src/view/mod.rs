//! The forms of tours and counts.

mod colour;
mod counts;
pub(crate) mod svg;

use std::fmt::Write;

use kit::object;
use serde::Serialize;

use crate::rules::Board;
use crate::search::Method;
use crate::tour::Tour;
pub(crate) use counts::Counts;

/// Numbers as text, with the border and the centred numbers of the original program, which ends the
/// border's lines with a space. An empty cell has 0, and is a dot.
pub(crate) fn grid(board: Board, numbers: &[u32]) -> String {
    let columns = board.columns();
    let width = board.cells().to_string().len();
    let border = format!(" {} \n", "-".repeat((width + 1) * columns + 1));
    let mut text = border.clone();
    for row in numbers.chunks_exact(columns) {
        text.push('|');
        for number in row {
            // Writing to a string cannot fail.
            let _ = match number {
                0 => write!(text, " {:^width$}", "."),
                _ => write!(text, " {number:^width$}"),
            };
        }
        text.push_str(" |\n");
    }
    text + &border
}

/// A tour and the method that found it, as a document.
pub(crate) fn document(tour: &Tour, seed: u64, method: Method) -> impl Serialize {
    let board = tour.board();
    object! {
        rows: board.rows(),
        columns: board.columns(),
        circular: tour.is_circular(),
        grid: tour.numbers().chunks_exact(board.columns()).collect::<Vec<_>>(),
        seed: seed,
        method: method.name(),
    }
}
