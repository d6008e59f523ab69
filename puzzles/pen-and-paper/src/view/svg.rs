//! A tour as an SVG picture: the way as a line, coloured from its first number
//! to its last.

use ::view::svg::{Picture, number};
use maud::{Markup, html};
use watch::Stop;

use super::colour::{Colour, Palette};
use super::png::Mosaic;
use crate::error::Result;
use crate::rules::Board;
use crate::tour::Tour;

/// The most rows and columns of a grid that is drawn with its way; of bigger
/// ones a mosaic of at most so many tiles is drawn.
pub(crate) const MOST_DRAWN: usize = 100;
/// The most rows and columns of a grid that is drawn with its numbers.
const MOST_NUMBERED: usize = 30;

/// How wide a cell is.
const CELL: f64 = 40.0;
const MARGIN: f64 = 6.0;

/// A tour as a picture.
///
/// # Errors
///
/// [`kit::Error::Stopped`] where somebody wants to stop: a big grid takes a
/// second.
pub(crate) fn picture(tour: &Tour, stop: &Stop) -> Result<Picture> {
    let board = tour.board();
    let longer = board.rows().max(board.columns());
    if longer > MOST_DRAWN {
        return mosaic(tour, longer.div_ceil(MOST_DRAWN), stop);
    }
    let numbered = longer <= MOST_NUMBERED;
    let (width, height) = (CELL * board.columns() as f64, CELL * board.rows() as f64);
    let body = html! {
        path class="hair" d=(grid(board)) {}
        (way(tour))
        (marks(tour, numbered))
        @if numbered { (numbers(tour)) }
    };
    Ok(Picture {
        title: title(tour),
        width: width + 2.0 * MARGIN,
        height: height + 2.0 * MARGIN,
        body,
    })
}

fn title(tour: &Tour) -> String {
    let circular = if tour.is_circular() { "circular " } else { "" };
    format!("A {circular}tour of {}", tour.board())
}

/// The lines between cells.
fn grid(board: Board) -> String {
    let (width, height) = (CELL * board.columns() as f64, CELL * board.rows() as f64);
    let mut lines = String::new();
    for row in 0..=board.rows() {
        let y = MARGIN + CELL * row as f64;
        lines += &format!("M{} {}h{}", number(MARGIN), number(y), number(width));
    }
    for column in 0..=board.columns() {
        let x = MARGIN + CELL * column as f64;
        lines += &format!("M{} {}v{}", number(x), number(MARGIN), number(height));
    }
    lines
}

/// The middle of a cell.
fn middle(board: Board, cell: u32) -> (f64, f64) {
    let (row, column) = board.place(cell as usize);
    let at = |index: usize| MARGIN + CELL * (index as f64 + 0.5);
    (at(column), at(row))
}

/// The jumps, joined to lines of one colour each. Every jump is an arc that
/// bends a little to its right, so that those in the same row are told apart.
fn way(tour: &Tour) -> Markup {
    let board = tour.board();
    let path = tour.path();
    let palette = Palette::new(tour);
    let mut lines: Vec<(Colour, String)> = Vec::new();
    let back = tour.is_circular().then(|| (path[path.len() - 1], path[0]));
    let jumps = path.windows(2).map(|pair| (pair[0], pair[1])).chain(back);
    for (index, (from, to)) in (1..).zip(jumps) {
        let colour = palette.colour(index);
        let ((x, y), (to_x, to_y)) = (middle(board, from), middle(board, to));
        let bend = 0.17;
        let control = (
            (x + to_x) / 2.0 - bend * (to_y - y),
            (y + to_y) / 2.0 + bend * (to_x - x),
        );
        if lines.last().is_none_or(|(last, _)| *last != colour) {
            lines.push((colour, format!("M{} {}", number(x), number(y))));
        }
        if let Some((_, line)) = lines.last_mut() {
            *line += &format!(
                "Q{} {} {} {}",
                number(control.0),
                number(control.1),
                number(to_x),
                number(to_y)
            );
        }
    }
    html! {
        g fill="none" stroke-width="2.5" stroke-linecap="round" {
            @for (colour, line) in &lines {
                path stroke=(hexadecimal(*colour)) d=(line) {}
            }
        }
    }
}

/// Discs for the first and the last cell, and for all others that numbers are
/// to stand on.
fn marks(tour: &Tour, numbered: bool) -> Markup {
    let path = tour.path();
    let palette = Palette::new(tour);
    let last = path.len() - 1;
    html! {
        @for (i, &cell) in path.iter().enumerate() {
            @let end = i == 0 || i == last;
            @let (x, y) = middle(tour.board(), cell);
            @if end || numbered {
                circle class="paper" cx=(number(x)) cy=(number(y)) r=(if end { "11" } else { "8" })
                    stroke=[end.then(|| hexadecimal(palette.colour(i as u32 + 1)))]
                    stroke-width=[end.then_some("2")] {}
            }
        }
    }
}

fn numbers(tour: &Tour) -> Markup {
    let board = tour.board();
    let size = if board.cells() < 1000 { "10" } else { "8" };
    html! {
        g class="ink" font-size=(size) text-anchor="middle" {
            @for (cell, number_there) in (0..).zip(tour.numbers()) {
                @let (x, y) = middle(board, cell);
                text x=(number(x)) y=(number(y + 3.5)) { (number_there) }
            }
        }
    }
}

/// A picture of tiles.
fn mosaic(tour: &Tour, side: usize, stop: &Stop) -> Result<Picture> {
    const TILE: f64 = 8.0;
    let mosaic = Mosaic::new(tour, side, stop)?;
    let body = html! {
        @for (i, &colour) in mosaic.tiles.iter().enumerate() {
            @let (row, column) = (i / mosaic.columns, i % mosaic.columns);
            // A little wider than the tile, so that no paper shines through.
            rect x=(number(MARGIN + TILE * column as f64)) y=(number(MARGIN + TILE * row as f64))
                width="8.2" height="8.2" fill=(hexadecimal(colour)) {}
        }
    };
    Ok(Picture {
        title: format!("{}, {side} × {side} cells a tile", title(tour)),
        width: TILE * mosaic.columns as f64 + 2.0 * MARGIN,
        height: TILE * mosaic.rows as f64 + 2.0 * MARGIN,
        body,
    })
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
