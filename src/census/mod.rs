//! Censuses: how ambiguous a configuration is, without one row per molecule.
//!
//! Everything is in memory and on all processors. [`store`](crate::store) stores
//! what was found, and [`stages::census`](crate::stages::census) brings the two
//! together. `findings` is what remains: the `ambiguity` table, its `slices`, the `notable`
//! groups, the `ray_extremes`. `passes` makes one pass after the other until all spectra are
//! counted. There are two ways to make a pass, and both find the same.
//!
//! With many atoms, `by_rays` shoots rays at boards of which little is known (`sketch`). Those
//! whose rays end alike stay together.
//!
//! With few atoms, most spectra have few molecules, and it is faster to look at all of them:
//!
//! 1. `canonical_walk` makes the canonical molecules of a range of numbers;
//! 2. the [`Tracer`](crate::game::Tracer) finds where their rays come out;
//! 3. `signature` makes a hash from that, which is the same for all rotations and
//!    reflections of a spectrum;
//! 4. `records` keeps number and hash in a machine word, and `buckets` keeps those
//!    by hash;
//! 5. `spectral_groups` sorts a bucket, traces molecules of equal hashes again,
//!    compares their spectra, and counts.
//!
//! `pass` does this for the buckets that fit into memory. Nothing goes to disk between passes.
//! In memory, the first one leaves its `tags`, half a byte per molecule, if that is worth it.
//!
//! Beyond one machine, an engine does the grouping. `parts` cuts the numbers, and `keyed`
//! gives the molecules of a part by the `key` of their spectrum, which is exact.
//!
//! Hashes group and never decide: molecules of equal hashes are traced again and
//! compared. One enantiomer group alone can be ambiguous (all of A3_B4's are). So a
//! group's size is the number of molecules of all its orbits, divided by the size of the
//! spectrum's orbit.
//!
//! See the [example](Census).

mod ambiguity;
mod buckets;
mod by_rays;
mod canonical_walk;
mod cell_mask;
mod findings;
#[cfg(feature = "pipeline")]
mod key;
#[cfg(feature = "pipeline")]
mod keyed;
mod notable;
#[cfg(feature = "pipeline")]
mod parts;
mod pass;
mod passes;
mod ray_extremes;
mod records;
mod signature;
mod sketch;
mod slices;
mod spectral_groups;
mod tags;

pub use ambiguity::{AmbiguityTable, SpectralCount};
pub use canonical_walk::CanonicalMolecules;
pub use findings::Findings;
#[cfg(feature = "pipeline")]
pub(crate) use key::{KEY_VERSION, SpectrumKey};
#[cfg(feature = "pipeline")]
pub(crate) use keyed::{KeyedRange, KeyedSpectrum, keyed_spectra};
#[cfg(feature = "pipeline")]
pub(crate) use notable::{GROUPS_KEPT, MOLECULES_KEPT};
pub use notable::{Merit, NotableGroup, Ranking};
#[cfg(feature = "pipeline")]
pub(crate) use parts::part;
pub use pass::PassEnd;
#[cfg(feature = "pipeline")]
pub(crate) use passes::spread;
pub use passes::{Census, CensusError, GROUPED_BY_KEYS, HASH_VERSION, Plan, Resources};
pub use ray_extremes::{Extreme, OutcomeExtremes, RayExtremes};
pub(crate) use records::sort;
pub use slices::Slice;
#[cfg(feature = "pipeline")]
pub(crate) use slices::slices;
