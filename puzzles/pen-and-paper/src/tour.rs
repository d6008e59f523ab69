//! Tours, and checks whether a filled grid is one.

use crate::rules::Board;

/// The tours that are searched for or counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TourKind {
    /// Only tours in which a jump leads from the last number back to 1.
    Circular,
    /// Tours with and without such a jump.
    Any,
}

impl TourKind {
    /// Only circular tours, or any if `circular` is false.
    pub fn of(circular: bool) -> TourKind {
        [TourKind::Any, TourKind::Circular][usize::from(circular)]
    }

    pub fn name(self) -> &'static str {
        ["circular tour", "tour"][self as usize]
    }
}

/// A grid filled with 1, 2, 3 … along jumps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    pub board: Board,
    /// The numbers, row by row.
    pub numbers: Vec<u32>,
    /// Whether a jump leads from the last number back to 1.
    pub is_circular: bool,
}

impl Tour {
    /// The tour that visits cells in this order, which must be all cells of the board, each a jump from the one
    /// before.
    pub fn from_path(board: Board, path: &[usize]) -> Tour {
        let numbers = numbers(board, path);
        let is_circular = board.jump_between(path[path.len() - 1], path[0]).is_some();
        debug_assert_eq!(examine(board, &numbers), Ok(is_circular));
        Tour {
            board,
            numbers,
            is_circular,
        }
    }

    /// The cells in the order of their numbers.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![0; self.numbers.len()];
        for (cell, &number) in self.numbers.iter().enumerate() {
            path[number as usize - 1] = cell;
        }
        path
    }
}

/// The numbers of a grid, row by row, in which a path has 1, 2, 3 …, and all other cells 0.
pub fn numbers(board: Board, path: &[usize]) -> Vec<u32> {
    let mut numbers = vec![0; board.cells()];
    for (&cell, number) in path.iter().zip(1..) {
        numbers[cell] = number;
    }
    numbers
}

/// The cell of each number, from 1 on, or `None` if the grid does not have it. Free cells have the number 0.
pub fn cells_of_numbers(board: Board, numbers: &[u32]) -> Result<Vec<Option<usize>>, String> {
    let last = board.cells();
    let mut path = vec![None; last];
    for (cell, &number) in numbers
        .iter()
        .enumerate()
        .filter(|(_, number)| **number > 0)
    {
        let at = board.name(cell);
        match path.get_mut(number as usize - 1) {
            None => return Err(format!("{number} at {at} is not a number from 1 to {last}")),
            Some(Some(first)) => {
                let first = board.name(*first);
                return Err(format!("{number} is at {first} and again at {at}"));
            }
            Some(there) => *there = Some(cell),
        }
    }
    for (number, ends) in (1..).zip(path.windows(2)) {
        if let &[Some(from), Some(to)] = ends
            && board.jump_between(from, to).is_none()
        {
            let (from, to, next) = (board.name(from), board.name(to), number + 1);
            let jump = format!("from {number} at {from} to {next} at {to}");
            return Err(format!("no jump leads {jump}"));
        }
    }
    Ok(path)
}

/// Whether a filled grid is a circular tour (true) or an open one. Fails if it is no tour.
pub fn examine(board: Board, numbers: &[u32]) -> Result<bool, String> {
    let path = cells_of_numbers(board, numbers)?;
    let free = path.iter().filter(|cell| cell.is_none()).count();
    let ends = path.last().copied().flatten().zip(path[0]);
    let closes = ends.is_some_and(|(last, first)| board.jump_between(last, first).is_some());
    match free {
        0 => Ok(closes),
        _ => Err(format!("{free} of {} cells are free", path.len())),
    }
}
