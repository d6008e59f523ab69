//! A filled grid as text, with the border and the centred numbers of the
//! original program.

use std::io::{self, Read, Write};

use super::push_number;
use crate::tour::Tour;

/// How many numbers are written at once: a row may have a hundred million, and
/// the writer is asked often enough whether it still wants them.
const PIECE: usize = 1 << 12;

/// Writes a tour.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write(out: &mut impl Write, tour: &Tour) -> io::Result<()> {
    let columns = tour.board().columns();
    let width = tour.board().cells().to_string().len();
    write_border(out, (width + 1) * columns + 1)?;
    let mut piece = Vec::with_capacity((width + 1) * PIECE.min(columns));
    let mut digits = Vec::with_capacity(width);
    for row in tour.numbers().chunks_exact(columns) {
        out.write_all(b"|")?;
        for numbers in row.chunks(PIECE) {
            piece.clear();
            for &number in numbers {
                digits.clear();
                push_number(&mut digits, number);
                let free = width - digits.len();
                piece.resize(piece.len() + 1 + free / 2, b' ');
                piece.extend_from_slice(&digits);
                piece.resize(piece.len() + free.div_ceil(2), b' ');
            }
            out.write_all(&piece)?;
        }
        out.write_all(b" |\n")?;
    }
    write_border(out, (width + 1) * columns + 1)
}

/// Writes a line of so many dashes; the original ends it with a space.
fn write_border(out: &mut impl Write, dashes: usize) -> io::Result<()> {
    out.write_all(b" ")?;
    io::copy(&mut io::repeat(b'-').take(dashes as u64), out)?;
    out.write_all(b" \n")
}

/// The lines of a tour.
pub(crate) fn lines(tour: &Tour) -> Vec<String> {
    let mut text = Vec::new();
    // Nothing keeps a text in memory from being written.
    let _ = write(&mut text, tour);
    let text = String::from_utf8_lossy(&text);
    text.lines().map(str::to_owned).collect()
}
