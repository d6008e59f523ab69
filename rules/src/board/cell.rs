//! A cell of a box.

use super::size::Size;

/// A cell of a box. Cells are counted from 0, row by row from the top left. In a box of 4 by 4 they are
///
/// ```text
///     0  1  2  3
///     4  5  6  7
///     8  9 10 11
///    12 13 14 15
/// ```
///
/// A cell contains the size of its box, so [`Cell::row`] and [`Cell::column`] need no width:
///
/// ```
/// use blackbox_rules::board::Size;
///
/// let cell = Size::square(4)?.cell(2, 1).expect("it has four rows and columns");
/// assert_eq!((cell.index(), cell.row(), cell.column(), cell.size().rows()), (9, 2, 1, 4));
/// # Ok::<(), blackbox_rules::board::SizeError>(())
/// ```
///
/// ```compile_fail
/// use blackbox_rules::board::Size;
///
/// let cell = Size::square(8).unwrap().cell(7, 7).unwrap();
/// let row = cell.row(11);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "super::stored::Numbered", try_from = "super::stored::Numbered")
)]
pub struct Cell {
    index: u16,
    size: Size,
}

impl Cell {
    /// The cell with this number, which must be below `size.cells()`.
    pub(crate) const fn of(index: usize, size: Size) -> Cell {
        debug_assert!(index < size.cells());
        Cell {
            index: index as u16,
            size,
        }
    }

    /// The number of the cell.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The size of the box that contains the cell.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The row of the cell, counted from 0 from the top.
    pub const fn row(self) -> usize {
        self.index() / self.size.columns()
    }

    /// The column of the cell, counted from 0 from the left.
    pub const fn column(self) -> usize {
        self.index() % self.size.columns()
    }
}
