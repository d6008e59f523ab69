//! The pieces, and what a solution is. Pure.

mod cast;
mod compact;
pub mod hexagrams;
mod octopuszle;
mod solution;
mod symmetry;
mod text;
mod tiles;

pub use cast::{Cast, Method as CastMethod};
pub use compact::check_compact;
pub use octopuszle::{Grid, SIDE, check_octopuszle, doors_meet, neighbour};
pub use solution::{Fault, Group, Solution, holes};
pub use symmetry::Symmetry;
pub use tiles::{Cell, Doors, Piece, Tiles};
