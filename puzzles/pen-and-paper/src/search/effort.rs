//! What a search does, and who supervises it.

use super::field::zeros;
use super::goal::End;
use crate::rules::Board;
use crate::tour::Tour;

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
pub(super) struct Effort<'a> {
    pub(super) steps: u64,
    pub(super) attempts: u64,
    pub(super) limit: u64,
    pub(super) next_look: u64,
    /// Is the supervisor told of open tours? Not of those of blocks.
    pub(super) tells: bool,
    pub(super) supervisor: &'a mut dyn Supervisor,
}

impl Effort<'_> {
    /// How many steps are taken between two looks at whether to end: less than
    /// a hundredth of a second.
    pub(super) const LOOK: u64 = 1 << 16;

    /// Counts steps.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), End> {
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
    pub(super) fn look(&mut self) -> Result<(), End> {
        if self.supervisor.ends(self.steps, self.attempts) {
            return Err(End::Stopped);
        }
        Ok(())
    }

    /// The tour that visits all cells in this order.
    pub(super) fn tour(
        &mut self,
        board: Board,
        path: impl IntoIterator<Item = usize>,
    ) -> Result<Tour, End> {
        let mut numbers = zeros(board.cells())?;
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
    pub(super) fn meet(
        &mut self,
        board: Board,
        path: impl IntoIterator<Item = usize>,
    ) -> Result<(), End> {
        if self.tells {
            let tour = self.tour(board, path)?;
            self.supervisor.met(tour);
        }
        Ok(())
    }

    /// Counts an attempt.
    pub(super) fn begin(&mut self) -> Result<(), End> {
        self.attempts += 1;
        // An attempt that gets nowhere must not be for nothing, or a hopeless
        // search would never look whether to end.
        self.spend(1)
    }
}
