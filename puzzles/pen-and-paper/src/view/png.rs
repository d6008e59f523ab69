//! A tour of a big grid as a PNG picture: cells as squares of the colours of their
//! numbers.

use std::io::{self, Write};

use super::colour::colour;
use crate::tour::Tour;

/// The origin that every picture names.
const SOFTWARE: (&str, &str) = ("Software", "Black Box pen-and-paper");

/// Can this be the beginning of one of our pictures?
pub(super) fn is_ours(begin: &[u8]) -> bool {
    let mark = format!("tEXt{}\0{}", SOFTWARE.0, SOFTWARE.1);
    // The header's chunk and the length of this one come before it.
    let is_marked = |rest: &[u8]| rest.starts_with(mark.as_bytes());
    begin.starts_with(b"\x89PNG\r\n\x1a\n") && begin.get(37..).is_some_and(is_marked)
}

/// Writes a tour as a picture of about a thousand pixels in length. A cell is a square of pixels,
/// or a single one.
pub(crate) fn write(out: impl Write, tour: &Tour) -> io::Result<()> {
    let board = tour.board();
    let side = (1024 / board.flat().columns()).max(1);
    let mut pixels = Vec::with_capacity(3 * side * side * board.cells());
    for row in tour.numbers().chunks_exact(board.columns()) {
        let colours = row.iter().map(|&number| colour(tour, number));
        let line: Vec<u8> = colours.flat_map(|colour| colour.repeat(side)).collect();
        pixels.extend(line.repeat(side));
    }
    let (width, height) = (side * board.columns(), side * board.rows());
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk(SOFTWARE.0.to_owned(), SOFTWARE.1.to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    Ok(writer.finish()?)
}
