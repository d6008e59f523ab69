//! How many tours there are, as a table and as JSON.

use std::io::{self, Write};

use ::view::words::thousands;
use serde::Serialize;

use crate::count::Tally;
use crate::rules::Board;

/// What has been counted of a grid: all tours (filled grids), those of them with a
/// jump from the last number back to 1, and circular ones without start and
/// direction. What was not counted is null.
#[derive(Serialize)]
pub(crate) struct Counts {
    rows: usize,
    columns: usize,
    directed: Option<u64>,
    closing: u64,
    circular: u64,
    up_to_symmetry: UpToSymmetry,
    #[serde(skip)]
    board: Board,
    #[serde(skip)]
    undirected: Option<u64>,
}

#[derive(Serialize)]
struct UpToSymmetry {
    directed: Option<u64>,
    undirected: Option<u64>,
    closing: u64,
    circular: u64,
}

impl Counts {
    /// Of the closed ways of a grid, and the open ones if they were counted.
    pub(crate) fn new(board: Board, closed: Tally, open: Option<Tally>) -> Counts {
        let cells = board.cells() as u64;
        let alone = cells == 1;
        let symmetries = board.symmetries().count() as u64;
        // A filled grid of more than one cell differs from all its images.
        let images = if alone { 1 } else { symmetries };
        // The grid of one cell has one tour, all others two for each open way, and
        // a closed way can begin at any cell and go in two directions.
        let directed = open.map(|open| if alone { 1 } else { 2 * open.ways });
        let closing = 2 * cells * closed.ways;
        Counts {
            rows: board.rows(),
            columns: board.columns(),
            directed,
            closing,
            circular: closed.ways,
            up_to_symmetry: UpToSymmetry {
                directed: directed.map(|tours| tours / images),
                undirected: open.map(|open| if alone { 1 } else { open.up_to_symmetry }),
                closing: closing / images,
                circular: closed.up_to_symmetry,
            },
            board,
            undirected: open.map(|open| if alone { 1 } else { open.ways }),
        }
    }

    /// Writes a table for people, with what its lines mean.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let UpToSymmetry {
            directed,
            undirected,
            closing,
            circular,
        } = self.up_to_symmetry;
        let lines = [
            ("tours (filled grids)", self.directed, directed),
            ("tours, both directions as one", self.undirected, undirected),
            (
                "closing: jump from last to 1",
                Some(self.closing),
                Some(closing),
            ),
            (
                "circular: no start, direction",
                Some(self.circular),
                Some(circular),
            ),
        ];
        let symmetries = self.board.symmetries().count();
        let head = format!("{}, {symmetries} symmetries", self.board);
        writeln!(out, "{head:<29}{:>15}{:>16}", "all", "up to symmetry")?;
        for (what, all, up_to_symmetry) in lines {
            if let Some((all, up_to_symmetry)) = all.zip(up_to_symmetry) {
                let (all, up_to_symmetry) = (thousands(all), thousands(up_to_symmetry));
                writeln!(out, "{what:<29}{all:>15}{up_to_symmetry:>16}")?;
            }
        }
        Ok(())
    }
}
