//! Black Box, explored exhaustively: every arrangement of atoms in a box,
//! every ray, every ambiguity, into SQLite.
//!
//! Data flows downwards through the house; nothing knows what is above it,
//! that is, further down in this list:
//!
//! - [`game`]: the rules, pure.
//! - [`plain`]: the rules once more, slow, to check the others by.
//! - [`census`]: ambiguity counted without a row a molecule, for boxes too
//!   big for that; in memory only.
//! - [`analysis`]: what the data say of a whole configuration.
//! - [`play`]: a game in play: boards decoded, openings weighed.
//! - [`store`]: the database, and all SQL.
//! - [`stages`]: the pipeline, one file a stage.
//! - [`view`]: how results look.
//! - [`terminal`]: progress, signals, exit codes.
//! - [`cli`]: the programs' arguments.
//! - [`puzzles`]: the sister puzzles, which know all of these but the rules of
//!   Black Box, and nothing of each other.
//!
//! [`error`] and [`stop`] belong to all of them but the rules.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod census;
pub mod cli;
pub mod error;
pub mod game;
pub mod plain;
pub mod play;
pub mod stages;
pub mod store;
pub mod view;

pub use error::{Error, Result};
