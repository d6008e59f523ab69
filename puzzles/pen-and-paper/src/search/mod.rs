//! The searches for a tour, with one file per method. Each is random, and reproducible by its seed.
//!
//! A search ends with a tour, when it is interrupted, or at its limit of steps. No search can find out that there
//! is no tour; [`existence`](crate::existence) decides that beforehand.

mod backtrack;
mod blocks;
mod field;
mod random;
mod rotate;
#[cfg(test)]
mod tests;
mod warnsdorff;

pub(crate) use field::Field;
use watch::Stop;

use crate::dice::Dice;
use crate::rules::Board;
use crate::tour::{Tour, TourKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "pipeline", derive(clap::ValueEnum))]
pub enum Method {
    /// Jumps at random, and undoes jumps one by one if no jump is possible
    Random,
    /// Jumps to the cell from which the fewest jumps are possible (H. C. von Warnsdorff, 1823), and
    /// starts again if no jump is possible
    Warnsdorff,
    /// Follows Warnsdorff's rule, but undoes some jumps if no jump is possible, and avoids jumps that
    /// leave cells unreachable
    Backtrack,
    /// Follows Warnsdorff's rule, but reverses a part of the path if no jump is possible (L. Pósa, 1976)
    Rotate,
    /// Joins circular tours of small blocks into one large circular tour
    Blocks,
}

impl Method {
    pub const ALL: [Method; 5] = [
        Method::Random,
        Method::Warnsdorff,
        Method::Backtrack,
        Method::Rotate,
        Method::Blocks,
    ];

    pub fn name(self) -> &'static str {
        ["random", "warnsdorff", "backtrack", "rotate", "blocks"][self as usize]
    }

    /// The fastest method that always finds a tour of that grid.
    ///
    /// Medians on one core, which had other things to do: a circular tour of 50 × 50 takes 0.33 ms with rotations
    /// and 0.06 ms with blocks, one of 100 × 100 8.5 ms and 0.19 ms. An open tour of 100 × 100 takes 2.1 ms with
    /// rotations, and 0.75 ms with Warnsdorff's rule from the outside inwards. Of several fast methods, the one
    /// with the least repetitive tours is used.
    pub fn best(board: Board, kind: TourKind) -> Method {
        match kind {
            _ if board.cells() <= 2_500 => Method::Rotate,
            TourKind::Any => Method::Warnsdorff,
            TourKind::Circular => Method::Blocks,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    pub board: Board,
    pub kind: TourKind,
    pub method: Method,
    pub limit: u64,
}

/// Why a search ended without a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The search reached its limit of steps.
    Limit,
    /// The search was interrupted.
    Stopped,
}

/// The result of a search, and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub tour: Tour,
    /// The number of cells that were numbered, counting those that were numbered again.
    pub steps: u64,
    /// The number of times that the search began with an empty grid.
    pub attempts: u64,
}

impl Search {
    /// A search without a limit.
    pub fn new(board: Board, kind: TourKind, method: Method) -> Search {
        Search {
            board,
            kind,
            method,
            limit: u64::MAX,
        }
    }

    fn is_circular(&self) -> bool {
        self.kind == TourKind::Circular
    }

    /// How Warnsdorff's rule breaks ties between cells with the fewest further jumps: if true, the cell farthest from
    /// the middle is next, so that the path leaves no islands; otherwise, a random one. Up to 2,500 cells, the rule
    /// with random ties finds a tour in about one attempt in two; at 200 × 200, in one of two thousand.
    fn outward(&self) -> bool {
        self.board.cells() > 2_500
    }

    /// Searches for a tour.
    pub fn run(&self, dice: &mut Dice, stop: &Stop) -> Result<Found, End> {
        self.go_on(&[], &[], dice, stop)
    }

    /// With rotations, searches for a tour that begins with the cells `begun` and ends with those of `tail`, each a
    /// jump from the one before.
    pub fn go_on(
        &self,
        begun: &[usize],
        tail: &[usize],
        dice: &mut Dice,
        stop: &Stop,
    ) -> Result<Found, End> {
        let mut effort = Effort {
            steps: 0,
            attempts: 0,
            limit: self.limit,
            next_look: STEPS_BETWEEN_CHECKS,
            stop,
        };
        let tour = match self.method {
            Method::Random => random::search(self, dice, &mut effort),
            Method::Warnsdorff => warnsdorff::search(self, dice, &mut effort),
            Method::Backtrack => backtrack::search(self, dice, &mut effort),
            Method::Rotate => rotate::search(self, begun, tail, dice, &mut effort),
            Method::Blocks => blocks::search(self.board, dice, &mut effort),
        }?;
        Ok(Found {
            tour,
            steps: effort.steps,
            attempts: effort.attempts,
        })
    }
}

/// The number of steps between two checks whether to end, which take less than a hundredth of a second.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 16;

/// Counts the work of a search.
struct Effort<'a> {
    steps: u64,
    attempts: u64,
    limit: u64,
    next_look: u64,
    stop: &'a Stop,
}

impl Effort<'_> {
    fn spend(&mut self, steps: u64) -> Result<(), End> {
        self.steps += steps;
        if self.steps > self.limit {
            return Err(End::Limit);
        }
        if self.steps >= self.next_look {
            self.next_look = self.steps + STEPS_BETWEEN_CHECKS;
            if self.stop.is_requested() {
                return Err(End::Stopped);
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), End> {
        self.attempts += 1;
        // An attempt costs a step; otherwise, a hopeless search would never check whether to end.
        self.spend(1)
    }
}
