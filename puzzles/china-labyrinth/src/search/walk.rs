//! The common part of the algorithms: a walk through the tree of partial solutions that can pause
//! after any step.

use super::backtracking::Backtracking;
use super::probe::Probe;
use super::settings::{Algorithm, Settings};
use crate::rules::{Piece, Tiles};

/// Why a walk pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// All pieces are placed: a solution.
    Solved,
    /// The steps allowed are used up.
    OutOfSteps,
    /// There is nothing more to find.
    Exhausted,
}

/// A walk through the tree of partial solutions, depth first. A *step* puts
/// one piece on a board.
pub(super) trait Walk: Send {
    /// Clears the boards for another run. The key decides all choices that are left to chance.
    fn begin(&mut self, key: u64);

    /// Lays pieces that stay, at the beginning of a run, each list on a board of its own. Each
    /// piece of a board except the first is on a cell to which a door of an earlier one leads.
    fn lay(&mut self, boards: &[Vec<Piece>]);

    /// Continues until something happens, for at most this number of steps, and subtracts the steps
    /// that it made.
    fn advance(&mut self, steps: &mut u64) -> Event;

    /// Goes down the tree with this key, as the probe chooses.
    fn probe(&mut self, key: u64, probe: &mut Probe<'_>);

    /// The placed pieces of each board, in the order in which they came.
    fn pieces(&self) -> Vec<Vec<Piece>>;

    /// Their number.
    fn depth(&self) -> usize;
}

/// The walk for these settings.
pub(super) fn walk(settings: &Settings) -> Box<dyn Walk> {
    match (settings.tiles, settings.algorithm) {
        (Tiles::Hexagons, Algorithm::LookAhead) => Box::new(Backtracking::<6, true>::new(settings)),
        (Tiles::Hexagons, Algorithm::Literal) => Box::new(Backtracking::<6, false>::new(settings)),
        (Tiles::Squares, Algorithm::LookAhead) => Box::new(Backtracking::<4, true>::new(settings)),
        (Tiles::Squares, Algorithm::Literal) => Box::new(Backtracking::<4, false>::new(settings)),
    }
}
