//! The searches for a tour, one file a method. Each is random, and the same
//! for the same seed.
//!
//! A search ends with a tour, when somebody wants it to, or when it has taken
//! as many steps as it may; none of them can find out that there is no tour.
//! That is known beforehand, by [`existence`](crate::existence).

mod backtrack;
mod blocks;
mod field;
mod random;
mod rotate;
#[cfg(test)]
mod tests;
mod warnsdorff;

use watch::Stop;

use crate::dice::Dice;
use crate::rules::Board;
use crate::tour::Tour;

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "pipeline", derive(clap::ValueEnum))]
pub enum Method {
    /// Jumps at random, undone one by one wherever there is none left
    Random,
    /// To the cell with the fewest jumps onwards (H. C. von Warnsdorff, 1823),
    /// all anew wherever there is no jump left
    Warnsdorff,
    /// The same rule with some steps back, and without ways that leave cells
    /// unreachable
    Backtrack,
    /// The same rule, and where there is no jump left a part of the way is
    /// reversed (L. Pósa, 1976)
    Rotate,
    /// Small circular tours side by side, joined to one
    Blocks,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] = [
        Method::Random,
        Method::Warnsdorff,
        Method::Backtrack,
        Method::Rotate,
        Method::Blocks,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["random", "warnsdorff", "backtrack", "rotate", "blocks"][self as usize]
    }

    /// The quickest method that finds a tour of that grid every time.
    ///
    /// Medians of one core, which had other things to do: circular, 50 × 50 takes 0.33 ms
    /// by rotations and 0.06 ms by blocks, 100 × 100 takes 8.5 ms and 0.19 ms. Open,
    /// 100 × 100 takes 2.1 ms by rotations, 0.75 ms by Warnsdorff's rule from the outside
    /// inwards. Where several are quick the tours that repeat themselves least are preferred.
    pub fn best(board: Board, circular: bool) -> Method {
        match (board.cells(), circular) {
            (..=2_500, _) => Method::Rotate,
            (_, false) => Method::Warnsdorff,
            (_, true) => Method::Blocks,
        }
    }
}

/// Which of several cells is next that all have the fewest jumps onwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// Any of them.
    Random,
    /// The one that is farthest from the middle of the grid; any of several.
    /// The way then leaves no islands behind it, however big the grid is.
    Outward,
}

impl Ties {
    /// What is best for a grid: up to 2,500 cells the rule with random ties leads
    /// to a tour in about one attempt in two; at 200 × 200 in one of two thousand.
    pub fn best(board: Board) -> Ties {
        match board.cells() {
            ..=2_500 => Ties::Random,
            _ => Ties::Outward,
        }
    }
}

/// A search for a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// The grid to fill.
    pub board: Board,
    /// Must a jump lead from the last number back to 1?
    pub circular: bool,
    /// How.
    pub method: Method,
    /// How Warnsdorff's rule breaks ties.
    pub ties: Ties,
    /// How many steps an attempt of [`Method::Backtrack`] takes back at most.
    pub back: u64,
    /// By no more steps than these.
    pub limit: u64,
}

/// Why a search has ended without a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has taken as many steps as it may.
    Limit,
    /// Whoever supervises it wanted it to end.
    Stopped,
}

/// What a search has found, and what that took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The tour.
    pub tour: Tour,
    /// How many cells were numbered, those renumbered included.
    pub steps: u64,
    /// How often the search began with an empty grid.
    pub attempts: u64,
}

impl Search {
    /// A search with what is best for the grid, and without a limit.
    pub fn new(board: Board, circular: bool, method: Method) -> Search {
        Search {
            board,
            circular,
            method,
            ties: Ties::best(board),
            back: backtrack::steps_back(board),
            limit: u64::MAX,
        }
    }

    /// Searches.
    ///
    /// # Errors
    ///
    /// Why no tour was found.
    pub fn run(&self, dice: &mut Dice, supervisor: &mut dyn Supervisor) -> Result<Found, End> {
        let mut effort = Effort {
            steps: 0,
            attempts: 0,
            limit: self.limit,
            next_look: LOOK,
            tells: self.method != Method::Blocks,
            supervisor,
        };
        let tour = match self.method {
            Method::Random => random::search(self, dice, &mut effort),
            Method::Warnsdorff => warnsdorff::search(self, dice, &mut effort),
            Method::Backtrack => backtrack::search(self, dice, &mut effort),
            Method::Rotate => rotate::search(self, dice, &mut effort),
            Method::Blocks => blocks::search(self.board, dice, &mut effort),
        }?;
        Ok(Found {
            tour,
            steps: effort.steps,
            attempts: effort.attempts,
        })
    }
}

/// How many steps are taken between two looks at whether to end: less than a
/// hundredth of a second.
const LOOK: u64 = 1 << 16;

/// Who supervises a search.
pub trait Supervisor {
    /// Shall the search, which has taken so many steps in so many attempts,
    /// end? It asks many times a second.
    fn ends(&mut self, steps: u64, attempts: u64) -> bool;

    /// A search for a circular tour has met with one that is not. Of those that
    /// rotations make of each other it is the first.
    fn met(&mut self, _tour: &dyn Fn() -> Tour) {}
}

impl Supervisor for Stop {
    fn ends(&mut self, _steps: u64, _attempts: u64) -> bool {
        self.asked()
    }
}

/// What a search does, counted and supervised.
struct Effort<'a> {
    steps: u64,
    attempts: u64,
    limit: u64,
    next_look: u64,
    /// Is the supervisor told of open tours? Not of those of blocks.
    tells: bool,
    supervisor: &'a mut dyn Supervisor,
}

impl Effort<'_> {
    fn spend(&mut self, steps: u64) -> Result<(), End> {
        self.steps += steps;
        if self.steps > self.limit {
            return Err(End::Limit);
        }
        if self.steps >= self.next_look {
            self.next_look = self.steps + LOOK;
            if self.supervisor.ends(self.steps, self.attempts) {
                return Err(End::Stopped);
            }
        }
        Ok(())
    }

    /// Tells of an open tour that a search for a circular one has met.
    fn meet(&mut self, tour: &dyn Fn() -> Tour) {
        if self.tells {
            self.supervisor.met(tour);
        }
    }

    fn begin(&mut self) -> Result<(), End> {
        self.attempts += 1;
        // An attempt that gets nowhere must not be for nothing, or a hopeless
        // search would never look whether to end.
        self.spend(1)
    }
}
