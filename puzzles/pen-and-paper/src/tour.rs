//! A filled grid, whether it is a tour, and where it breaks.

use crate::rules::Board;

/// A grid filled with 1, 2, 3 … along jumps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    board: Board,
    numbers: Vec<u32>,
    circular: bool,
}

impl Tour {
    /// The tour that visits all cells in this order, which a search has made
    /// sure of.
    pub(super) fn from_path(board: Board, path: impl IntoIterator<Item = usize>) -> Tour {
        let mut numbers = vec![0; board.cells()];
        let (mut first, mut last) = (None, 0);
        for (cell, number) in path.into_iter().zip(1..) {
            numbers[cell] = number;
            first = first.or(Some(cell));
            last = cell;
        }
        let circular = first.is_some_and(|first| board.jump_between(last, first).is_some());
        debug_assert!(examine(board, &numbers).is_tour());
        Tour {
            board,
            numbers,
            circular,
        }
    }

    /// Its grid.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Its numbers, row by row.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Its cells in the order of their numbers.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![0; self.numbers.len()];
        for (cell, &number) in self.numbers.iter().enumerate() {
            path[number as usize - 1] = cell;
        }
        path
    }

    /// Does a jump lead from the last number back to 1?
    pub fn is_circular(&self) -> bool {
        self.circular
    }
}

/// What a filled grid is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examination {
    /// The first flaws in words, in which rows and columns are counted from 1:
    /// wrong numbers in the order of cells, then missing ones and breaks in the
    /// order of numbers.
    pub flaws: Vec<String>,
    /// How many flaws there are in all.
    pub count: u64,
    /// Does a jump lead from the last number back to 1? False without a tour.
    pub circular: bool,
}

impl Examination {
    /// Is it a tour?
    pub fn is_tour(&self) -> bool {
        self.count == 0
    }
}

/// How many flaws are listed at most.
const MOST_FLAWS: usize = 20;

/// Examines a grid filled with as many numbers as it has cells.
pub fn examine(board: Board, numbers: &[u32]) -> Examination {
    let mut found = Examination {
        flaws: Vec::new(),
        count: 0,
        circular: false,
    };
    let mut flaw = |words: &dyn Fn() -> String| {
        found.count += 1;
        if found.flaws.len() < MOST_FLAWS {
            found.flaws.push(words());
        }
    };
    let place = |cell| {
        let (row, column) = board.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    };
    let last = board.cells();
    let mut path = vec![None; last];
    for (cell, &number) in numbers.iter().enumerate() {
        match path.get_mut((number as usize).wrapping_sub(1)) {
            None => flaw(&|| format!("{number} at {} is not one of 1 to {last}", place(cell))),
            Some(Some(first)) => flaw(&|| {
                let (first, again) = (place(*first), place(cell));
                format!("{number} stands at {first} and again at {again}")
            }),
            Some(place) => *place = Some(cell),
        }
    }
    for (number, _) in (1..).zip(&path).filter(|(_, cell)| cell.is_none()) {
        flaw(&|| format!("{number} is missing"));
    }
    for (number, pair) in (1..).zip(path.windows(2)) {
        if let [Some(from), Some(to)] = *pair
            && board.jump_between(from, to).is_none()
        {
            flaw(&|| {
                let (from, to) = (place(from), place(to));
                format!(
                    "no jump leads from {number} at {from} to {} at {to}",
                    number + 1
                )
            });
        }
    }
    if let (0, Some(first), Some(end)) = (found.count, path[0], path[last - 1]) {
        found.circular = board.jump_between(end, first).is_some();
    }
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A circular tour of five by five.
    pub(crate) const ROUND: [u32; 25] = [
        23, 11, 19, 22, 12, //
        17, 1, 8, 16, 2, //
        6, 21, 13, 5, 20, //
        24, 10, 18, 25, 9, //
        14, 4, 7, 15, 3,
    ];

    /// The tour with these numbers.
    pub(crate) fn tour(rows: u64, columns: u64, numbers: &[u32]) -> Tour {
        let board = Board::new(rows, columns).unwrap();
        let mut path: Vec<usize> = (0..numbers.len()).collect();
        path.sort_by_key(|&cell| numbers[cell]);
        Tour::from_path(board, path)
    }

    #[test]
    fn a_tour_is_recognised() {
        let round = tour(5, 5, &ROUND);
        assert!(round.is_circular());
        assert_eq!(round.numbers(), ROUND);
        assert_eq!(round.path()[..3], [6, 9, 24]);
        assert!(!tour(1, 1, &[1]).is_circular());
    }

    #[test]
    fn flaws_are_found_and_described() {
        let examined = |changes: &[(usize, u32)]| {
            let mut numbers = ROUND;
            changes
                .iter()
                .for_each(|&(cell, number)| numbers[cell] = number);
            examine(Board::new(5, 5).unwrap(), &numbers)
        };
        let sound = examined(&[]);
        assert!(sound.is_tour() && sound.circular);
        let wrong = examined(&[(0, 0), (1, 26), (2, 22)]);
        assert!(!wrong.is_tour() && !wrong.circular);
        let flaws = [
            "0 at row 1, column 1 is not one of 1 to 25",
            "26 at row 1, column 2 is not one of 1 to 25",
            "22 stands at row 1, column 3 and again at row 1, column 4",
            "11 is missing",
            "19 is missing",
            "23 is missing",
            "no jump leads from 21 at row 3, column 2 to 22 at row 1, column 3",
        ];
        assert_eq!(wrong.flaws, flaws);
        assert_eq!(examined(&[(0, ROUND[1]), (1, ROUND[0])]).count, 4);
        let many = examine(Board::new(100, 100).unwrap(), &[7; 10_000]);
        assert_eq!((many.count, many.flaws.len()), (9_999 + 9_999, MOST_FLAWS));
    }
}
