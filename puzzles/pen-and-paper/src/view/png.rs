//! A tour as a PNG picture: cells as squares of the colours of their numbers.

use std::io::{self, Write};

use watch::Stop;

use super::colour::{Colour, Palette};
use crate::error::Result;
use crate::tour::Tour;

/// The longer side of a picture of a small grid is about so many pixels.
const USUAL_SIDE: usize = 1024;
/// A picture is never longer or wider than this.
const MOST_SIDE: usize = 4096;

/// What every picture says of where it comes from.
const SOFTWARE: (&str, &str) = ("Software", "Black Box pen-and-paper");

/// Does a picture of ours begin like that?
pub(super) fn is_ours(begin: &[u8]) -> bool {
    let mark = format!("tEXt{}\0{}", SOFTWARE.0, SOFTWARE.1);
    // The header's chunk and the length of this one stand before it.
    begin.starts_with(b"\x89PNG\r\n\x1a\n")
        && begin
            .get(37..)
            .is_some_and(|rest| rest.starts_with(mark.as_bytes()))
}

/// How many cells are coloured between two looks at whether to stop.
const LOOK: usize = 1 << 20;

/// Writes a tour as a picture in which a cell is a square of pixels, or, of
/// grids of more than 4,096 rows or columns, a pixel a square of cells with the
/// mean of their colours.
///
/// # Errors
///
/// What the writer fails with; [`kit::Error::Stopped`] where somebody wants to stop.
pub(crate) fn write(out: impl Write, tour: &Tour, stop: &Stop) -> Result<()> {
    let board = tour.board();
    let longer = board.rows().max(board.columns());
    let pixels_a_cell = (USUAL_SIDE / longer).max(1);
    let cells_a_pixel = longer.div_ceil(MOST_SIDE);
    let mosaic = Mosaic::new(tour, cells_a_pixel, stop)?;

    let width = mosaic.columns * pixels_a_cell;
    let height = mosaic.rows * pixels_a_cell;
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .add_text_chunk(SOFTWARE.0.to_owned(), SOFTWARE.1.to_owned())
        .map_err(io::Error::from)?;
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    let mut stream = writer.stream_writer().map_err(io::Error::from)?;
    let mut line = Vec::with_capacity(3 * width);
    for row in mosaic.tiles.chunks_exact(mosaic.columns) {
        line.clear();
        for colour in row {
            for _ in 0..pixels_a_cell {
                line.extend_from_slice(colour);
            }
        }
        for _ in 0..pixels_a_cell {
            stream.write_all(&line)?;
        }
    }
    stream.finish().map_err(io::Error::from)?;
    Ok(writer.finish().map_err(io::Error::from)?)
}

/// A grid of tiles, each with the mean colour of so many cells across and
/// down.
pub(super) struct Mosaic {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) tiles: Vec<Colour>,
}

impl Mosaic {
    pub(super) fn new(tour: &Tour, side: usize, stop: &Stop) -> Result<Mosaic> {
        let board = tour.board();
        let palette = Palette::new(tour);
        let columns = board.columns().div_ceil(side);
        let mut tiles = Vec::with_capacity(board.rows().div_ceil(side) * columns);
        let mut sums = vec![([0u64; 3], 0u64); columns];
        // How many cells have been looked at since it was asked last.
        let mut unasked = LOOK;
        for band in tour.numbers().chunks(side * board.columns()) {
            sums.fill(([0; 3], 0));
            for row in band.chunks_exact(board.columns()) {
                for (cells, (sum, count)) in row.chunks(side).zip(&mut sums) {
                    unasked += cells.len();
                    if unasked >= LOOK {
                        unasked = 0;
                        if stop.asked() {
                            return Err(
                                kit::Error::Stopped("stopped while drawing".to_owned()).into()
                            );
                        }
                    }
                    for &number in cells {
                        for (sum, part) in sum.iter_mut().zip(palette.colour(number)) {
                            *sum += u64::from(part);
                        }
                    }
                    *count += cells.len() as u64;
                }
            }
            tiles.extend(
                sums.iter()
                    .map(|(sum, count)| sum.map(|sum| (sum / (*count).max(1)) as u8)),
            );
        }
        Ok(Mosaic {
            rows: board.rows().div_ceil(side),
            columns,
            tiles,
        })
    }
}
