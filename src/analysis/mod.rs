//! What the data say, and what a board says.
//!
//! - Of a whole configuration: which molecules cannot be told apart and what a
//!   guess among them costs, how far rays go, what becomes of a small box's
//!   ambiguity in a larger one, and which of the seed's claims hold
//!   ([`SpectralGroup`], [`Pairs`], [`RayStudy`], [`Embedding`], [`claims`]).
//!   [`stages::report`](crate::stages::report) brings the data here.
//! - Of a board with some rays shot: which molecules agree with it and which
//!   ray to shoot next ([`drawing`], [`board`], [`mod@decode`], [`outlook`]), and how
//!   many shots a game takes ([`opening`], [`strategy`]).
//!
//! Pure, like the rules: no I/O, no clock, no SQL; but for a wish to stop, and a
//! counter of what is done by now ([`observed`]).

pub mod board;
pub mod claims;
mod costs;
pub mod decode;
pub mod drawing;
mod embedding;
pub mod family;
pub mod observed;
pub mod opening;
pub mod outlook;
mod pairs;
mod ray_study;
pub mod search;
mod spectral_group;
pub mod strategy;
mod survey;
mod trace;
mod ways;
pub mod weigh;
pub mod words;

pub use costs::CostedGroup;
pub use embedding::{
    Embedding, Fate, NotEmbedded, Parentage, embed, enlargements, reductions, shared_spectrum,
};
pub use pairs::{Pair, PairCount, Pairs};
pub use ray_study::{
    Extent, Kind, LengthsAndTurns, Measure, RayNumbers, RayStudy, RayTally, Record,
};
pub use spectral_group::{Guess, POINTS_AN_ATOM, SpectralGroup, difference};
pub use survey::{GroupCount, QUESTION_EVERY, Survey, ambiguous_groups, find_class};
