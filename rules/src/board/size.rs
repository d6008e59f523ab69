//! The size of a box, and the limits of boxes.

use std::fmt;

use super::cell::Cell;
use super::position::Position;
use super::symmetry::Transform;

/// The width of the widest box whose molecules are counted and stored. Its spectra have at most 22 labels, `a`
/// to `v`, for 44 positions.
pub const MAX_WIDTH: usize = 11;
pub(crate) const MAX_CELLS: usize = MAX_WIDTH * MAX_WIDTH;
pub(crate) const MAX_POSITIONS: usize = 4 * MAX_WIDTH;

/// The most rows or columns that a box can have.
pub const MAX_SIDE: usize = 20;
pub(crate) const MOST_CELLS: usize = MAX_SIDE * MAX_SIDE;
pub(crate) const MOST_POSITIONS: usize = 4 * MAX_SIDE;

/// The size of a box: its numbers of rows and columns, 1 to 20 each.
///
/// Its cells are counted from 0, row by row from the top left, and its positions from 0 around the
/// box, down the west side first.
///
/// ```
/// use blackbox_rules::board::{Config, MAX_SIDE, MAX_WIDTH, Size};
///
/// let size = Size::new(3, 5)?;
/// assert_eq!((size.cells(), size.positions()), (15, 16));
/// let corner = size.cell(2, 4).expect("the last row and column");
/// assert_eq!(corner.index(), 14);
/// assert_eq!(size.cell_numbered(14), Some(corner));
/// assert_eq!((size.cell(4, 2), size.all_cells().count()), (None, 15));
/// assert!(Size::new(0, 5).is_err() && !size.is_square());
/// assert_eq!(Size::square(MAX_SIDE)?, Size::LARGEST);
/// // Boxes wider than `MAX_WIDTH` are played, but not counted.
/// assert!(Config::new(1, MAX_WIDTH as u64 + 1).is_err());
/// # Ok::<(), blackbox_rules::board::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "super::stored::RowsAndColumns",
        try_from = "super::stored::RowsAndColumns"
    )
)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// The error for a box with no rows or columns, or too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a box has 1 to {MAX_SIDE} rows and columns, not {rows} by {columns}")]
pub struct SizeError {
    /// The requested number of rows.
    pub rows: usize,
    /// The requested number of columns.
    pub columns: usize,
}

/// The error for a cell, position or board that belongs to a box of another size.
///
/// ```
/// use blackbox_rules::board::{Board, Config, Size, WrongBox};
///
/// let board = Board::first("A2_B4".parse()?);
/// let position = Size::square(8)?.position(9).expect("it has 32 positions");
/// let error: WrongBox = board.fire(position).unwrap_err();
/// assert_eq!(error.to_string(), "the box is 4 by 4, but this belongs to a box of 8 by 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the box is {expected}, but this belongs to a box of {found}")]
pub struct WrongBox {
    /// The size that was expected, such as that of the board whose method was called.
    pub expected: Size,
    /// The size of the box that the argument belongs to.
    pub found: Size,
}

impl Size {
    /// The size of a box with 1 to 20 rows and columns.
    pub const fn new(rows: usize, columns: usize) -> Result<Size, SizeError> {
        if rows == 0 || rows > MAX_SIDE || columns == 0 || columns > MAX_SIDE {
            return Err(SizeError { rows, columns });
        }
        Ok(Size {
            rows: rows as u8,
            columns: columns as u8,
        })
    }

    /// The largest box.
    pub const LARGEST: Size = Size::of_width(MAX_SIDE);

    /// The size of a square box.
    pub const fn square(width: usize) -> Result<Size, SizeError> {
        Size::new(width, width)
    }

    /// The size of a square box whose width is known to be 1 to [`MAX_SIDE`].
    pub(crate) const fn of_width(width: usize) -> Size {
        debug_assert!(0 < width && width <= MAX_SIDE);
        Size {
            rows: width as u8,
            columns: width as u8,
        }
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Whether the box has as many rows as columns.
    pub const fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Whether boards of this size are counted and stored: in squares of at most [`MAX_WIDTH`] rows. Boards of
    /// any size can be played and decoded.
    pub(crate) const fn is_counted(self) -> bool {
        self.is_square() && self.rows() <= MAX_WIDTH
    }

    /// Whether cells and positions fit a [`NarrowMask`](super::NarrowMask), which also holds for some boxes
    /// that are not squares.
    pub(crate) const fn is_narrow(self) -> bool {
        self.cells() <= MAX_CELLS && self.positions() <= MAX_POSITIONS
    }

    /// The rotations and reflections that leave the box as it is: eight for a square, and four for
    /// any other box. The first one changes nothing.
    pub const fn symmetries(self) -> &'static [Transform] {
        use Transform::{Id, Rot180, SymmH, SymmV};
        match self.is_square() {
            true => &Transform::ALL,
            false => &[Id, Rot180, SymmH, SymmV],
        }
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The number of positions from which rays are fired: both ends of every row and column.
    pub const fn positions(self) -> usize {
        2 * (self.rows() + self.columns())
    }

    /// The cell in a row and a column, counted from 0, or `None` if it is outside the box.
    pub fn cell(self, row: usize, column: usize) -> Option<Cell> {
        let is_inside = row < self.rows() && column < self.columns();
        is_inside.then(|| Cell::of(row * self.columns() + column, self))
    }

    /// The cell with this number, or `None` if the box has fewer cells.
    pub fn cell_numbered(self, index: usize) -> Option<Cell> {
        (index < self.cells()).then(|| Cell::of(index, self))
    }

    /// The position with this number, or `None` if the box has fewer positions.
    pub fn position(self, index: usize) -> Option<Position> {
        (index < self.positions()).then(|| Position::of(index, self))
    }

    /// All cells, in order.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.cells()).map(move |index| Cell::of(index, self))
    }

    /// All positions, in order.
    pub fn all_positions(
        self,
    ) -> impl DoubleEndedIterator<Item = Position> + ExactSizeIterator + Clone {
        (0..self.positions()).map(move |index| Position::of(index, self))
    }

    /// The size with rows and columns swapped.
    pub(super) const fn turned(self) -> Size {
        Size {
            rows: self.columns,
            columns: self.rows,
        }
    }

    /// Fails unless `found`, the size that an argument belongs to, is this size.
    pub(crate) fn expect(self, found: Size) -> Result<(), WrongBox> {
        match self == found {
            true => Ok(()),
            false => Err(WrongBox {
                expected: self,
                found,
            }),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.rows, self.columns)
    }
}
