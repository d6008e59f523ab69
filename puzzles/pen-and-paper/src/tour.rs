//! A filled grid, whether it is a tour, and where it breaks.

use std::fmt;

use crate::rules::Board;

/// A grid filled with 1, 2, 3 … along jumps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    board: Board,
    numbers: Vec<u32>,
    circular: bool,
}

impl Tour {
    /// The tour with these numbers, row by row.
    ///
    /// # Errors
    ///
    /// What keeps it from being one.
    pub fn new(board: Board, numbers: Vec<u32>) -> Result<Tour, Examination> {
        let examination = examine(board, &numbers);
        if examination.is_tour() {
            let circular = examination.circular;
            Ok(Tour {
                board,
                numbers,
                circular,
            })
        } else {
            Err(examination)
        }
    }

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
        Tour::from_search(board, numbers, circular)
    }

    /// The tour with these numbers, circular or not, which a search has made
    /// sure of.
    pub(super) fn from_search(board: Board, numbers: Vec<u32>, circular: bool) -> Tour {
        // Examining a grid of a hundred million cells takes longer than
        // filling it.
        debug_assert!(
            board.cells() > 1 << 20 || {
                let examination = examine(board, &numbers);
                examination.is_tour() && examination.circular == circular
            }
        );
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
    pub fn path(&self) -> Vec<u32> {
        let mut path = vec![0; self.numbers.len()];
        for (cell, &number) in (0..).zip(&self.numbers) {
            path[number as usize - 1] = cell;
        }
        path
    }

    /// The same circular tour with 1 on another cell.
    pub(super) fn shifted(mut self, start: usize) -> Tour {
        let before = self.numbers[start] - 1;
        let last = self.numbers.len() as u32;
        for number in &mut self.numbers {
            *number = if *number > before {
                *number - before
            } else {
                *number + (last - before)
            };
        }
        self
    }

    /// Does a jump lead from the last number back to 1?
    pub fn is_circular(&self) -> bool {
        self.circular
    }
}

/// What a filled grid is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examination {
    /// The first flaws, in the order of rows for wrong numbers, then in the
    /// order of numbers for missing ones and for breaks.
    pub flaws: Vec<Flaw>,
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

/// What keeps a filled grid from being a tour. Cells are numbered from 0, row
/// by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// There are not as many numbers as cells.
    Length {
        /// How many numbers there are.
        numbers: usize,
        /// How many cells.
        cells: usize,
    },
    /// A number that does not belong there.
    Foreign {
        /// Where it is.
        cell: usize,
        /// What it is.
        number: u32,
        /// The last number of a tour of this grid.
        last: usize,
    },
    /// A number that is there already.
    Repeated {
        /// The number.
        number: u32,
        /// Where it is first.
        first: usize,
        /// Where it is again.
        again: usize,
    },
    /// A number that is nowhere.
    Missing {
        /// The number.
        number: u32,
    },
    /// No jump leads from a number to the next one.
    Break {
        /// The lower one of the two numbers.
        number: u32,
        /// Where it is.
        from: usize,
        /// Where the next number is.
        to: usize,
    },
}

impl Flaw {
    /// The flaw in words; rows and columns are counted from 1.
    pub fn describe(self, board: Board) -> String {
        let place = |cell| Place(board.place(cell));
        match self {
            Flaw::Length { numbers, cells } => {
                format!("{numbers} numbers do not fill {cells} cells")
            }
            Flaw::Foreign { cell, number, last } => {
                format!("{number} at {} is not one of 1 to {last}", place(cell))
            }
            Flaw::Repeated {
                number,
                first,
                again,
            } => format!(
                "{number} stands at {} and again at {}",
                place(first),
                place(again)
            ),
            Flaw::Missing { number } => format!("{number} is missing"),
            Flaw::Break { number, from, to } => format!(
                "no jump leads from {number} at {} to {} at {}",
                place(from),
                number + 1,
                place(to)
            ),
        }
    }
}

/// A row and a column as people count them.
struct Place((usize, usize));

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.0.0 + 1, self.0.1 + 1)
    }
}

/// How many flaws are listed at most.
const MOST_FLAWS: usize = 20;

