//! Boards of which some cells are decided, and the others are open.

pub(crate) mod family;
pub(crate) mod meter;
pub(crate) mod search;
mod ways;
