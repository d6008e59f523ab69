//! Black Box without files: the rules of the game, and all that is computed from them.
//!
//! ```
//! use blackbox_rules::board::{Board, Config};
//!
//! // Four atoms, eight by eight cells: no ray tells these two apart.
//! let config: Config = "A4_B8".parse()?;
//! let spectrum = |number| Board::from_number(number, config).map(Board::spectrum);
//! assert_eq!(config.molecules(), 635_376);
//! assert_eq!(spectrum(117), spectrum(147_687));
//! # Ok::<(), blackbox_rules::board::ConfigError>(())
//! ```
//!
//! A room of this list uses only those above it. All are pure: no file, no clock, no
//! terminal.
//!
//! - [`board`]: configurations, molecules, cells and positions, their numbers and symmetries.
//! - [`ray`]: a ray and its path; all rays of a molecule.
//! - [`oracle`]: the rules once more, slow, to check the others.
//! - [`partial`]: boards of which some cells are decided.
//! - [`puzzle`]: a game in play: boards read and decoded, games drawn, played and reviewed.
//! - [`census`]: ambiguity counted without one row per molecule, for boxes
//!   that are too big for that; only in memory.
//! - [`laws`]: what is true for boxes of every width.
//! - [`groups`]: the molecules that no ray tells apart, and guesses among them.
//! - [`perfect`]: perfect play, searched and proved.
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
