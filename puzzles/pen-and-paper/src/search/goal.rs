//! What is looked for, and why a search may end without it.

use crate::rules::Board;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The grid to fill.
    pub board: Board,
    /// Must a jump lead from the last number back to 1?
    pub circular: bool,
    /// Where 1 must stand, if that is wanted.
    pub start: Option<usize>,
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
