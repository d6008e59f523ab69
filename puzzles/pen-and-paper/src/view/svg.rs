//! A tour as an SVG picture: the way as a line, coloured from its first number to its last.

use ::view::svg::{Picture, number};
use maud::{Markup, html};

use crate::rules::Board;
use crate::tour::Tour;

/// The most rows and columns of a grid that is drawn.
pub(crate) const MOST_DRAWN: usize = 100;
/// The most rows and columns of a grid that is drawn with its numbers.
const MOST_NUMBERED: usize = 30;

const CELL: f64 = 40.0;
const MARGIN: f64 = 6.0;

pub(crate) fn picture(tour: &Tour) -> String {
    let board = tour.board;
    let numbered = board.flat().columns() <= MOST_NUMBERED;
    let (width, height) = (CELL * board.columns() as f64, CELL * board.rows() as f64);
    let body = html! {
        path class="hair" d=(grid(board)) {}
        (way(tour))
        (marks(tour, numbered))
        @if numbered { (numbers(tour)) }
    };
    let circular = if tour.is_circular { "circular " } else { "" };
    Picture {
        title: format!("A {circular}tour of {board}"),
        width: width + 2.0 * MARGIN,
        height: height + 2.0 * MARGIN,
        body,
    }
    .document()
}

fn grid(board: Board) -> String {
    let at = |index: usize| number(MARGIN + CELL * index as f64);
    let long = |cells: usize| number(CELL * cells as f64);
    let (left, width, height) = (at(0), long(board.columns()), long(board.rows()));
    let rows = (0..=board.rows()).map(|row| format!("M{left} {}h{width}", at(row)));
    let columns = (0..=board.columns()).map(|column| format!("M{} {left}v{height}", at(column)));
    rows.chain(columns).collect()
}

fn middle(board: Board, cell: usize) -> (f64, f64) {
    let (row, column) = board.place(cell);
    let at = |index: usize| MARGIN + CELL * (index as f64 + 0.5);
    (at(column), at(row))
}

/// The jumps, with those of one colour joined to a line. Every jump is an arc that bends a little
/// to its right, so that jumps in the same row can be told apart.
fn way(tour: &Tour) -> Markup {
    let board = tour.board;
    let path = tour.path();
    let mut lines: Vec<(Colour, String)> = Vec::new();
    let back = tour.is_circular.then(|| (path[path.len() - 1], path[0]));
    let jumps = path.windows(2).map(|pair| (pair[0], pair[1])).chain(back);
    for (index, (from, to)) in (1..).zip(jumps) {
        let here = colour(tour, index);
        let ((x, y), (to_x, to_y)) = (middle(board, from), middle(board, to));
        let bend = 0.17;
        let over = (x + to_x) / 2.0 - bend * (to_y - y);
        let under = (y + to_y) / 2.0 + bend * (to_x - x);
        if lines.last().is_none_or(|(last, _)| *last != here) {
            lines.push((here, format!("M{} {}", number(x), number(y))));
        }
        if let Some((_, line)) = lines.last_mut() {
            let [over, under, x, y] = [over, under, to_x, to_y].map(number);
            *line += &format!("Q{over} {under} {x} {y}");
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

/// Discs for the first and the last cell, and with numbers for all others, too.
fn marks(tour: &Tour, numbered: bool) -> Markup {
    let path = tour.path();
    let last = path.len() - 1;
    html! {
        @for (i, &cell) in path.iter().enumerate() {
            @let end = i == 0 || i == last;
            @let (x, y) = middle(tour.board, cell);
            @if end || numbered {
                circle class="paper" cx=(number(x)) cy=(number(y)) r=(if end { "11" } else { "8" })
                    stroke=[end.then(|| hexadecimal(colour(tour, i as u32 + 1)))]
                    stroke-width=[end.then_some("2")] {}
            }
        }
    }
}

fn numbers(tour: &Tour) -> Markup {
    let board = tour.board;
    let size = if board.cells() < 1000 { "10" } else { "8" };
    html! {
        g class="ink" font-size=(size) text-anchor="middle" {
            @for (cell, number_there) in (0..).zip(&tour.numbers) {
                @let (x, y) = middle(board, cell);
                text x=(number(x)) y=(number(y + 3.5)) { (number_there) }
            }
        }
    }
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

type Colour = [u8; 3];

const COLOURS: u64 = 1024;

/// The colour of a number of a tour: from blue through green to red. For a circular tour, the
/// colours go all round the hues and back to the first.
fn colour(tour: &Tour, number: u32) -> Colour {
    let index = (u64::from(number) - 1) * COLOURS / tour.board.cells() as u64;
    let (first, turn) = match tour.is_circular {
        true => (20.0, 360.0 * (COLOURS - 1) as f64 / COLOURS as f64),
        false => (265.0, -240.0),
    };
    hue(first + turn * index as f64 / (COLOURS - 1) as f64)
}

/// A colour of this hue (in degrees). All have the same lightness 0.68 and chroma 0.13 in Oklch
/// (Björn Ottosson, 2020), and stand out from white and from black paper.
fn hue(degrees: f64) -> Colour {
    const LIGHTNESS: f64 = 0.68;
    const CHROMA: f64 = 0.13;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (a, b) = (CHROMA * cos, CHROMA * sin);
    let long = (LIGHTNESS + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let medium = (LIGHTNESS - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (LIGHTNESS - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
    .map(|linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let value = match linear {
            ..=0.003_130_8 => 12.92 * linear,
            _ => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
        };
        (255.0 * value).round() as u8
    })
}
