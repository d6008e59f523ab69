//! Which grids have a tour.

use crate::rules::Board;
use crate::tour::TourKind;

/// Why a grid has no tour of a kind; `None` if it has one.
///
/// - No jump leads from the middle of three rows to another row, and in one or two rows there are only straight
///   jumps. So those grids are not connected, except that of a single cell.
/// - Grids of four rows and four to eight columns, or the other way round, have few paths, all of which were
///   enumerated (a test does that). With five columns, or with nine and more, grids of four rows are built from
///   blocks of these sizes.
/// - All other grids have a circular tour, built from blocks that are five to nine wide and high.
pub fn why_none(board: Board, kind: TourKind) -> Option<&'static str> {
    let flat = board.flat();
    match (flat.rows(), flat.columns()) {
        (1, 1) | (4, 6..=8) if kind == TourKind::Any => None,
        (1, 1) | (4, 4 | 6..=8) => Some("all possibilities have been checked"),
        (..4, _) => Some("jumps do not connect all cells"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::count;
    use watch::Stop;

    #[test]
    fn grids_without_tours_match_the_counts() {
        for rows in 1..5 {
            for columns in rows.max(2)..10 {
                let board = Board::new(rows, columns).unwrap();
                for kind in [TourKind::Circular, TourKind::Any] {
                    let tally = count(board, kind, &Stop::default(), &mut |_, _| {});
                    let none = tally.unwrap().ways == 0;
                    assert_eq!(why_none(board, kind).is_some(), none, "{board}");
                    assert_eq!(why_none(board.transposed(), kind).is_some(), none);
                }
            }
        }
    }
}
