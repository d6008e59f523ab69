//! Which grids have a tour.

use watch::Stop;

use crate::count::{self, Ways};
use crate::rules::Board;

/// Whether a grid has a tour, and how that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existence {
    /// It has one.
    Exists,
    /// It has none, since jumps do not lead from every cell to every other
    /// one.
    Apart,
    /// It has none: all ways have been looked at.
    Exhausted,
    /// Somebody wanted the search to stop before it was known.
    Unknown,
}

/// Does a grid have a tour, or a circular one, or one that begins at `start`?
///
/// - No jump leads from the middle row of three to another one, and in one row
///   or two there are straight jumps only: those grids fall apart, but for the
///   one of a single cell.
/// - Grids of four rows, or columns, have a circular tour if they have five of
///   the others, or nine or more; it is built of blocks of these sizes. From
///   four to eight there are few ways, and all of them are looked at.
/// - All other grids have a circular tour, built of blocks from five to nine
///   wide and high.
pub fn existence(board: Board, circular: bool, start: Option<usize>, stop: &Stop) -> Existence {
    let (short, long) = (
        board.rows().min(board.columns()),
        board.rows().max(board.columns()),
    );
    if board.cells() > 1 && short < 4 {
        return Existence::Apart;
    }
    if has_blocks(short, long) {
        return Existence::Exists;
    }
    let ways = if circular { Ways::Closed } else { Ways::Open };
    match count::any(board, ways, start, stop) {
        Some(true) => Existence::Exists,
        Some(false) => Existence::Exhausted,
        None => Existence::Unknown,
    }
}

/// Can a grid be filled by blocks with circular tours?
fn has_blocks(short: usize, long: usize) -> bool {
    short >= 5 || short == 4 && (long == 5 || long >= 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(rows: u64, columns: u64, circular: bool) -> Existence {
        let board = Board::new(rows, columns).unwrap();
        existence(board, circular, None, &Stop::default())
    }

    #[test]
    fn small_grids_have_none() {
        for n in 2..4 {
            assert_eq!(known(n, n, false), Existence::Apart);
        }
        assert_eq!(known(4, 4, false), Existence::Exhausted);
        assert_eq!(known(1, 1, false), Existence::Exists);
        assert_eq!(known(1, 1, true), Existence::Exhausted);
        assert_eq!(known(1, 1 << 30, false), Existence::Apart);
        assert_eq!(known(1 << 28, 3, true), Existence::Apart);
    }

    #[test]
    fn grids_of_four_rows_have_circular_tours_of_five_columns_and_from_nine_on() {
        for columns in 4..40 {
            let circular = columns == 5 || columns >= 9;
            let expected = |exists| {
                if exists {
                    Existence::Exists
                } else {
                    Existence::Exhausted
                }
            };
            for (rows, columns) in [(4, columns), (columns, 4)] {
                assert_eq!(known(rows, columns, true), expected(circular));
                assert_eq!(known(rows, columns, false), expected(columns + rows > 8));
            }
        }
    }

    /// Against plain backtracking.
    #[test]
    fn not_every_cell_can_be_the_first_where_no_tour_is_circular() {
        fn any_from(board: Board, cell: usize, taken: &mut Vec<bool>, left: usize) -> bool {
            taken[cell] = true;
            let found = left == 1
                || board
                    .neighbours(cell)
                    .any(|(_, next)| !taken[next] && any_from(board, next, taken, left - 1));
            taken[cell] = false;
            found
        }
        for columns in [6, 7] {
            let board = Board::new(4, columns).unwrap();
            let cells = board.cells();
            let mut starts = 0;
            for cell in 0..cells {
                let any = any_from(board, cell, &mut vec![false; cells], cells);
                let known = existence(board, false, Some(cell), &Stop::default());
                assert_eq!(known == Existence::Exists, any);
                starts += usize::from(any);
            }
            assert!(starts > 0 && starts < cells);
        }
    }

    /// That they fall apart is said without looking; here it is looked at.
    #[test]
    fn grids_that_fall_apart_have_no_ways() {
        for rows in 1..4u64 {
            for columns in 2..20 {
                let board = Board::new(rows, columns).unwrap();
                let mut reached = vec![0];
                let mut next = 0;
                while let Some(&cell) = reached.get(next) {
                    next += 1;
                    for (_, other) in board.neighbours(cell) {
                        if !reached.contains(&other) {
                            reached.push(other);
                        }
                    }
                }
                assert!(reached.len() < board.cells(), "{board}");
            }
        }
    }
}
