#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - [`board`]: configurations, boards, cells and positions, their numbers and symmetries.
//! - [`ray`]: a ray and its path; all rays of a board.
//! - [`groups`]: the molecules that share a spectrum, and guesses among them.
//! - [`census`]: the ambiguity of large configurations, counted in memory without one row per molecule.
//! - [`laws`]: the laws of ambiguity for boxes of every width.
//! - [`perfect`]: the best strategies, and the proof that none is better.
//! - [`puzzle`]: a game in play: boards read and decoded, games drawn, played and reviewed.
//! - [`watch`]: work that reports its progress and can be interrupted.
//!
//! Items that these pages do not show serve the programs of the repository, and may change in any version.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod board;
pub mod census;
pub mod groups;
pub mod laws;
#[doc(hidden)]
pub mod oracle;
mod partial;
pub mod perfect;
pub mod puzzle;
pub mod ray;
mod words;

pub use watch;

/// The recipes of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
struct Recipes;
