//! What there is to play with, and what a solution is. Pure.

mod compact;
mod form;
mod octopuszle;
mod solution;
mod symmetry;
mod text;
mod tiles;

pub use compact::Compact;
pub use form::{Form, FormError, Impossible};
pub use octopuszle::{GridFault, Octopuszle, SIDE, doors_meet, grid_of};
pub use solution::{Fault, Group, Solution};
pub use symmetry::{Kind, Symmetry};
pub use text::TextError;
pub use tiles::{Cell, Doors, Piece, Tiles};
