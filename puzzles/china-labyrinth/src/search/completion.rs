//! The beginning of a game, and the solutions that contain a position: one of them, or their number.

use watch::Stop;

use super::STEPS_BETWEEN_CHECKS;
use super::backtracking::{Event, tree_search};
use super::runs::Runs;
use super::settings::{Algorithm, Settings};
use crate::rules::{Cell, Fault, Piece, Position, Solution, Tiles};

/// Pieces to lay one after the other, each with the index of its board.
pub type Puts = Vec<(usize, Piece)>;

/// The result of a search for a solution that contains a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Completion {
    /// The pieces that complete the position to a solution. Each fits when its turn comes.
    Found(Puts),
    /// No solution has these pieces in these places.
    Impossible,
    Stopped,
}

/// The first pieces of the solution that a seed finds, in the order in which the search laid them.
pub fn beginning(tiles: Tiles, laid: usize, seed: u64) -> Result<Position, Fault> {
    let mut position = Position::new(tiles);
    if laid >= tiles.pieces() {
        let pieces = tiles.pieces();
        let what = format!("fewer than {pieces} pieces can be laid at the beginning");
        return Err(Fault(what));
    }
    if laid > 0 {
        let limit = Algorithm::LookAhead.best_limit();
        let mut runs = Runs::new(&Settings::best(tiles), limit, seed);
        while runs.advance(limit)?.is_none() {}
        for (board, piece) in runs.pieces().take(laid) {
            position.put(board, piece)?;
        }
    }
    Ok(position)
}

/// Searches for a solution that contains a position. Each run may take an eighth more steps than the one before, so
/// that short runs can be lucky, and a long one finally proves the result.
pub fn complete(position: &Position, seed: u64, stop: &Stop) -> Result<Completion, Fault> {
    if position.is_complete() {
        return Ok(Completion::Found(Puts::new()));
    }
    let laid = position.groups();
    let mut search = tree_search(&Settings::best(position.tiles()));
    let mut limit = Algorithm::LookAhead.best_limit();
    for run in 0.. {
        search.begin(seed, run);
        search.lay(&laid);
        let mut left = limit;
        while left > 0 {
            if stop.is_requested() {
                return Ok(Completion::Stopped);
            }
            let mut steps = left.min(STEPS_BETWEEN_CHECKS);
            left -= steps;
            match search.advance(&mut steps) {
                Event::Solved => return found(position, search.pieces()).map(Completion::Found),
                Event::Exhausted => return Ok(Completion::Impossible),
                Event::OutOfSteps => {}
            }
        }
        limit += limit / 8;
    }
    Ok(Completion::Stopped)
}

/// Counts the solutions that contain a position. `None` if interrupted, which a nearly empty board needs, because
/// the count takes too long.
pub fn completions(position: &Position, stop: &Stop) -> Option<u64> {
    if position.is_complete() {
        return Some(1);
    }
    let mut search = tree_search(&Settings::best(position.tiles()));
    search.begin(0, 0);
    search.lay(&position.groups());
    let mut count = 0;
    while !stop.is_requested() {
        let mut steps = STEPS_BETWEEN_CHECKS;
        match search.advance(&mut steps) {
            Event::Solved => count += 1,
            Event::Exhausted => return Some(count),
            Event::OutOfSteps => {}
        }
    }
    None
}

/// The pieces that a walk added to find a solution, with boards of the position. New boards of the walk become the
/// empty boards of the position first, and then further ones.
fn found(position: &Position, boards: Vec<Vec<Piece>>) -> Result<Puts, Fault> {
    Solution::new(position.tiles(), boards.clone())?;
    let mut places = Vec::from_iter(0..boards.len().max(position.boards().len()));
    places.sort_by_key(|&board| position.pieces(board).is_empty());
    let new = boards.into_iter().zip(places).flat_map(|(pieces, board)| {
        let lie = position.pieces(board);
        let from = lie.first().map_or(Cell::default(), |piece| piece.cell);
        pieces.into_iter().skip(lie.len()).map(move |piece| {
            let cell = Cell::new(piece.cell.q + from.q, piece.cell.r + from.r);
            (board, Piece { cell, ..piece })
        })
    });
    Ok(new.collect())
}
