//! A filled grid, whether it is a tour, and where it breaks.

use crate::rules::Board;

/// A grid filled with 1, 2, 3 … along jumps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    /// Its grid.
    pub board: Board,
    /// Its numbers, row by row.
    pub numbers: Vec<u32>,
    /// Does a jump lead from the last number back to 1?
    pub is_circular: bool,
}

impl Tour {
    /// The tour that visits the cells in this order. The caller guarantees that these are all cells of
    /// the board, each once and a jump from the one before.
    pub fn from_path(board: Board, path: &[usize]) -> Tour {
        let mut numbers = vec![0; board.cells()];
        for (&cell, number) in path.iter().zip(1..) {
            numbers[cell] = number;
        }
        let is_circular = board.jump_between(path[path.len() - 1], path[0]).is_some();
        debug_assert_eq!(examine(board, &numbers), Ok(is_circular));
        Tour {
            board,
            numbers,
            is_circular,
        }
    }

    /// Its cells in the order of their numbers.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![0; self.numbers.len()];
        for (cell, &number) in self.numbers.iter().enumerate() {
            path[number as usize - 1] = cell;
        }
        path
    }
}

/// Is a filled grid a circular tour (true) or an open one? It has as many numbers as cells.
///
/// # Errors
///
/// If it is neither: the first flaw in words, with rows and columns counted from 1.
pub fn examine(board: Board, numbers: &[u32]) -> Result<bool, String> {
    let place = |cell| {
        let (row, column) = board.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    };
    let last = board.cells();
    let mut path = vec![None; last];
    for (cell, &number) in numbers.iter().enumerate() {
        match path.get_mut((number as usize).wrapping_sub(1)) {
            None => {
                let at = place(cell);
                return Err(format!("{number} at {at} is not one of 1 to {last}"));
            }
            Some(Some(first)) => {
                let (first, again) = (place(*first), place(cell));
                return Err(format!("{number} is at {first} and again at {again}"));
            }
            Some(there) => *there = Some(cell),
        }
    }
    // There are as many different numbers as cells, so all of them are there.
    let path: Vec<usize> = path.into_iter().flatten().collect();
    for (number, ends) in (1..).zip(path.windows(2)) {
        if board.jump_between(ends[0], ends[1]).is_none() {
            let (from, to, next) = (place(ends[0]), place(ends[1]), number + 1);
            let jump = format!("from {number} at {from} to {next} at {to}");
            return Err(format!("no jump leads {jump}"));
        }
    }
    Ok(board.jump_between(path[last - 1], path[0]).is_some())
}
