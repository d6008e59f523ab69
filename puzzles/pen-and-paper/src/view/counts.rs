//! How many tours there are, as a table and as JSON.

use std::io::{self, Write};

use ::view::words::thousands;
use serde::Serialize;

use super::aligned;
use crate::count::Tally;
use crate::rules::Board;

/// What has been counted of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    /// The grid.
    pub board: Board,
    /// Closed ways, without beginning and direction.
    pub closed: Tally,
    /// Open ways, without direction, if they were counted.
    pub open: Option<Tally>,
    /// Were circular tours asked for?
    pub circular: bool,
}

/// The document; what was not counted is null.
#[derive(Serialize)]
struct Document {
    rows: usize,
    columns: usize,
    directed: Option<u64>,
    closing: u64,
    circular: Option<u64>,
    up_to_symmetry: UpToSymmetry,
}

#[derive(Serialize)]
struct UpToSymmetry {
    directed: Option<u64>,
    undirected: Option<u64>,
    closing: u64,
    circular: Option<u64>,
}

impl Counts {
    /// All tours: ways to fill the grid with numbers. The grid of one cell has
    /// one, all others two for each open way.
    fn directed(&self) -> Option<u64> {
        let alone = self.board.cells() == 1;
        Some(if alone { 1 } else { 2 * self.open?.ways })
    }

    /// Those of them with a jump from the last number back to 1: each closed
    /// way can begin at any cell and go in two directions.
    fn closing(&self) -> u64 {
        2 * self.board.cells() as u64 * self.closed.ways
    }

    /// A filled grid of more than one cell differs from all its images.
    fn without_images(&self, tours: u64) -> u64 {
        match self.board.cells() {
            1 => tours,
            _ => tours / self.board.symmetries().count() as u64,
        }
    }

    fn undirected_up_to_symmetry(&self) -> Option<u64> {
        let alone = self.board.cells() == 1;
        Some(if alone { 1 } else { self.open?.up_to_symmetry })
    }

    /// Writes one JSON document on one line.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let circular = |count: u64| self.circular.then_some(count);
        let document = Document {
            rows: self.board.rows(),
            columns: self.board.columns(),
            directed: self.directed(),
            closing: self.closing(),
            circular: circular(self.closed.ways),
            up_to_symmetry: UpToSymmetry {
                directed: self.directed().map(|count| self.without_images(count)),
                undirected: self.undirected_up_to_symmetry(),
                closing: self.without_images(self.closing()),
                circular: circular(self.closed.up_to_symmetry),
            },
        };
        serde_json::to_writer(&mut *out, &document)?;
        writeln!(out)
    }

    /// Writes what was counted as comma-separated values, with a line of names;
    /// nothing stands where nothing was.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let directed = self.directed();
        let columns = [
            ("rows", Some(self.board.rows() as u64)),
            ("columns", Some(self.board.columns() as u64)),
            ("directed", directed),
            ("closing", Some(self.closing())),
            ("circular", Some(self.closed.ways)),
            (
                "directed_up_to_symmetry",
                directed.map(|count| self.without_images(count)),
            ),
            (
                "undirected_up_to_symmetry",
                self.undirected_up_to_symmetry(),
            ),
            ("circular_up_to_symmetry", Some(self.closed.up_to_symmetry)),
        ];
        let number = |count: Option<u64>| count.map_or(String::new(), |count| count.to_string());
        writeln!(out, "{}", columns.map(|(name, _)| name).join(","))?;
        writeln!(out, "{}", columns.map(|(_, count)| number(count)).join(","))
    }

    /// Writes a table for people, with what its lines mean.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let mut lines = vec![[
            format!(
                "{}, {} symmetries",
                self.board,
                self.board.symmetries().count()
            ),
            "all".to_owned(),
            "up to symmetry".to_owned(),
        ]];
        let mut line = |what: &str, all: u64, up_to_symmetry: u64| {
            lines.push([what.to_owned(), thousands(all), thousands(up_to_symmetry)]);
        };
        if let Some(directed) = self.directed() {
            line(
                "tours (filled grids)",
                directed,
                self.without_images(directed),
            );
        }
        if let (Some(open), Some(up_to_symmetry)) = (self.open, self.undirected_up_to_symmetry()) {
            let alone = self.board.cells() == 1;
            let ways = if alone { 1 } else { open.ways };
            line("tours, both directions as one", ways, up_to_symmetry);
        }
        let closing = self.closing();
        line(
            "closing: a jump from last to 1",
            closing,
            self.without_images(closing),
        );
        line(
            "circular: no start or direction",
            self.closed.ways,
            self.closed.up_to_symmetry,
        );
        aligned(&lines)
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))
    }
}
