//! How tours and counts look.

mod colour;
mod counts;
pub(crate) mod png;
pub(crate) mod svg;

use std::fmt::Write;
use std::io;

use ::view::svg::Picture;
use serde::Serialize;

use crate::search::Method;
use crate::tour::Tour;
pub(crate) use counts::Counts;

/// Does a file that this program has written begin like that?
pub(crate) fn is_ours(begin: &[u8]) -> bool {
    // The border of a grid, documents, pictures.
    let own = [" ---", "{\"rows\":", Picture::BEGINNING].map(str::as_bytes);
    own.iter().any(|own| begin.starts_with(own)) || png::is_ours(begin)
}

/// A tour as text, with the border and the centred numbers of the original program,
/// which ends the border's lines with a blank.
pub(crate) fn text(tour: &Tour) -> String {
    let columns = tour.board().columns();
    let width = tour.board().cells().to_string().len();
    let border = format!(" {} \n", "-".repeat((width + 1) * columns + 1));
    let mut text = border.clone();
    for row in tour.numbers().chunks_exact(columns) {
        text.push('|');
        for number in row {
            // Nothing keeps a text in memory from being written.
            let _ = write!(text, " {number:^width$}");
        }
        text.push_str(" |\n");
    }
    text + &border
}

/// A tour as a document.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    rows: usize,
    columns: usize,
    circular: bool,
    grid: Vec<&'a [u32]>,
    seed: u64,
    method: &'static str,
}

/// The document of a tour that a method has found.
pub(crate) fn document(tour: &Tour, seed: u64, method: Method) -> Document<'_> {
    let board = tour.board();
    Document {
        rows: board.rows(),
        columns: board.columns(),
        circular: tour.is_circular(),
        grid: tour.numbers().chunks_exact(board.columns()).collect(),
        seed,
        method: method.name(),
    }
}

/// Writes one JSON document on one line.
pub(crate) fn write_json(mut out: impl io::Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut out, document)?;
    writeln!(out)
}
