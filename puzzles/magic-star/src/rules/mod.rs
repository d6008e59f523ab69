//! The rules: stars, solutions, and the permutations that map lines to lines. This module does no I/O.

mod solution;
mod star;
mod symmetry;

pub use solution::{Partial, Solution, permutations};
pub use star::{Cell, Coordinates, Diagram, MAX_CELLS, MAX_ORDER, MIN_ORDER, Star};
pub use symmetry::{Group, Isomorphism, Symmetry, SymmetryName, isomorphism};
