//! The forms of tours and counts.

use std::io::{self, Write};

use ::draw::words::thousands;
use app::object;
use serde::Serialize;

use crate::count::Tally;
use crate::rules::Board;
use crate::search::Method;
use crate::tour::Tour;

/// Numbers as text; a free cell has 0, and is a dot.
pub(crate) fn grid(board: Board, numbers: &[u32]) -> String {
    drawing(board, |cell| match numbers[cell] {
        0 => ".".to_owned(),
        number => number.to_string(),
    })
}

/// A text in each cell, with the border and the centring of the original program, which ends the
/// border's lines with a space.
pub(crate) fn drawing(board: Board, cell: impl Fn(usize) -> String) -> String {
    let width = board.cells().to_string().len();
    let border = format!(" {} \n", "-".repeat((width + 1) * board.columns() + 1));
    let mut text = border.clone();
    for row in 0..board.rows() {
        let cells = row * board.columns()..(row + 1) * board.columns();
        let cells = cells.map(|at| format!(" {:^width$}", cell(at)));
        text += &format!("|{} |\n", cells.collect::<String>());
    }
    text + &border
}

/// A tour, and the method that found it, if it was one search.
pub(crate) fn document(tour: &Tour, seed: u64, method: Option<Method>) -> impl Serialize {
    let board = tour.board;
    object! {
        rows: board.rows(),
        columns: board.columns(),
        circular: tour.is_circular,
        grid: tour.numbers.chunks_exact(board.columns()).collect::<Vec<_>>(),
        seed: seed,
        method: method.map(Method::name),
    }
}

#[derive(Serialize)]
pub(crate) struct Counts {
    rows: usize,
    columns: usize,
    #[serde(flatten)]
    all: Numbers,
    up_to_symmetry: Numbers,
}

/// Filled grids, the same without a direction, those with a jump from the last number back to 1,
/// and circular ones without start and direction. A number that was not counted is null.
#[derive(Serialize)]
struct Numbers {
    directed: Option<u64>,
    undirected: Option<u64>,
    closing: u64,
    circular: u64,
}

impl Counts {
    /// From the closed ways of a grid, and from the open ones if they were counted.
    pub(crate) fn new(board: Board, closed: Tally, open: Option<Tally>) -> Counts {
        let cells = board.cells() as u64;
        // The tour of a single cell is its own image. Every other one differs from its images.
        let alone = |open: u64| if cells == 1 { 1 } else { open };
        let symmetries = alone(board.symmetries().count() as u64);
        // A closed way can begin at any cell and go in two directions.
        let closing = 2 * cells * closed.ways;
        let all = Numbers {
            directed: open.map(|open| alone(2 * open.ways)),
            undirected: open.map(|open| alone(open.ways)),
            closing,
            circular: closed.ways,
        };
        Counts {
            rows: board.rows(),
            columns: board.columns(),
            up_to_symmetry: Numbers {
                directed: all.directed.map(|tours| tours / symmetries),
                undirected: open.map(|open| alone(open.up_to_symmetry)),
                closing: closing / symmetries,
                circular: closed.up_to_symmetry,
            },
            all,
        }
    }

    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let symmetries = if self.rows == self.columns { 8 } else { 4 };
        let head = format!("{} × {}, {symmetries} symmetries", self.rows, self.columns);
        writeln!(out, "{head:<29}{:>15}{:>16}", "all", "up to symmetry")?;
        let numbers = |of: &Numbers| {
            let (closing, circular) = (Some(of.closing), Some(of.circular));
            [of.directed, of.undirected, closing, circular]
        };
        let names = [
            "tours (filled grids)",
            "tours, both directions as one",
            "closing: jump from last to 1",
            "circular: no start, direction",
        ];
        let (all, up) = (numbers(&self.all), numbers(&self.up_to_symmetry));
        for (i, name) in names.iter().enumerate() {
            if let Some((all, up)) = all[i].zip(up[i]) {
                writeln!(out, "{name:<29}{:>15}{:>16}", thousands(all), thousands(up))?;
            }
        }
        Ok(())
    }
}
