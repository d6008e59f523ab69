//! What the data say of a whole configuration: which molecules cannot be told
//! apart and what a guess among them costs, how far rays go, what becomes of a
//! small box's ambiguity in a larger one, and which of the seed's claims hold
//! ([`SpectralGroup`], [`Pairs`], [`RayStudy`], [`Embedding`], [`claims`]).
//! [`stages::report`](crate::stages::report) brings the data here.
//!
//! Pure, like the rules: no I/O, no clock, no SQL.

pub mod claims;
mod costs;
mod embedding;
mod guess;
mod pairs;
mod ray_study;
mod spectral_group;
mod survey;

pub use costs::CostedGroup;
pub use embedding::{Embedding, Fate, NotEmbedded, Parentage, embed};
pub use guess::{Guess, POINTS_AN_ATOM};
pub use pairs::{Pair, PairCount, Pairs};
pub use ray_study::{
    Extent, Kind, LengthsAndTurns, Measure, RayNumbers, RayRecord, RayStudy, RayTally,
};
pub use spectral_group::{SpectralGroup, difference};
pub use survey::{GroupCount, QUESTION_EVERY, Survey, ambiguous_groups, find_class};
