//! A star as text and as a picture.

use std::io::{self, Write};

use maud::html;

use super::super::rules::{Cell, Diagram};
use crate::view::svg::{Picture, number, points};

/// What stands in a cell: a number or a name.
type Label<'a> = &'a dyn Fn(Cell) -> String;

/// Characters in a grid, on which lines and labels are put.
struct Canvas {
    width: usize,
    height: usize,
    characters: Vec<char>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            characters: vec![' '; width * height],
        }
    }

    fn put(&mut self, column: usize, row: usize, character: char) {
        if column < self.width && row < self.height {
            self.characters[row * self.width + column] = character;
        }
    }

    /// A straight line, drawn with whichever character leans most like it.
    fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let (across, down) = (difference(from.0, to.0), difference(from.1, to.1));
        // A character is about twice as high as it is wide.
        let (dx, dy) = (across.unsigned_abs(), 2 * down.unsigned_abs());
        let character = if 5 * dy < 2 * dx {
            '-'
        } else if 5 * dx < 2 * dy {
            '|'
        } else if (across < 0) == (down < 0) {
            '\\'
        } else {
            '/'
        };
        let steps = across.unsigned_abs().max(down.unsigned_abs()).max(1) as isize;
        for step in 0..=steps {
            let at = |start: usize, length: isize| {
                // Rounded to the nearest; both ends lie on the canvas.
                let way = (2 * length * step + steps * length.signum()) / (2 * steps);
                start.saturating_add_signed(way)
            };
            self.put(at(from.0, across), at(from.1, down), character);
        }
    }

    /// A label with its second character at the place, and room around it.
    fn label(&mut self, (column, row): (usize, usize), label: &str) {
        for (i, character) in (0..).zip(format!(" {label:>2} ").chars()) {
            if let Some(column) = (column + i).checked_sub(2) {
                self.put(column, row, character);
            }
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for row in self.characters.chunks(self.width) {
            let row: String = row.iter().collect();
            writeln!(out, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

fn difference(from: usize, to: usize) -> isize {
    to as isize - from as isize
}

/// Where the cells lie on a canvas with so many rows above its middle.
fn grid(diagram: &Diagram, radius: f64) -> Vec<(usize, usize)> {
    /// The canvas's left and right edge, for half a label.
    const MARGIN: f64 = 2.0;
    diagram
        .places()
        .iter()
        .map(|place| {
            let column = MARGIN + 2.0 * radius * (1.0 + place.x);
            let row = radius * (1.0 - place.y);
            (column.round() as usize, row.round() as usize)
        })
        .collect()
}

/// Does every label have its room?
fn is_roomy(grid: &[(usize, usize)]) -> bool {
    grid.iter().enumerate().all(|(i, one)| {
        grid[i + 1..].iter().all(|other| {
            let (columns, rows) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
            rows > 1 || columns >= 4 || (rows == 1 && columns >= 3)
        })
    })
}

/// Draws a star with a label in each cell, of at most two characters, as
/// small as the labels allow.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_text(out: &mut impl Write, diagram: &Diagram, label: Label) -> io::Result<()> {
    /// The least and the most rows above the middle.
    const RADII: std::ops::RangeInclusive<u32> = 7..=40;
    let grid = RADII
        .map(|radius| grid(diagram, f64::from(radius)))
        .find(|grid| is_roomy(grid))
        .unwrap_or_else(|| grid(diagram, f64::from(*RADII.end())));
    let most = |part: fn(&(usize, usize)) -> usize| grid.iter().map(part).max().unwrap_or(0);
    let mut canvas = Canvas::new(most(|place| place.0) + 3, most(|place| place.1) + 1);
    for line in diagram.lines() {
        let [from, _, _, to] = line.map(|cell| grid[usize::from(cell)]);
        canvas.line(from, to);
    }
    for (cell, &place) in (0..).zip(&grid) {
        canvas.label(place, &label(cell));
    }
    canvas.write(out)
}

/// A picture of stars of one kind side by side, each with a caption and its
/// labels.
pub fn picture(title: &str, diagram: &Diagram, stars: &[(String, Vec<String>)]) -> Picture {
    /// The radius of the circle of the points, and the room around it.
    const MARGIN: f64 = 22.0;
    const CAPTION: f64 = 22.0;
    /// The radius of a cell.
    const CELL: f64 = 12.0;
    /// How many stars stand in a row.
    const ROW: usize = 6;
    let radius = radius(diagram, CELL);
    let side = 2.0 * (radius + MARGIN);
    let columns = stars.len().clamp(1, ROW);
    let rows = stars.len().div_ceil(columns).max(1);
    let place = |cell: Cell| {
        let place = diagram.places()[usize::from(cell)];
        (side / 2.0 + radius * place.x, side / 2.0 - radius * place.y)
    };
    let body = html! {
        @for (i, (caption, labels)) in stars.iter().enumerate() {
            @let left = side * (i % columns) as f64;
            @let top = (side + CAPTION) * (i / columns) as f64;
            g transform={ "translate(" (number(left)) " " (number(top)) ")" } {
                g class="way-1" stroke-width="1.5" stroke-linecap="round" {
                    @for line in diagram.lines() {
                        polyline points=(points([place(line[0]), place(line[3])])) {}
                    }
                }
                @for (cell, label) in (0..).zip(labels) {
                    @let (x, y) = place(cell);
                    circle class="paper" cx=(number(x)) cy=(number(y)) r=(number(CELL)) {}
                    circle class="edge" cx=(number(x)) cy=(number(y)) r=(number(CELL)) {}
                    text class="ink" text-anchor="middle" x=(number(x)) y=(number(y + 4.0)) { (label) }
                }
                text class="soft" text-anchor="middle" x=(number(side / 2.0)) y=(number(side + 8.0)) { (caption) }
            }
        }
    };
    Picture {
        title: title.to_owned(),
        width: side * columns as f64,
        height: (side + CAPTION) * rows as f64,
        body,
    }
}

/// The radius of the circle of the points at which cells keep a distance.
fn radius(diagram: &Diagram, cell: f64) -> f64 {
    let places = diagram.places();
    let nearest = (places.iter().enumerate())
        .flat_map(|(i, one)| {
            places[i + 1..]
                .iter()
                .map(|other| (one.x - other.x).hypot(one.y - other.y))
        })
        .fold(2.0, f64::min);
    (2.5 * cell / nearest).max(100.0)
}
