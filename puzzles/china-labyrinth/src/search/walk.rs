//! What the algorithms have in common: a walk through the tree of partial
//! solutions that can be stopped after any step and taken up again.

use crate::rules::{Doors, Piece};

/// Why a walk pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// All pieces lie: a solution.
    Solved,
    /// The steps allowed are used up.
    OutOfSteps,
    /// As many pieces lie as were asked for.
    Deep,
    /// There is nothing more to be found.
    Exhausted,
}

/// A walk through the tree of partial solutions, depth first. A *step* puts
/// one piece on a board.
pub trait Walk: Send {
    /// Clears the boards for another run. The key decides whatever is left to
    /// chance.
    fn begin(&mut self, key: u64);

    /// Goes on until something happens, for at most so many steps, and takes
    /// off those that it made.
    fn advance(&mut self, steps: &mut u64) -> Event;

    /// The pieces that lie, in the order in which they came. With the key that
    /// is all that the walk knows.
    fn path(&self) -> Vec<Doors>;

    /// Goes to where a walk with this key had this path. False if none can
    /// have had it.
    fn resume(&mut self, key: u64, path: &[Doors]) -> bool;

    /// Goes no deeper than so many pieces, until the next beginning, and tells
    /// of every node that has them.
    fn go_no_deeper_than(&mut self, pieces: usize);

    /// Leaves the first so many pieces where they are, until the next
    /// beginning.
    fn keep(&mut self, pieces: usize);

    /// The pieces that lie, each board for itself.
    fn pieces(&self) -> Vec<Vec<Piece>>;
}
