//! Black Box, explored exhaustively: every arrangement of atoms in a box,
//! every ray, every ambiguity, into SQLite.
//!
//! ```
//! use blackbox::game::{Config, Molecule};
//!
//! // Four atoms, eight by eight cells: no ray tells these two apart.
//! let config: Config = "A4_B8".parse()?;
//! let spectrum = |number| Molecule::from_number(number, config).map(|m| m.spectrum(config));
//! assert_eq!(config.molecules(), 635_376);
//! assert_eq!(spectrum(117), spectrum(147_687));
//! # Ok::<(), blackbox::game::ConfigError>(())
//! ```
//!
//! Data flows down through the rooms of this list. A room uses only those
//! above it in the list. The first seven rooms are pure: no file, no clock, no
//! terminal.
//!
//! - [`game`]: the rules.
//! - [`plain`]: the rules once more, slow, to check the others.
//! - [`census`]: ambiguity counted without one row per molecule, for boxes
//!   that are too big for that; only in memory.
//! - [`laws`]: what is true for boxes of every width.
//! - [`analysis`]: what the data say about a whole configuration.
//! - [`strategy`]: perfect play, searched and proved.
//! - [`play`]: a game in play: boards decoded, openings weighed.
//! - [`store`]: the tables, and all SQL.
//! - [`Error`]: what can go wrong in the rooms below.
//! - [`stages`]: the pipeline, one file per stage.
//! - [`view`]: how results look.
//! - [`cli`]: the programs' arguments.
//!
//! Separate packages have what these rooms share with other puzzles. `watch` is
//! work that is watched and stopped, `view` is pictures, charts and words, and `kit`
//! is a program over one SQLite file.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod analysis;
pub mod census;
#[cfg(feature = "pipeline")]
pub mod cli;
#[cfg(feature = "pipeline")]
mod error;
pub mod game;
pub mod laws;
pub mod plain;
pub mod play;
#[cfg(feature = "pipeline")]
pub mod stages;
#[cfg(feature = "pipeline")]
pub mod store;
pub mod strategy;
#[cfg(feature = "json")]
pub mod view;

#[cfg(feature = "pipeline")]
pub use error::{Error, Result};
