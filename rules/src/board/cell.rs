//! A cell of a box.

use super::config::Config;
use super::size::MAX_CELLS;

/// A cell of a box. Cells are counted from 0, line by line from the top left. In a box of 4 by 4
/// they are
///
/// ```text
///     0  1  2  3
///     4  5  6  7
///     8  9 10 11
///    12 13 14 15
/// ```
///
/// A cell does not know how wide its box is.
///
/// ```
/// use blackbox_rules::board::{Cell, Config, Molecule};
///
/// let cell = Cell::at(2, 1, 4);
/// assert_eq!((cell.index(), cell.line(4), cell.column(4)), (9, 2, 1));
///
/// let config = Config::new(2, 4)?;
/// let full = config.all_cells().filter(|&cell| Molecule::first(config).has_atom(cell));
/// assert_eq!(full.collect::<Vec<_>>(), [Cell::new(0), Cell::new(1)]);
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell with this number. Panics if no box has it.
    pub const fn new(index: usize) -> Cell {
        assert!(index < MAX_CELLS, "no box has this cell");
        Cell(index as u8)
    }

    /// The cell at a line and a column, counted from 0, of a box of this width. Panics if none has it.
    pub const fn at(line: usize, column: usize, width: usize) -> Cell {
        Cell::new(line * width + column)
    }

    /// The number of the cell.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its line from the top, counted from 0, in a box of this width.
    pub const fn line(self, width: usize) -> usize {
        self.index() / width
    }

    /// Its column from the left, counted from 0, in a box of this width.
    pub const fn column(self, width: usize) -> usize {
        self.index() % width
    }
}

impl Config {
    /// All cells of the box, in order.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.cells()).map(Cell::new)
    }
}
