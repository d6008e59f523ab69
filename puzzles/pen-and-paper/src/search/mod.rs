//! The searches for a tour, one file a method. Each is random, and the same
//! for the same seed.
//!
//! A search ends with a tour, when somebody wants it to, or when it has taken
//! as many steps as it may; none of them can find out that there is no tour.
//! That is known beforehand, by [`existence`](crate::existence).

mod backtrack;
mod blocks;
mod effort;
mod field;
mod goal;
mod random;
mod rotate;
#[cfg(test)]
mod tests;
mod warnsdorff;

pub use effort::Supervisor;
pub use goal::{End, Goal};
pub use warnsdorff::Ties;

use crate::dice::Dice;
use crate::tour::Tour;
use effort::Effort;

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

/// Searches for a tour, by no more than `limit` steps.
///
/// # Errors
///
/// Why none was found.
pub fn search(
    goal: Goal,
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
    let anywhere = Goal {
        start: goal.start.filter(|_| !goal.circular),
        ..goal
    };
    let tour = match method {
        Method::Random => random::search(anywhere, dice, &mut effort),
        Method::Warnsdorff(ties) => warnsdorff::search(anywhere, ties, dice, &mut effort),
        Method::Backtrack(ties, back) => backtrack::search(anywhere, ties, back, dice, &mut effort),
        Method::Rotate => rotate::search(anywhere, dice, &mut effort),
        Method::Blocks => blocks::search(goal, dice, &mut effort),
    }?;
    Ok(Found {
        tour: match goal.start {
            Some(start) if goal.circular => tour.shifted(start),
            _ => tour,
        },
        steps: effort.steps,
        attempts: effort.attempts,
    })
}
