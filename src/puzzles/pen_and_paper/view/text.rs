//! A filled grid as text, with the border and the centred numbers of the
//! original program.

use std::io::{self, Write};

use super::super::tour::Tour;
use super::push_number;

/// Writes a tour.
///
/// # Errors
///
/// What the writer fails with.
pub fn write(out: &mut impl Write, tour: &Tour) -> io::Result<()> {
    each_line(tour, |line| {
        out.write_all(line)?;
        out.write_all(b"\n")
    })
}

/// The lines of a tour.
pub fn lines(tour: &Tour) -> Vec<String> {
    let mut lines = Vec::with_capacity(tour.board().rows() + 2);
    let taken: Result<(), std::convert::Infallible> = each_line(tour, |line| {
        lines.push(String::from_utf8_lossy(line).into_owned());
        Ok(())
    });
    match taken {
        Ok(()) => lines,
    }
}

fn each_line<E>(tour: &Tour, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let columns = tour.board().columns();
    let width = tour.board().cells().to_string().len();
    // The original ends it with a space.
    let border = format!(" -{}- ", "-".repeat((width + 1) * columns - 1));
    take(border.as_bytes())?;
    let mut line = Vec::with_capacity(border.len());
    let mut digits = Vec::with_capacity(width);
    for row in tour.numbers().chunks_exact(columns) {
        line.clear();
        line.push(b'|');
        for &number in row {
            digits.clear();
            push_number(&mut digits, number);
            let free = width - digits.len();
            line.resize(line.len() + 1 + free / 2, b' ');
            line.extend_from_slice(&digits);
            line.resize(line.len() + free.div_ceil(2), b' ');
        }
        line.extend_from_slice(b" |");
        take(&line)?;
    }
    take(border.as_bytes())
}
