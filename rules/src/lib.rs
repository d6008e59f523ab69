#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! A module of this list uses only those above it.
//!
//! - [`board`]: configurations, boards, cells and positions, their numbers and symmetries.
//! - [`ray`]: a ray and its path; all rays of a board.
//! - [`oracle`]: the rules once more, slow, to check the others.
//! - [`partial`]: boards of which some cells are decided.
//! - [`puzzle`]: a game in play: boards read and decoded, games drawn, played and reviewed.
//! - [`census`]: ambiguity counted without one row per molecule, for boxes
//!   that are too big for that; only in memory.
//! - [`laws`]: what is true for boxes of every width.
//! - [`groups`]: the molecules that no ray tells apart, and guesses among them.
//! - [`perfect`]: perfect play, searched and proved.
//! - [`watch`]: work that reports its progress and can be stopped.
//!
//! The package `blackbox` stores the results, and has the programs.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod board;
pub mod census;
pub mod groups;
pub mod laws;
pub mod oracle;
pub mod partial;
pub mod perfect;
pub mod puzzle;
pub mod ray;
mod words;

pub use watch;

/// The recipes of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
struct Recipes;
