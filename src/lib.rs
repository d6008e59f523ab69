//! The exhaustive exploration of Black Box: stores every arrangement of atoms in a box, every ray and every
//! ambiguity in SQLite.
//!
//! ```
//! use blackbox::board::{Board, Config};
//!
//! // Four atoms, eight by eight cells: no ray tells these two apart.
//! let config: Config = "A4_B8".parse()?;
//! let spectrum = |number| Board::from_number(number, config).map(Board::spectrum);
//! assert_eq!(config.molecules(), 635_376);
//! assert_eq!(spectrum(117), spectrum(147_687));
//! # Ok::<(), blackbox::board::ConfigError>(())
//! ```
//!
//! The commands use the other modules, which do not use the commands.
//!
//! - [`board`], [`ray`], [`oracle`], [`puzzle`], [`census`], [`laws`], [`groups`],
//!   [`perfect`]: the pure modules, from the package [`blackbox_rules`].
//! - [`store`]: the tables, and all SQL.
//! - [`output`]: the output of the commands.
//! - `screen`: boards on the whole terminal.
//! - [`plan`]: the estimated cost of long work, and its limits.
//! - `memory`: the memory of long work.
//! - `work`: running long work, with its progress and interruptions.
//! - [`commands`]: the commands, one directory each.
//! - [`Error`]: the error of the commands, with hints.
//!
//! Separate packages have what these modules share with other puzzles: `app` for programs on a terminal, `db` for
//! an SQLite file, `draw` for pictures, charts and words, and `watch` for work that reports progress and can be
//! interrupted.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

#[cfg(feature = "pipeline")]
pub mod commands;
#[cfg(feature = "pipeline")]
mod error;
#[cfg(feature = "pipeline")]
mod memory;
#[cfg(feature = "json")]
pub mod output;
#[cfg(feature = "pipeline")]
pub mod plan;
#[cfg(feature = "pipeline")]
pub(crate) mod screen;
#[cfg(feature = "pipeline")]
pub mod store;
#[cfg(feature = "pipeline")]
pub(crate) mod work;

pub use blackbox_rules::{board, census, groups, laws, oracle, perfect, puzzle, ray};
#[cfg(feature = "pipeline")]
pub use error::{Error, Result};
