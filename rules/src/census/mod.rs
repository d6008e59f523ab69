//! Censuses: how ambiguous a configuration is, without one row per molecule.
//!
//! Everything is in memory and on all processors. `findings` is what remains: the `ambiguity` table, its `slices`, the `notable`
//! groups, the `ray_extremes`. `passes` makes one pass after the other until all spectra are
//! counted. A pass is a search `by_rays`: it fires rays at boards of which little is known
//! (`sketch`), and keeps boards together as long as their rays have the same answers. Few molecules become `groups`. It
//! searches one of the eight images of a spectrum. A `signature` says which image stands for all
//! of them in what is stored. Several machines can share a census by its [`Part`]s.
//!
//! One enantiomer group alone can be ambiguous (all of A3_B4's are). So a group's size is the
//! number of molecules of all its orbits, divided by the size of the spectrum's orbit.
//!
//! See the [example](Census).

mod ambiguity;
mod by_rays;
mod findings;
mod groups;
mod notable;
mod one_number;
mod part;
mod passes;
mod ray_extremes;
mod signature;
mod sketch;
mod slices;
mod whole;

pub use ambiguity::{AmbiguityTable, SpectralCount};
pub use by_rays::PassEnd;
pub use findings::Findings;
pub use notable::{Merit, NotableGroup, Ranking};
pub use part::{NoPart, Part};
pub use passes::{Census, CensusError, Plan, Resources};
pub use ray_extremes::{Extreme, OutcomeExtremes, RayExtremes};

// What is stored of a census, and the censuses of whole boxes.
#[doc(hidden)]
pub use notable::{GROUPS_KEPT, MOLECULES_KEPT};
#[doc(hidden)]
pub use passes::{HASH_VERSION, SPREAD};
#[doc(hidden)]
pub use slices::{Slice, slices};
#[doc(hidden)]
pub use whole::{AtomCounts, BOX_SPREAD, BoxCensus, BoxFindings};
#[doc(hidden)]
pub use whole::{EXACT_SIZES, MAX_WHOLE_WIDTH, box_slices};
