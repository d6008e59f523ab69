//! The worst attempt: the shortest way from which no jump leads on.

use crate::rules::Board;

/// A shortest way of jumps whose last cell has no jump to an empty cell, from its first cell to its
/// last. A way that fills the grid is a tour, so the single cell has no worst attempt.
///
/// A way is stuck if it has met all neighbours of its last cell. So the search goes backwards from
/// each cell that can be the last, and allows one number more each time.
///
/// ```
/// use pen_and_paper::rules::Board;
/// use pen_and_paper::stuck::worst_attempt;
///
/// let worst = worst_attempt(Board::new(5, 5)?).expect("not the single cell");
/// assert_eq!(worst.len(), 8);
/// # Ok::<(), String>(())
/// ```
pub fn worst_attempt(board: Board) -> Option<Vec<usize>> {
    // One of each cell's images is in the upper left quarter.
    let in_quarter = |&cell: &usize| {
        let (row, column) = board.place(cell);
        2 * row <= board.rows() && 2 * column <= board.columns()
    };
    let lasts: Vec<usize> = (0..board.cells()).filter(in_quarter).collect();
    (1..board.cells()).find_map(|most| {
        lasts.iter().find_map(|&last| {
            let mut way = vec![last];
            goes_back(board, &mut way, most).then(|| {
                way.reverse();
                way
            })
        })
    })
}

/// Continues a way backwards from its last cell, which comes first, until it has met all
/// neighbours of that cell, with at most this number of cells.
fn goes_back(board: Board, way: &mut Vec<usize>, most: usize) -> bool {
    let neighbours = board.neighbours(way[0]);
    let missing = neighbours.filter(|(_, cell)| !way.contains(cell)).count();
    if missing == 0 {
        return true;
    }
    if way.len() + missing > most {
        return false;
    }
    let here = way[way.len() - 1];
    board.neighbours(here).any(|(_, cell)| {
        if way.contains(&cell) {
            return false;
        }
        way.push(cell);
        let found = goes_back(board, way, most);
        if !found {
            way.pop();
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of the shortest way that is stuck, by all ways forwards, one number at a time.
    fn slowly(rows: i32, columns: i32) -> usize {
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let mut ways: Vec<Vec<(i32, i32)>> = cells().map(|cell| vec![cell]).collect();
        loop {
            let mut longer = Vec::new();
            for way in &ways {
                let (row, column) = way[way.len() - 1];
                let before = longer.len();
                for there in cells().filter(|there| !way.contains(there)) {
                    let far = ((there.0 - row).abs(), (there.1 - column).abs());
                    if matches!(far, (0, 3) | (2, 2) | (3, 0)) {
                        longer.push([&way[..], &[there]].concat());
                    }
                }
                if longer.len() == before {
                    return way.len();
                }
            }
            ways = longer;
        }
    }

    #[test]
    fn no_attempt_is_worse() {
        for (rows, columns) in [(2, 2), (3, 4), (4, 4), (4, 5), (5, 5), (5, 6)] {
            let board = Board::new(rows, columns).unwrap();
            let worst = worst_attempt(board).unwrap();
            for pair in worst.windows(2) {
                assert!(board.jump_between(pair[0], pair[1]).is_some(), "{worst:?}");
            }
            let mut onwards = board.neighbours(worst[worst.len() - 1]);
            assert!(onwards.all(|(_, cell)| worst.contains(&cell)), "{worst:?}");
            assert_eq!(worst.len(), slowly(rows as i32, columns as i32), "{board}");
        }
        assert_eq!(worst_attempt(Board::new(1, 1).unwrap()), None);
    }
}
