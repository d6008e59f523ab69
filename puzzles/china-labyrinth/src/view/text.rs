//! Solutions as text.
//!
//! Pieces are joined by a line where their doors meet:
//!
//! ```text
//! 63--12
//!  \  /
//!   07--01
//! ```

use std::io::{self, Write};

use ::view::words::quantity;

use super::{Checked, Labels};
use crate::hexagrams;
use crate::rules::{Cell, Compact, Octopuszle, Piece, Solution, Tiles};
use crate::search::{Estimate, Trial, fastest, fewest_steps};
use crate::store::Stock;

/// Writes the groups of a solution, one below the other, the cells of their
/// holes as `..`.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_solution(
    out: &mut impl Write,
    solution: &Solution,
    labels: Labels,
) -> io::Result<()> {
    for (i, group) in solution.groups().iter().enumerate() {
        let holes = solution.holes_of(i).unwrap_or_default();
        let pieces = quantity(group.len(), "piece", "pieces");
        let open = quantity(holes.len(), "hole", "holes");
        writeln!(out, "\ngroup {}: {pieces}, {open}", i + 1)?;
        out.write_all(drawing(solution.tiles(), group, &holes.concat(), labels).as_bytes())?;
    }
    Ok(())
}

/// How many columns the widest group's drawing has.
pub(crate) fn width(solution: &Solution) -> usize {
    let groups = solution.groups().iter();
    let wide = groups.map(|group| {
        let places = || {
            group
                .iter()
                .map(|piece| place(solution.tiles(), piece.cell).0)
        };
        let (left, right) = (places().min().unwrap_or(0), places().max().unwrap_or(0));
        (right - left) as usize + 2
    });
    wide.max().unwrap_or(0)
}

/// Writes a compact solution.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_compact(
    out: &mut impl Write,
    compact: &Compact,
    labels: Labels,
) -> io::Result<()> {
    out.write_all(drawing(Tiles::Hexagons, compact.pieces(), &[], labels).as_bytes())
}

/// Writes what a checked solution is.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_checked(out: &mut impl Write, checked: &Checked) -> io::Result<()> {
    match checked {
        Checked::Solution(solution) => writeln!(
            out,
            "valid: a transcendental solution of the {} in {} with {}, symmetry {}",
            solution.tiles(),
            quantity(solution.groups().len(), "group", "groups"),
            quantity(solution.holes(), "hole", "holes"),
            solution.symmetry(),
        ),
        Checked::Compact(compact) => writeln!(
            out,
            "valid: a compact solution in {}",
            quantity(compact.groups().len(), "group", "groups"),
        ),
        Checked::Octopuszle => writeln!(out, "valid: a solution of the Octopuszle"),
    }
}

/// Writes the numbers of an Octopuszle, row by row.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_octopuszle(out: &mut impl Write, octopuszle: &Octopuszle) -> io::Result<()> {
    for row in octopuszle.grid() {
        let numbers: Vec<String> = row.iter().map(|piece| format!("{piece:3}")).collect();
        writeln!(out, "{}", numbers.join(" "))?;
    }
    Ok(())
}

/// Writes the pieces as hexagrams, by number.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_hexagrams(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "number  lines   piece  doors  name")?;
    for hexagram in hexagrams::all() {
        let lines: String = (0..6)
            .map(|line| {
                if hexagram.doors >> line & 1 == 1 {
                    '1'
                } else {
                    '0'
                }
            })
            .collect();
        writeln!(
            out,
            "{:>6}  {lines}  {:>5}     {:02o}  {} {} {}",
            hexagram.number,
            hexagram.doors,
            hexagram.doors,
            hexagram.character,
            hexagram.name,
            hexagram.reading,
        )?;
    }
    Ok(())
}

/// Writes the count of an exhaustive search.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_count(
    out: &mut impl Write,
    tiles: &str,
    solutions: u64,
    steps: u64,
) -> io::Result<()> {
    writeln!(
        out,
        "{solutions} transcendental solutions of the {tiles}, found in {steps} steps"
    )
}

