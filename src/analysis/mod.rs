//! What the data say about a whole configuration:
//!
//! - which molecules no ray tells apart ([`SpectralGroup`]), and what a guess
//!   among them costs ([`Pairs`])
//! - how far rays go ([`RayStudy`])
//! - what happens to a small box's ambiguity in a larger one ([`Embedding`])
//!
//! [`stages::report`](crate::stages::report) brings the data here. The room is
//! pure, like the rules: no I/O, no clock, no SQL.

mod embedding;
mod guess;
mod pairs;
mod ray_study;
mod spectral_group;
mod survey;

pub use embedding::{Embedding, Fate, NotEmbedded, Parentage, embed};
pub use guess::{Guess, POINTS_AN_ATOM};
pub use pairs::{Pair, PairCount, Pairs};
pub use ray_study::{
    Extent, Kind, LengthsAndTurns, Measure, RayNumbers, RayRecord, RayStudy, RayTally,
};
pub use spectral_group::{CostedGroup, SpectralGroup, difference};
pub use survey::{GroupCount, Survey, ambiguous_groups};
