//! Errors in the text of a board, with their places.

use crate::words::{counted, thousands};

use super::MAX_BYTES;
use crate::board::MAX_SIDE;

/// Why a text is not a board. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardTextError {
    /// The text has only white space.
    #[error("no board found, only white space")]
    Empty,
    /// The text has words, but no board.
    #[error(
        "no board found: no drawing, no game ID such as w8h8m4M4:…, no number such as A4_B8:2813, and no rays such as west 4 = H"
    )]
    NoBoard,
    /// The text is too long to be a board.
    #[error("more than {} bytes, too long for a board", thousands(MAX_BYTES as u64))]
    TooLong,
    /// There are no cells at the line and the column where a drawing begins.
    #[error("line {0}, column {1}: no box is drawn here; each cell of a drawing is one of - . O x")]
    NoBox(usize, usize),
    /// Something is in the wrong place, or missing.
    #[error("line {line}, column {column}: {problem}")]
    At {
        /// The line of the text, counted from 1.
        line: usize,
        /// The column of that line, counted from 1.
        column: usize,
        /// The problem.
        problem: String,
    },
    /// Labels contradict the rule that a ray that comes out has two ends.
    #[error("{0}")]
    Labels(String),
}

/// An error at a row and column counted from 0.
pub(super) fn at(row: usize, column: usize, problem: impl Into<String>) -> BoardTextError {
    BoardTextError::At {
        line: row + 1,
        column: column + 1,
        problem: problem.into(),
    }
}

/// Describes what was found, by its first characters, and what was expected.
pub(super) fn expected(read: &str, wanted: &str) -> String {
    const MAX_QUOTED: usize = 40;
    let mut quoted: String = read.chars().take(MAX_QUOTED).collect();
    if quoted.len() < read.len() {
        quoted.push('…');
    }
    format!("found {quoted:?}, expected {wanted}")
}

/// Describes the error for a box with too many rows or columns, or none.
pub(super) fn no_size(rows: usize, columns: usize) -> String {
    let rows = counted(rows as u64, "row", "rows");
    let columns = counted(columns as u64, "column", "columns");
    format!("a box has 1 to {MAX_SIDE} rows and columns, and this one has {rows} and {columns}")
}