/// Writes an estimate, with its standard error and the shares by the number of
/// groups.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_estimate(
    out: &mut impl Write,
    tiles: &str,
    estimate: &Estimate,
) -> io::Result<()> {
    writeln!(
        out,
        "transcendental solutions of the {tiles}: {}",
        estimated(estimate)
    )?;
    writeln!(
        out,
        "{} probes met {} solutions in {} steps",
        estimate.probes, estimate.hits, estimate.steps
    )?;
    writeln!(
        out,
        "to go through all of them takes {} steps",
        scientific(estimate.steps_through_all())
    )?;
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

/// Writes what trials of limits have shown.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_trials(
    out: &mut impl Write,
    search: &str,
    trials: &[Trial],
    original: u64,
) -> io::Result<()> {
    let (fastest, fewest) = (fastest(trials), fewest_steps(trials));
    writeln!(out, "{search}")?;
    writeln!(
        out,
        "{:>8} {:>10} {:>10} {:>16} {:>20}",
        "limit", "runs", "solutions", "steps a solution", "solutions a second"
    )?;
    for trial in trials {
        let steps = trial
            .steps_per_solution()
            .map_or("-".to_owned(), |steps| format!("{steps:.0}"));
        let limit = Some(trial.limit);
        let marks = [
            (limit == fastest, "  fastest"),
            (limit == fewest, "  fewest steps"),
            (limit == Some(original), "  the original's"),
        ];
        let marks = marks.iter().filter(|(marked, _)| *marked);
        let mark: String = marks.map(|&(_, mark)| mark).collect();
        writeln!(
            out,
            "{:>8} {:>10} {:>10} {steps:>16} {:>20.0}{mark}",
            trial.limit,
            trial.runs,
            trial.solutions,
            trial.rate()
        )?;
    }
    Ok(())
}

/// Writes how many solutions are stored, by groups and symmetry.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_stock(out: &mut impl Write, tiles: Tiles, stock: &[Stock]) -> io::Result<()> {
    if stock.is_empty() {
        return writeln!(out, "no solution of the {tiles} is stored");
    }
    writeln!(out, "groups  solutions  symmetry")?;
    for row in stock {
        writeln!(
            out,
            "{:>6} {:>10}  {}",
            row.groups, row.solutions, row.symmetry
        )?;
    }
    Ok(())
}

/// A picture made of characters.
struct Canvas {
    left: i32,
    top: i32,
    lines: Vec<Vec<u8>>,
}

impl Canvas {
    /// Writes ASCII text from a place on.
    fn put(&mut self, x: i32, y: i32, text: &str) {
        for (i, &byte) in text.as_bytes().iter().enumerate() {
            let (x, y) = ((x - self.left) as usize + i, (y - self.top) as usize);
            let Some(line) = self.lines.get_mut(y) else {
                return;
            };
            if line.len() <= x {
                line.resize(x + 1, b' ');
            }
            line[x] = byte;
        }
    }
}

/// Where a cell's first character is.
fn place(tiles: Tiles, cell: Cell) -> (i32, i32) {
    match tiles {
        Tiles::Hexagons => (4 * cell.q + 2 * cell.r, 2 * cell.r),
        Tiles::Squares => (4 * cell.q, 2 * cell.r),
    }
}

/// The pieces of a board, joined at their doors, and other cells as dots.
fn drawing(tiles: Tiles, pieces: &[Piece], dots: &[Cell], labels: Labels) -> String {
    let cells = || {
        pieces
            .iter()
            .map(|piece| piece.cell)
            .chain(dots.iter().copied())
    };
    let places = || cells().map(|cell| place(tiles, cell));
    let (Some(left), Some(top), Some(bottom)) = (
        places().map(|place| place.0).min(),
        places().map(|place| place.1).min(),
        places().map(|place| place.1).max(),
    ) else {
        return String::new();
    };
    let mut canvas = Canvas {
        left,
        top,
        lines: vec![Vec::new(); (bottom - top) as usize + 1],
    };
    let narrow = labels == Labels::None;
    for piece in pieces {
        let (x, y) = place(tiles, piece.cell);
        let label = labels.of(tiles, piece.doors);
        canvas.put(
            x,
            y,
            &label.map_or_else(|| "o".to_owned(), |label| format!("{label:0>2}")),
        );
        // A line for each door that looks to the right or down.
        for direction in tiles.directions(piece.doors) {
            match (tiles, direction) {
                (_, 0) if narrow => canvas.put(x + 1, y, "---"),
                (_, 0) => canvas.put(x + 2, y, "--"),
                (Tiles::Hexagons, 4) => canvas.put(if narrow { x - 1 } else { x }, y + 1, "/"),
                (Tiles::Hexagons, 5) => canvas.put(x + 1, y + 1, "\\"),
                (Tiles::Squares, 3) => canvas.put(x, y + 1, "|"),
                _ => {}
            }
        }
    }
    for &cell in dots {
        let (x, y) = place(tiles, cell);
        canvas.put(x, y, if narrow { "." } else { ".." });
    }
    let lines = canvas.lines.into_iter();
    lines
        .map(|line| String::from_utf8_lossy(&line).trim_end().to_owned() + "\n")
        .collect()
}
