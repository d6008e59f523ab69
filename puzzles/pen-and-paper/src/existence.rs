//! Which grids have a tour.

use crate::rules::Board;

/// Which tours a grid has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existence {
    /// Circular ones.
    Circular,
    /// Tours, but no circular ones.
    Open,
    /// None, since jumps do not lead from every cell to every other one.
    Apart,
    /// None: all ways have been looked at.
    Exhausted,
}

/// Which tours a grid has.
///
/// - No jump leads from the middle row of three to another one, and in one row
///   or two there are straight jumps only: those grids fall apart, but for the
///   one of a single cell.
/// - Of grids of four rows, or columns, from four to eight of the others have
///   few ways, and all of them are looked at (here by a test). With five of
///   them, or nine and more, they are built of blocks of these sizes.
/// - All other grids have a circular tour, built of blocks from five to nine
///   wide and high.
pub fn existence(board: Board) -> Existence {
    let flat = board.flat();
    match (flat.rows(), flat.columns()) {
        (1, 1) => Existence::Open,
        (..4, _) => Existence::Apart,
        (4, 4) => Existence::Exhausted,
        (4, 6..=8) => Existence::Open,
        _ => Existence::Circular,
    }
}

#[cfg(test)]
mod tests {
    use watch::Stop;

    use super::*;
    use crate::count::{Plan, Ways};

    #[test]
    fn all_ways_of_small_grids_have_been_looked_at() {
        let ways = |board, ways| {
            let plan = Plan::new(board, ways).unwrap();
            let count = |unit| plan.count(unit, &Stop::default()).unwrap();
            let counts: Vec<u64> = plan.units().iter().map(count).collect();
            plan.tally(&counts).unwrap().ways
        };
        for columns in 4..10 {
            let board = Board::new(4, columns).unwrap();
            let known = match (ways(board, Ways::Closed), ways(board, Ways::Open)) {
                (0, 0) => Existence::Exhausted,
                (0, _) => Existence::Open,
                _ => Existence::Circular,
            };
            assert_eq!(existence(board), known, "{board}");
            assert_eq!(existence(board.transposed()), known, "{board}");
        }
    }

    /// That they fall apart is said without looking; here it is looked at.
    #[test]
    fn grids_that_fall_apart_have_no_ways() {
        for rows in 1..4u64 {
            for columns in 2..20 {
                let board = Board::new(rows, columns).unwrap();
                assert_eq!(existence(board), Existence::Apart);
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
