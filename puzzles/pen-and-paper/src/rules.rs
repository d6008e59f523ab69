//! Grids, and the eight jumps.

use std::fmt;

/// A jump by its direction: 0 is up, and the others follow clockwise, so even ones are straight (three cells), and
/// odd ones diagonal (two cells).
pub type Jump = u8;

/// For each jump, its rows down and its columns to the right.
pub const JUMPS: [(i32, i32); 8] = [
    (-3, 0),
    (-2, 2),
    (0, 3),
    (2, 2),
    (3, 0),
    (2, -2),
    (0, -3),
    (-2, -2),
];

/// The size of a grid, whose cells are numbered from 0, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    rows: u32,
    columns: u32,
}

impl Board {
    /// The greatest number of rows or columns.
    pub const MAX_SIDE: u64 = 2_000;

    /// A grid with these numbers of rows and columns.
    pub fn new(rows: u64, columns: u64) -> Result<Board, String> {
        let (sides, most) = (1..=Board::MAX_SIDE, Board::MAX_SIDE);
        if !sides.contains(&rows) || !sides.contains(&columns) {
            let sides = format!("1 to {most} rows and columns");
            return Err(format!("a grid has {sides}, not {rows} × {columns}"));
        }
        let (rows, columns) = (rows as u32, columns as u32);
        Ok(Board { rows, columns })
    }

    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    pub const fn cells(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The same grid with rows and columns exchanged.
    pub const fn transposed(self) -> Board {
        Board {
            rows: self.columns,
            columns: self.rows,
        }
    }

    /// The grid or the transposed one, whichever is not higher than wide.
    pub fn flat(self) -> Board {
        self.min(self.transposed())
    }

    /// The row and the column of a cell, both from 0.
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns(), cell % self.columns())
    }

    /// The place of a cell in words, counted from 1: "row 1, column 3".
    pub fn name(self, cell: usize) -> String {
        let (row, column) = self.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }

    /// The cell that a jump leads to, or `None` if it is outside the grid.
    pub fn jump(self, cell: usize, jump: Jump) -> Option<usize> {
        let (row, column) = self.place(cell);
        let (down, right) = JUMPS[usize::from(jump)];
        let row = row.checked_add_signed(down as isize)?;
        let column = column.checked_add_signed(right as isize)?;
        let inside = row < self.rows() && column < self.columns();
        inside.then(|| row * self.columns() + column)
    }

    /// The jumps from a cell and the cells that they lead to.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = (Jump, usize)> {
        (0..8).filter_map(move |jump| Some((jump, self.jump(cell, jump)?)))
    }

    /// The cells where the number after a path may be, unless they are filled: those a jump away from its head, or
    /// all cells if there is no path.
    pub fn next(self, path: &[usize]) -> Vec<usize> {
        match path.last() {
            Some(&head) => self.neighbours(head).map(|(_, to)| to).collect(),
            None => (0..self.cells()).collect(),
        }
    }

    /// The jump that leads from a cell to another one, if there is one.
    pub fn jump_between(self, from: usize, to: usize) -> Option<Jump> {
        let mut neighbours = self.neighbours(from);
        neighbours.find_map(|(jump, cell)| (cell == to).then_some(jump))
    }

    /// The symmetries of the grid, the identity first: eight for a square, four for any other grid.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |symmetry| symmetry.of(self) == self)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.rows, self.columns)
    }
}

/// A rotation or reflection of a grid: first swaps left and right if `mirrored`, then turns clockwise by a number
/// of right angles. The default is the identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    mirrored: bool,
    turns: u8,
}

impl Symmetry {
    /// All eight symmetries of a square, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|i| Symmetry {
            mirrored: i >= 4,
            turns: i % 4,
        })
    }

    pub fn of(self, board: Board) -> Board {
        match self.turns {
            0 | 2 => board,
            _ => board.transposed(),
        }
    }

    /// The image of a cell of `board`.
    pub fn cell(self, board: Board, cell: usize) -> usize {
        let (mut row, mut column) = board.place(cell);
        let (mut rows, mut columns) = (board.rows(), board.columns());
        if self.mirrored {
            column = columns - 1 - column;
        }
        for _ in 0..self.turns {
            (row, column) = (column, rows - 1 - row);
            (rows, columns) = (columns, rows);
        }
        row * columns + column
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_jump_leads_back_and_symmetries_keep_it(rows in 1u64..9, columns in 1u64..9) {
            let board = Board::new(rows, columns).unwrap();
            prop_assert_eq!(board.symmetries().count(), if rows == columns { 8 } else { 4 });
            for (cell, symmetry) in (0..board.cells()).flat_map(|c| Symmetry::all().map(move |s| (c, s))) {
                let image = symmetry.of(board);
                for (jump, other) in board.neighbours(cell) {
                    prop_assert_eq!(board.jump(other, (jump + 4) % 8), Some(cell));
                    prop_assert_eq!(board.jump_between(cell, other), Some(jump));
                    let ends = [cell, other].map(|cell| symmetry.cell(board, cell));
                    prop_assert!(image.jump_between(ends[0], ends[1]).is_some());
                }
            }
        }
    }
}
