//! Boards of which some cells are decided, and the others are open.

pub(crate) mod meter;
pub(crate) mod partial_board;
pub(crate) mod paths;
pub(crate) mod search;
pub(crate) mod tally;
