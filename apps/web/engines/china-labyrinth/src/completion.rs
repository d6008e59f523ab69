//! Finds and counts the solutions that contain the pieces of a position.

use china_labyrinth::rules::{Cell, Fault, Piece, Solution};
use china_labyrinth::search::{Algorithm, Event, Settings, Walk, walk};
use watch::Stop;

use crate::position::Position;

/// The number of steps between two checks whether to stop.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// How a search for a solution from a position ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Completion {
    /// For each board, the pieces that were added, in an order in which each of them fits.
    Found(Vec<Vec<Piece>>),
    /// No solution has these pieces in these places.
    Impossible,
    /// Somebody asked to stop.
    Stopped,
}

/// Looks for a solution that has the pieces of a position in their places. Each run may take an
/// eighth more steps than the one before. So luck comes first, and in the end it is certain whether
/// there is a solution.
///
/// # Errors
///
/// If the result is not a solution: an error of this program.
pub(crate) fn complete(position: &Position, seed: u64, stop: &Stop) -> Result<Completion, Fault> {
    if position.is_complete() {
        return Ok(Completion::Found(Vec::new()));
    }
    let laid = laid(position);
    let mut walk = walk(&Settings::best(position.tiles()));
    let mut limit = Algorithm::LookAhead.best_limit();
    for run in 0.. {
        walk.begin(seed, run);
        walk.lay(&laid);
        let mut left = limit;
        while left > 0 {
            if stop.asked() {
                return Ok(Completion::Stopped);
            }
            let allowed = left.min(STEPS_BETWEEN_LOOKS);
            let mut rest = allowed;
            match walk.advance(&mut rest) {
                Event::Solved => return found(position, walk.as_ref()).map(Completion::Found),
                Event::Exhausted => return Ok(Completion::Impossible),
                Event::OutOfSteps => left -= allowed - rest,
            }
        }
        limit += limit / 8;
    }
    Ok(Completion::Stopped)
}

/// Counts the solutions that have the pieces of a position in their places. `None` if somebody
/// asked to stop: from a nearly empty board nobody will see the end.
pub fn completions(position: &Position, stop: &Stop) -> Option<u64> {
    if position.is_complete() {
        return Some(1);
    }
    let mut walk = walk(&Settings::best(position.tiles()));
    walk.begin(0, 0);
    walk.lay(&laid(position));
    let mut count = 0;
    while !stop.asked() {
        let mut steps = STEPS_BETWEEN_LOOKS;
        match walk.advance(&mut steps) {
            Event::Solved => count += 1,
            Event::Exhausted => return Some(count),
            Event::OutOfSteps => {}
        }
    }
    None
}

fn laid(position: &Position) -> Vec<Vec<Piece>> {
    (0..position.boards().len())
        .map(|board| position.pieces(board))
        .filter(|pieces| !pieces.is_empty())
        .collect()
}

/// The pieces that a walk added to find a solution, by the boards of the position. New boards of
/// the walk take the boards that were left, and then others.
fn found(position: &Position, walk: &dyn Walk) -> Result<Vec<Vec<Piece>>, Fault> {
    let boards = walk.pieces();
    Solution::new(position.tiles(), boards.clone())?;
    let mut put = vec![Vec::new(); position.boards().len()];
    let (with, without): (Vec<usize>, Vec<usize>) =
        (0..boards.len().max(put.len())).partition(|&board| !position.pieces(board).is_empty());
    for (pieces, board) in boards.into_iter().zip(with.into_iter().chain(without)) {
        let lie = position.pieces(board);
        let from = lie.first().map_or(Cell::default(), |piece| piece.cell);
        let new = pieces.into_iter().skip(lie.len()).map(|piece| Piece {
            cell: Cell::new(piece.cell.q + from.q, piece.cell.r + from.r),
            ..piece
        });
        put.resize(put.len().max(board + 1), Vec::new());
        put[board] = new.collect();
    }
    Ok(put)
}

#[cfg(test)]
mod tests;
