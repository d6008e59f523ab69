//! What a search does, and who supervises it.

use watch::Stop;

use super::{End, Method, Search};
use crate::tour::Tour;

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
pub(super) struct Effort<'a> {
    pub(super) steps: u64,
    pub(super) attempts: u64,
    limit: u64,
    next_look: u64,
    /// Is the supervisor told of open tours? Not of those of blocks.
    tells: bool,
    supervisor: &'a mut dyn Supervisor,
}

impl<'a> Effort<'a> {
    pub(super) fn new(search: &Search, supervisor: &'a mut dyn Supervisor) -> Effort<'a> {
        Effort {
            steps: 0,
            attempts: 0,
            limit: search.limit,
            next_look: LOOK,
            tells: search.method != Method::Blocks,
            supervisor,
        }
    }

    /// Counts steps.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), End> {
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
    pub(super) fn meet(&mut self, tour: &dyn Fn() -> Tour) {
        if self.tells {
            self.supervisor.met(tour);
        }
    }

    /// Counts an attempt.
    pub(super) fn begin(&mut self) -> Result<(), End> {
        self.attempts += 1;
        // An attempt that gets nowhere must not be for nothing, or a hopeless
        // search would never look whether to end.
        self.spend(1)
    }
}
