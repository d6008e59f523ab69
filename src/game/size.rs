//! How big a box can be.

/// The widest box. Its 44 positions still get their labels from `a` to `v`.
pub const MAX_WIDTH: usize = 11;
/// The most cells a box has.
pub const MAX_CELLS: usize = MAX_WIDTH * MAX_WIDTH;
/// The most positions that rays can be shot from.
pub const MAX_POSITIONS: usize = 4 * MAX_WIDTH;
