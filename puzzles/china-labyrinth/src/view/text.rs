//! Solutions as text.
//!
//! A line joins pieces where their doors meet:
//!
//! ```text
//! 63--12
//!  \  /
//!   07--01
//! ```

use std::io::{self, Write};

use ::view::words::{counted, thousands};

use crate::rules::{Cell, Grid, Piece, Solution, Tiles, hexagrams, holes};
use crate::search::Estimate;

/// Writes the groups of a solution, one below the other, with the cells of their holes as `..`.
pub(crate) fn write_solution(out: &mut impl Write, solution: &Solution) -> io::Result<()> {
    for (i, group) in solution.groups().iter().enumerate() {
        let holes = holes(solution.tiles(), group).unwrap_or_default();
        let pieces = counted(group.len() as u64, "piece", "pieces");
        let open = counted(holes.len() as u64, "hole", "holes");
        writeln!(out, "\ngroup {}: {pieces}, {open}", i + 1)?;
        out.write_all(drawing(group, &holes.concat()).as_bytes())?;
    }
    Ok(())
}

/// The numbers of groups and holes of a solution.
pub(crate) fn described(solution: &Solution) -> String {
    format!(
        "{}, {}",
        counted(solution.groups().len() as u64, "group", "groups"),
        counted(solution.holes() as u64, "hole", "holes"),
    )
}

/// Writes the pieces of an Octopuszle, row by row, as two hexadecimal digits each.
pub(crate) fn write_octopuszle(out: &mut impl Write, grid: &Grid) -> io::Result<()> {
    for row in grid {
        let pieces = row.map(|piece| format!("{piece:02x}"));
        writeln!(out, "{}", pieces.join(" "))?;
    }
    Ok(())
}

/// Writes the pieces as hexagrams, by number.
pub(crate) fn write_hexagrams(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "number  lines   piece  doors  name")?;
    for hexagram in hexagrams::all() {
        let (number, doors) = (hexagram.number, hexagram.doors);
        let lines: String = format!("{doors:06b}").chars().rev().collect();
        writeln!(
            out,
            "{number:>6}  {lines}  {doors:>5}     {doors:02o}  {hexagram}"
        )?;
    }
    Ok(())
}

/// Writes an estimate, with its standard error and the shares by the number of
/// groups.
pub(crate) fn write_estimate(
    out: &mut impl Write,
    tiles: Tiles,
    estimate: &Estimate,
) -> io::Result<()> {
    writeln!(out, "solutions of the {tiles}: {}", estimated(estimate))?;
    let [probes, hits, steps] = [estimate.probes, estimate.hits, estimate.steps].map(thousands);
    writeln!(out, "{probes} probes met {hits} solutions in {steps} steps")?;
    let all = scientific(estimate.steps_through_all());
    writeln!(out, "a search through all of them takes {all} steps")?;
    writeln!(out, "\ngroups  share of the solutions")?;
    for (groups, share) in estimate.by_groups() {
        writeln!(out, "{groups:>6}  {}", scientific(share))?;
    }
    Ok(())
}

/// The number of solutions with its standard error.
pub(crate) fn estimated(estimate: &Estimate) -> String {
    let (mean, error) = (estimate.mean(), estimate.error());
    format!("{} ± {:.2} %", scientific(mean), 100.0 * error / mean)
}

/// A number in four digits.
fn scientific(value: f64) -> String {
    match value {
        0.001..100_000.0 => {
            let digits = 3 - value.log10().floor() as i32;
            format!("{value:.*}", digits.max(0) as usize)
        }
        _ => format!("{value:.3e}"),
    }
}

/// A part of the plane, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Area {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) columns: usize,
    pub(crate) lines: usize,
}

impl Area {
    /// The area of these cells.
    pub(crate) fn around(cells: impl Iterator<Item = Cell>) -> Area {
        let places: Vec<(i32, i32)> = cells.map(place).collect();
        let (across, down) = (places.iter().map(|at| at.0), places.iter().map(|at| at.1));
        let left = across.clone().min().unwrap_or(0);
        let top = down.clone().min().unwrap_or(0);
        Area {
            left,
            top,
            columns: (across.max().unwrap_or(0) - left) as usize + 2,
            lines: (down.max().unwrap_or(0) - top) as usize + 1,
        }
    }

    /// If this area does not show all of the other one and the doors around it, it moves so that
    /// the other one is in its middle.
    pub(crate) fn show(&mut self, other: Area) {
        let reach = |area: &Area| {
            let (columns, lines) = (area.columns as i32, area.lines as i32);
            (area.left + columns, area.top + lines)
        };
        let (own, others) = (reach(self), reach(&other));
        if other.left - 2 < self.left
            || other.top - 1 < self.top
            || others.0 + 2 > own.0
            || others.1 + 1 > own.1
        {
            self.left = (other.left + others.0 - self.columns as i32) / 2;
            self.top = (other.top + others.1 - self.lines as i32) / 2;
        }
    }
}

/// The place of a cell's first character.
fn place(cell: Cell) -> (i32, i32) {
    (4 * cell.q + 2 * cell.r, 2 * cell.r)
}

/// The pieces of a board, joined at their doors, and other cells as dots.
pub(crate) fn drawing(pieces: &[Piece], dots: &[Cell]) -> String {
    let cells = pieces.iter().map(|piece| piece.cell);
    let area = Area::around(cells.chain(dots.iter().copied()));
    let lines = window(pieces, dots, area).into_iter();
    lines.map(|line| line + "\n").collect()
}

/// The part of the drawing in the area, line by line.
pub(crate) fn window(pieces: &[Piece], dots: &[Cell], area: Area) -> Vec<String> {
    let mut lines = vec![vec![b' '; area.columns]; area.lines];
    let mut put = |x: i32, y: i32, text: &str| {
        let line = usize::try_from(y - area.top).ok();
        for (x, &byte) in (x - area.left..).zip(text.as_bytes()) {
            let line = line.and_then(|line| lines.get_mut(line));
            let cell = line.zip(usize::try_from(x).ok());
            if let Some(cell) = cell.and_then(|(line, x)| line.get_mut(x)) {
                *cell = byte;
            }
        }
    };
    // How and where a door is drawn, relative to the first character of the piece.
    const DOORS: [(i32, i32, &str); 6] = [
        (2, 0, "--"),
        (2, -1, "/"),
        (-1, -1, "\\"),
        (-2, 0, "--"),
        (0, 1, "/"),
        (1, 1, "\\"),
    ];
    for piece in pieces {
        let (x, y) = place(piece.cell);
        put(x, y, &format!("{:02}", hexagrams::number(piece.doors)));
        for direction in Tiles::Hexagons.directions(piece.doors) {
            let (right, down, door) = DOORS[direction];
            put(x + right, y + down, door);
        }
    }
    for &cell in dots {
        let (x, y) = place(cell);
        put(x, y, "..");
    }
    let text = |line: &Vec<u8>| String::from_utf8_lossy(line).trim_end().to_owned();
    lines.iter().map(text).collect()
}
