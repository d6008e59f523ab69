//! Boards of which only some cells are decided.

pub(crate) mod meter;
pub(crate) mod partial_board;
pub(crate) mod paths;
pub(crate) mod search;
pub(crate) mod tally;
