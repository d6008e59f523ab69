//! Whether a filled grid is a tour, in words and as JSON.

use std::io::{self, Write};

use ::view::words::{counted, thousands};
use serde::Serialize;

use crate::rules::Board;
use crate::tour::{Examination, Flaw};

/// Writes what a filled grid is, and the first of its flaws.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_text(
    out: &mut impl Write,
    board: Board,
    found: &Examination,
) -> io::Result<()> {
    if found.is_tour() {
        let kind = if found.circular {
            "a circular tour"
        } else {
            "a tour, not circular"
        };
        return writeln!(out, "{board}: {kind}");
    }
    writeln!(
        out,
        "{board}: no tour, {}",
        counted(found.count, "flaw", "flaws")
    )?;
    for flaw in &found.flaws {
        writeln!(out, "  {}", flaw.describe(board))?;
    }
    match found.count - found.flaws.len() as u64 {
        0 => Ok(()),
        more => writeln!(out, "  and {} more", thousands(more)),
    }
}

#[derive(Serialize)]
struct Document {
    rows: usize,
    columns: usize,
    tour: bool,
    circular: bool,
    flaws: u64,
    first_flaws: Vec<FlawDocument>,
}

/// Rows and columns are counted from 1; what a flaw has not is null.
#[derive(Serialize)]
struct FlawDocument {
    kind: &'static str,
    number: Option<u32>,
    row: Option<usize>,
    column: Option<usize>,
    other_row: Option<usize>,
    other_column: Option<usize>,
    message: String,
}

/// Writes one JSON document on one line: `rows`, `columns`, `tour`, `circular`,
/// `flaws` (how many), `first_flaws` (a list of `kind`: `foreign`, `repeated`,
/// `missing` or `break`; `number`, its `row` and `column`, the `other_row` and
/// `other_column` where it stands again or where the next number is, and a
/// `message`).
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_json(
    out: &mut impl Write,
    board: Board,
    found: &Examination,
) -> io::Result<()> {
    let document = Document {
        rows: board.rows(),
        columns: board.columns(),
        tour: found.is_tour(),
        circular: found.circular,
        flaws: found.count,
        first_flaws: found
            .flaws
            .iter()
            .map(|&flaw| flaw_document(flaw, board))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

fn flaw_document(flaw: Flaw, board: Board) -> FlawDocument {
    let (kind, number, cell, other) = match flaw {
        Flaw::Length { .. } => ("length", None, None, None),
        Flaw::Foreign { cell, number, .. } => ("foreign", Some(number), Some(cell), None),
        Flaw::Repeated {
            number,
            first,
            again,
        } => ("repeated", Some(number), Some(first), Some(again)),
        Flaw::Missing { number } => ("missing", Some(number), None, None),
        Flaw::Break { number, from, to } => ("break", Some(number), Some(from), Some(to)),
    };
    let place = |cell: Option<usize>| cell.map(|cell| board.place(cell));
    let (cell, other) = (place(cell), place(other));
    FlawDocument {
        kind,
        number,
        row: cell.map(|(row, _)| row + 1),
        column: cell.map(|(_, column)| column + 1),
        other_row: other.map(|(row, _)| row + 1),
        other_column: other.map(|(_, column)| column + 1),
        message: flaw.describe(board),
    }
}
