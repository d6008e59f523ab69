//! Census.

mod canonical_walk;

pub use canonical_walk::{CanonicalMolecules, CanonicalWalk};
