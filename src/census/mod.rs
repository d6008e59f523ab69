//! Census.

mod canonical_walk;
mod cell_mask;

pub use canonical_walk::{CanonicalMolecules, CanonicalWalk};
pub use cell_mask::CellMask;
