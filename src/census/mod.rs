//! Census.

mod ambiguity;
mod canonical_walk;
mod cell_mask;
mod findings;
mod notable;
mod pass;
mod passes;
mod ray_extremes;
mod records;
mod signature;
mod spectral_groups;

pub use ambiguity::{AmbiguityTable, SpectralCount};
pub use canonical_walk::{CanonicalMolecules, CanonicalWalk};
pub use cell_mask::CellMask;
pub use findings::Findings;
pub use notable::{GROUPS_KEPT, MOLECULES_KEPT, Merit, NotableGroup, Ranking};
pub use pass::{Failure, Pass};
pub use passes::{Census, CensusError, HASH_VERSION, Plan, Resources};
pub use ray_extremes::{Extreme, OutcomeExtremes, RayExtremes};
pub use records::{Layout, MAX_MOLECULES, Pool};
pub use signature::{Side, Sides, Signature};