/// Examines a filled grid.
pub fn examine(board: Board, numbers: &[u32]) -> Examination {
    /// Where no number has been found yet. No cell has this number.
    const NOWHERE: u32 = u32::MAX;
    let mut found = Examination {
        flaws: Vec::new(),
        count: 0,
        circular: false,
    };
    let mut flaw = |flaw: Flaw| {
        found.count += 1;
        if found.flaws.len() < MOST_FLAWS {
            found.flaws.push(flaw);
        }
    };
    let last = board.cells();
    if numbers.len() != last {
        flaw(Flaw::Length {
            numbers: numbers.len(),
            cells: last,
        });
        return found;
    }
    let mut path = vec![NOWHERE; last];
    for (cell, &number) in numbers.iter().enumerate() {
        match path.get_mut((number as usize).wrapping_sub(1)) {
            None => flaw(Flaw::Foreign { cell, number, last }),
            Some(place) if *place != NOWHERE => flaw(Flaw::Repeated {
                number,
                first: *place as usize,
                again: cell,
            }),
            Some(place) => *place = cell as u32,
        }
    }
    for (number, &cell) in (1..).zip(&path) {
        if cell == NOWHERE {
            flaw(Flaw::Missing { number });
        }
    }
    for (number, pair) in (1..).zip(path.windows(2)) {
        let (from, to) = (pair[0], pair[1]);
        if from == NOWHERE || to == NOWHERE {
            continue;
        }
        let (from, to) = (from as usize, to as usize);
        if board.jump_between(from, to).is_none() {
            flaw(Flaw::Break { number, from, to });
        }
    }
    let (first, end) = (path[0] as usize, path[last - 1] as usize);
    found.circular = found.count == 0 && board.jump_between(end, first).is_some();
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn board(rows: u64, columns: u64) -> Board {
        Board::new(rows, columns).unwrap()
    }

    /// A circular tour of five by five.
    pub(crate) const ROUND: [u32; 25] = [
        23, 11, 19, 22, 12, //
        17, 1, 8, 16, 2, //
        6, 21, 13, 5, 20, //
        24, 10, 18, 25, 9, //
        14, 4, 7, 15, 3,
    ];

    fn round() -> Tour {
        Tour::new(board(5, 5), ROUND.to_vec()).unwrap()
    }

    #[test]
    fn a_tour_is_recognised() {
        let tour = round();
        assert!(tour.is_circular());
        assert_eq!(tour.path()[..3], [6, 9, 24]);
        let shifted = ROUND.map(|n| n % 25 + 1).to_vec();
        let shifted = Tour::new(board(5, 5), shifted).unwrap();
        assert!(shifted.is_circular());
        assert_eq!(tour.shifted(18), shifted);
        assert_eq!(shifted.clone().shifted(6), round());
        let alone = Tour::new(board(1, 1), vec![1]).unwrap();
        assert!(!alone.is_circular());
    }

    #[test]
    fn flaws_are_found_and_described() {
        let found = |numbers: &[u32]| -> Vec<String> {
            let examination = examine(board(5, 5), numbers);
            assert_eq!(examination.is_tour(), examination.flaws.is_empty());
            assert!(!examination.circular);
            let flaws = examination.flaws.iter();
            flaws.map(|flaw| flaw.describe(board(5, 5))).collect()
        };
        let mut numbers = ROUND;
        numbers[0] = 0;
        numbers[1] = 26;
        numbers[2] = 22;
        assert_eq!(
            found(&numbers),
            [
                "0 at row 1, column 1 is not one of 1 to 25",
                "26 at row 1, column 2 is not one of 1 to 25",
                "22 stands at row 1, column 3 and again at row 1, column 4",
                "11 is missing",
                "19 is missing",
                "23 is missing",
                "no jump leads from 21 at row 3, column 2 to 22 at row 1, column 3",
            ]
        );
        let mut numbers = ROUND;
        numbers.swap(0, 1);
        assert_eq!(
            found(&numbers),
            [
                "no jump leads from 10 at row 4, column 2 to 11 at row 1, column 1",
                "no jump leads from 11 at row 1, column 1 to 12 at row 1, column 5",
                "no jump leads from 22 at row 1, column 4 to 23 at row 1, column 2",
                "no jump leads from 23 at row 1, column 2 to 24 at row 4, column 1",
            ]
        );
        assert_eq!(found(&ROUND[..24]), ["24 numbers do not fill 25 cells"]);
    }

    #[test]
    fn many_flaws_are_counted_and_some_listed() {
        let examination = examine(board(100, 100), &[7; 10_000]);
        assert_eq!(examination.count, 9_999 + 9_999);
        assert_eq!(examination.flaws.len(), MOST_FLAWS);
    }
}
