//! The output of tours and counts.

use std::io::{self, Write};

use ::draw::words::thousands;
use app::object;
use serde::Serialize;

use crate::count::Tally;
use crate::rules::Board;
use crate::search::Method;
use crate::tour::Tour;

/// Draws the numbers of a grid; a free cell, whose number is 0, is a dot.
pub(crate) fn grid(board: Board, numbers: &[u32]) -> String {
    drawing(board, |cell| match numbers[cell] {
        0 => ".".to_owned(),
        number => number.to_string(),
    })
}

/// Draws a grid with a text in each cell, with the border and the centring of the original program, which ends the
/// lines of the border with a space.
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

/// The document of a tour, with the method if a single search found it.
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

/// The counts of a grid, of all tours and up to its symmetries.
pub(crate) struct Counts {
    board: Board,
    all: [Option<u64>; 4],
    up_to_symmetry: [Option<u64>; 4],
}

impl Counts {
    /// The counts from the closed paths of a grid, and from the open ones if they were counted.
    pub(crate) fn new(board: Board, closed: Tally, open: Option<Tally>) -> Counts {
        let cells = board.cells() as u64;
        // The tour of a single cell is its own image. Every other tour differs from its images.
        let alone = |open: u64| if cells == 1 { 1 } else { open };
        let symmetries = alone(board.symmetries().count() as u64);
        // A closed path can begin at any cell and has two directions.
        let directed_circular = 2 * cells * closed.ways;
        let directed = open.map(|open| alone(2 * open.ways));
        let undirected = open.map(|open| alone(open.ways));
        let up_to_symmetry = open.map(|open| alone(open.up_to_symmetry));
        Counts {
            board,
            all: [
                directed,
                undirected,
                Some(directed_circular),
                Some(closed.ways),
            ],
            up_to_symmetry: [
                directed.map(|tours| tours / symmetries),
                up_to_symmetry,
                Some(directed_circular / symmetries),
                Some(closed.up_to_symmetry),
            ],
        }
    }

    /// The document of the counts: filled grids, the same without a direction, circular ones, and those without
    /// start and direction. A number that was not counted is null.
    pub(crate) fn document(&self) -> impl Serialize {
        let numbers = |[directed, undirected, directed_circular, circular]: [Option<u64>; 4]| {
            object! {
                directed: directed,
                undirected: undirected,
                directed_circular: directed_circular,
                circular: circular,
            }
        };
        object! {
            rows: self.board.rows(),
            columns: self.board.columns(),
            #[serde(flatten)]
            all: numbers(self.all),
            up_to_symmetry: numbers(self.up_to_symmetry),
        }
    }

    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let head = format!(
            "{}, {} symmetries",
            self.board,
            self.board.symmetries().count()
        );
        writeln!(out, "{head:<31}{:>15}{:>16}", "all", "up to symmetry")?;
        let names = [
            "tours (filled grids)",
            "tours, both directions as one",
            "circular tours (filled grids)",
            "circular tours, as closed loops",
        ];
        for (name, counts) in names.iter().zip(self.all.iter().zip(self.up_to_symmetry)) {
            if let (Some(all), Some(up)) = counts {
                writeln!(
                    out,
                    "{name:<31}{:>15}{:>16}",
                    thousands(*all),
                    thousands(up)
                )?;
            }
        }
        Ok(())
    }
}
