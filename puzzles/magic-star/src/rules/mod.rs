//! The rules: stars, what a solution is, and which permutations carry lines to lines. Pure.

mod solution;
mod star;
mod symmetry;

pub use solution::{Partial, Solution, permutations};
pub use star::{Cell, Coordinates, Diagram, MAX_CELLS, MAX_ORDER, MIN_ORDER, Star};
pub use symmetry::{Group, Isomorphism, Symmetry, SymmetryName, isomorphism};
