//! Reads a row of a table of molecules in JSON, CSV or columns, as `display`, `query` and `export` write it. The
//! molecule and its spectrum are one word each.

use std::collections::BTreeSet;

use super::error::at;
use super::{BoardText, BoardTextError};
use crate::board::{Board, Config, Size};

/// The molecules of a text, with their line numbers. A word counts as a molecule only if its spectrum is there,
/// too, so that a drawing is not mistaken for a row.
pub(super) fn find(text: &str) -> Vec<(Board, usize)> {
    let words = || {
        let lines = text.lines().enumerate();
        lines.flat_map(|(row, line)| line.split(is_between).map(move |word| (word, row)))
    };
    let all: BTreeSet<&str> = words().map(|(word, _)| word).collect();
    let molecules = words().filter_map(|(word, row)| Some((molecule(word)?, row)));
    let rows = molecules.filter(|(board, _)| all.contains(board.spectrum().as_str()));
    rows.collect()
}

/// Whether a character separates words.
fn is_between(c: char) -> bool {
    !c.is_ascii_alphanumeric() && !"@&-".contains(c)
}

fn molecule(word: &str) -> Option<Board> {
    if word.contains(|c| c != 'O' && c != '-') {
        return None;
    }
    let size = Size::square(word.len().isqrt()).ok()?;
    let atoms = word.matches('O').count();
    Board::parse(word, Config::in_box(atoms as u64, size).ok()?).ok()
}

/// Reads the molecule, which must be the only one.
pub(super) fn read(rows: &[(Board, usize)]) -> Result<BoardText, BoardTextError> {
    match *rows {
        [(board, _)] => Ok(BoardText::of_hidden(board, board.config().balls())),
        [_, (_, row), ..] => Err(at(row, 0, "this is a second molecule; keep the row of one")),
        [] => Err(BoardTextError::NoBoard),
    }
}
