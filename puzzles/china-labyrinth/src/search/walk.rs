//! The common part of the algorithms: a walk through the tree of partial solutions that can pause
//! after any step.

use super::backtracking::Backtracking;
use super::probe::Probe;
use super::settings::{Algorithm, Settings};
use crate::rules::{Piece, Tiles};

/// Why a walk pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// All pieces are placed: a solution.
    Solved,
    /// The steps allowed are used up.
    OutOfSteps,
    /// There is nothing more to find.
    Exhausted,
}

/// A walk through the tree of partial solutions, depth first. A *step* puts
/// one piece on a board.
pub trait Walk: Send {
    /// Clears the boards for one of many runs with a seed. Both decide all choices that are left to
    /// chance.
    fn begin(&mut self, seed: u64, run: u64);

    /// Lays pieces that stay, at the beginning of a run, each list on a board of its own. Each
    /// piece of a board except the first is on a cell to which a door of an earlier one leads.
    fn lay(&mut self, boards: &[Vec<Piece>]);

    /// Continues until something happens, for at most this number of steps, and subtracts the steps
    /// that it made.
    fn advance(&mut self, steps: &mut u64) -> Event;

    /// The placed pieces of each board, in the order in which they came.
    fn pieces(&self) -> Vec<Vec<Piece>>;
}

/// A walk that can also be probed and measured.
pub(super) trait Probed: Walk {
    /// Goes down the tree as the probe chooses. The key decides the rest.
    fn probe(&mut self, key: u64, probe: &mut Probe<'_>);

    /// The number of placed pieces.
    fn depth(&self) -> usize;
}

/// The walk for these settings.
pub fn walk(settings: &Settings) -> Box<dyn Walk> {
    probed(settings)
}

pub(super) fn probed(settings: &Settings) -> Box<dyn Probed> {
    match (settings.tiles, settings.algorithm) {
        (Tiles::Hexagons, Algorithm::LookAhead) => Box::new(Backtracking::<6, true>::new(settings)),
        (Tiles::Hexagons, Algorithm::Literal) => Box::new(Backtracking::<6, false>::new(settings)),
        (Tiles::Squares, Algorithm::LookAhead) => Box::new(Backtracking::<4, true>::new(settings)),
        (Tiles::Squares, Algorithm::Literal) => Box::new(Backtracking::<4, false>::new(settings)),
    }
}
