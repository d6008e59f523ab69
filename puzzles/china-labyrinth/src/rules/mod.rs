//! The pieces, and the definition of a solution. This module does no I/O.

mod cast;
pub mod hexagrams;
mod octopuszle;
mod position;
mod solution;
mod tiles;

pub use cast::{Cast, CastMethod};
pub use octopuszle::{Grid, SIDE, neighbour};
pub(crate) use octopuszle::{check_octopuszle, doors_meet};
pub use position::Position;
pub(crate) use solution::check_compact;
pub use solution::{Fault, Group, Solution, holes};
pub use tiles::{Cell, Doors, Piece, Tiles};
