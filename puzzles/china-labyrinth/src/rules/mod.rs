//! The pieces, and the definition of a solution. This module does no I/O.

mod cast;
mod form;
pub mod hexagrams;
mod position;
mod solution;
mod tiles;

pub use cast::{Cast, CastMethod};
pub use form::{Form, OCTOPUSZLE, RHOMBUS};
pub use position::Position;
pub use solution::{Fault, Group, Solution, holes};
pub use tiles::{Cell, Doors, Piece, Tiles};
