//! The limits of a box.

/// The width of the widest box. The labels of its 44 positions go from `a` to `v`.
pub const MAX_WIDTH: usize = 11;
pub(crate) const MAX_CELLS: usize = MAX_WIDTH * MAX_WIDTH;
pub(crate) const MAX_POSITIONS: usize = 4 * MAX_WIDTH;
