//! Censuses measure how ambiguous a configuration is, without one row per molecule.
//!
//! A census runs in memory, on all processors. `findings` are its results: the table of `ambiguity`, its `slices`, the
//! `notable` groups and the `ray_extremes`. `passes` runs one pass after another until all spectra are counted. A pass
//! is a search `by_rays`: it fires rays at partial boards (`sketch`), and keeps boards together as long as their rays
//! have the same answers. Where few molecules are left, it traces them and compares their spectra (`groups`). A pass
//! searches only one of the eight images of a spectrum; a `signature` identifies the image that represents all eight in
//! stored results. Several machines can divide a census into its [`Part`]s.
//!
//! A molecule can have the same spectrum as one of its own images (in A3_B4, all ambiguous molecules do). So the size
//! of a group is the number of molecules in the orbits of its members, divided by the number of images of the spectrum.

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

pub use ambiguity::{AmbiguityRow, AmbiguityTable, SpectralCount};
pub use findings::Findings;
pub use notable::{Merit, NotableGroup, Ranking};
pub use part::{NoPart, Part};
pub use passes::{Census, CensusError, Plan, Resources};
pub use ray_extremes::{Extreme, OutcomeExtremes, RayExtremes};

// For storing censuses, and for censuses of whole boxes.
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
