//! A star as text.

use std::io::{self, Write};

use ::view::braille::{BLANK, Dots};

use crate::rules::{Cell, Diagram};

/// The places of the cells on a canvas with this number of rows above its middle.
fn grid(diagram: &Diagram, radius: f64) -> Vec<(usize, usize)> {
    /// The canvas's left edge, for half a label.
    const MARGIN: f64 = 2.0;
    let places = diagram.places.iter().map(|cell| {
        // A character is about twice as high as it is wide.
        let column = MARGIN + 2.0 * radius * (1.0 + cell.x);
        let row = radius * (1.0 - cell.y);
        (column.round() as usize, row.round() as usize)
    });
    places.collect()
}

/// Does every label have enough space, and free space around it?
fn is_roomy(grid: &[(usize, usize)]) -> bool {
    grid.iter().enumerate().all(|(i, one)| {
        grid[i + 1..].iter().all(|other| {
            let (columns, rows) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
            rows > 1 || columns >= 6
        })
    })
}

/// Draws a star with a label of one or two characters in each cell, as small as the labels allow.
pub(super) fn write_text(
    out: &mut impl Write,
    diagram: &Diagram,
    label: impl Fn(Cell) -> String,
) -> io::Result<()> {
    /// The least and the most rows above the middle.
    const RADII: std::ops::RangeInclusive<u32> = 7..=40;
    let grid = RADII
        .map(|radius| grid(diagram, f64::from(radius)))
        .find(|grid| is_roomy(grid))
        .unwrap_or_else(|| grid(diagram, f64::from(*RADII.end())));
    let most = |part: fn(&(usize, usize)) -> usize| grid.iter().map(part).max().unwrap_or(0);
    let (columns, rows) = (most(|place| place.0) + 2, most(|place| place.1) + 1);
    let mut lines = Dots::new(columns, rows);
    for line in &diagram.lines {
        let [from, _, _, to] = line.map(|cell| grid[usize::from(cell)]);
        // Lines run from the middle of one character to the middle of another.
        let middle = |(column, row): (usize, usize)| (2 * column + 1, 4 * row + 2);
        lines.line(middle(from), middle(to));
    }
    let mut drawn: Vec<Vec<char>> = lines.rows().map(Iterator::collect).collect();
    for (cell, &(column, row)) in (0..).zip(&grid) {
        // The last character is at the place, with space around it.
        let label = format!(" {} ", label(cell));
        let first = (column + 2).saturating_sub(label.len());
        for (place, character) in drawn[row].iter_mut().skip(first).zip(label.chars()) {
            *place = character;
        }
    }
    for row in drawn {
        let row: String = row.iter().collect();
        writeln!(out, "{}", row.replace(BLANK, " ").trim_end())?;
    }
    Ok(())
}
