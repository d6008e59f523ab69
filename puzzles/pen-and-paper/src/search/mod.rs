//! The searches for a tour, one file a method. Each is random, and the same
//! for the same seed.
//!
//! A search ends with a tour, when somebody wants it to, or when it has taken
//! as many steps as it may; none of them can find out that there is no tour.
//! That is known beforehand, by [`existence`](super::existence).

mod backtrack;
mod blocks;
mod field;
mod random;
mod rotate;
#[cfg(test)]
mod tests;
mod warnsdorff;

pub use warnsdorff::Ties;

use super::dice::Dice;
use super::rules::Board;
use super::tour::Tour;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The grid to fill.
    pub board: Board,
    /// Must a jump lead from the last number back to 1?
    pub circular: bool,
    /// Where 1 must stand, if that is wanted.
    pub start: Option<usize>,
}

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Jumps at random, undone one by one wherever there is none left.
    Random,
    /// To the cell with the fewest jumps onwards (H. C. von Warnsdorff, 1823),
    /// all anew wherever there is no jump left.
    Warnsdorff(Ties),
    /// The same rule, with some steps back, and without ways that leave cells
    /// unreachable. An attempt may take so many steps back, or, if that is not
    /// said, as many as are good for the grid.
    Backtrack(Ties, Option<u64>),
    /// The same rule, and where there is no jump left a part of the way is
    /// reversed (L. Pósa, 1976).
    Rotate,
    /// Small circular tours side by side, joined to one.
    Blocks,
}

impl Method {
    /// All of them, with ties broken in this way.
    pub fn all(ties: Ties) -> [Method; 5] {
        [
            Method::Random,
            Method::Warnsdorff(ties),
            Method::Backtrack(ties, None),
            Method::Rotate,
            Method::Blocks,
        ]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Random => "random",
            Method::Warnsdorff(_) => "warnsdorff",
            Method::Backtrack(..) => "backtrack",
            Method::Rotate => "rotate",
            Method::Blocks => "blocks",
        }
    }
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

/// Why a search has ended without a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has taken as many steps as it may.
    Limit,
    /// Whoever supervises it wanted it to end.
    Stopped,
    /// There is not enough memory.
    Memory,
}

/// Who supervises a search.
pub trait Supervisor {
    /// Shall the search, which has taken so many steps in so many attempts,
    /// end? It asks many times a second.
    fn ends(&mut self, steps: u64, attempts: u64) -> bool;

    /// Does it matter which open tours a search for a circular one meets?
    fn wants_open_tours(&self) -> bool;

    /// A search for a circular tour has met with one that is not. Of those that
    /// rotations make of each other it is the first.
    fn met(&mut self, tour: Tour);
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
    /// How many steps are taken between two looks at whether to end: less than
    /// a hundredth of a second.
    const LOOK: u64 = 1 << 16;

    /// Counts steps.
    fn spend(&mut self, steps: u64) -> Result<(), End> {
        self.steps += steps;
        if self.steps < self.next_look {
            return Ok(());
        }
        self.next_look = (self.steps + Effort::LOOK).min(self.limit.saturating_add(1));
        if self.steps > self.limit {
            return Err(End::Limit);
        }
        if self.supervisor.ends(self.steps, self.attempts) {
            return Err(End::Stopped);
        }
        Ok(())
    }

    /// Looks whether to end, in work that takes no steps.
    fn look(&mut self) -> Result<(), End> {
        if self.supervisor.ends(self.steps, self.attempts) {
            return Err(End::Stopped);
        }
        Ok(())
    }

    /// The tour that visits all cells in this order.
    fn tour(&mut self, board: Board, path: impl IntoIterator<Item = usize>) -> Result<Tour, End> {
        let mut numbers = field::zeros(board.cells())?;
        let (mut first, mut last) = (None, 0);
        for (cell, number) in path.into_iter().zip(1..) {
            numbers[cell] = number;
            first = first.or(Some(cell));
            last = cell;
            if u64::from(number).is_multiple_of(Effort::LOOK) {
                self.look()?;
            }
        }
        let circular = first.is_some_and(|first| board.jump_between(last, first).is_some());
        Ok(Tour::from_search(board, numbers, circular))
    }

    /// Tells of an open tour that a search for a circular one has met.
    fn meet(&mut self, board: Board, path: impl IntoIterator<Item = usize>) -> Result<(), End> {
        if self.tells {
            let tour = self.tour(board, path)?;
            self.supervisor.met(tour);
        }
        Ok(())
    }

    /// Counts an attempt.
    fn begin(&mut self) -> Result<(), End> {
        self.attempts += 1;
        // An attempt that gets nowhere must not be for nothing, or a hopeless
        // search would never look whether to end.
        self.spend(1)
    }
}

/// Searches for a tour, by no more than `limit` steps.
///
/// # Errors
///
/// Why none was found.
pub fn search(
    task: Task,
    method: Method,
    dice: &mut Dice,
    limit: Option<u64>,
    supervisor: &mut dyn Supervisor,
) -> Result<Found, End> {
    let limit = limit.unwrap_or(u64::MAX);
    let mut effort = Effort {
        steps: 0,
        attempts: 0,
        limit,
        next_look: Effort::LOOK.min(limit.saturating_add(1)),
        tells: method != Method::Blocks && supervisor.wants_open_tours(),
        supervisor,
    };
    // A circular tour can begin anywhere when it has been found; a search from
    // a certain cell may be a hopeless one.
    let anywhere = Task {
        start: task.start.filter(|_| !task.circular),
        ..task
    };
    let tour = match method {
        Method::Random => random::search(anywhere, dice, &mut effort),
        Method::Warnsdorff(ties) => warnsdorff::search(anywhere, ties, dice, &mut effort),
        Method::Backtrack(ties, back) => backtrack::search(anywhere, ties, back, dice, &mut effort),
        Method::Rotate => rotate::search(anywhere, dice, &mut effort),
        Method::Blocks => blocks::search(task, dice, &mut effort),
    }?;
    Ok(Found {
        tour: match task.start {
            Some(start) if task.circular => tour.shifted(start),
            _ => tour,
        },
        steps: effort.steps,
        attempts: effort.attempts,
    })
}
