//! The pieces, and what a solution is. Pure.

mod cast;
pub mod hexagrams;
mod octopuszle;
mod position;
mod solution;
mod tiles;

pub use cast::{Cast, Method as CastMethod};
pub use octopuszle::{Grid, SIDE, check_octopuszle, doors_meet, neighbour};
pub use position::Position;
pub use solution::{Fault, Group, Solution, check_compact, holes};
pub use tiles::{Cell, Doors, Piece, Tiles};
