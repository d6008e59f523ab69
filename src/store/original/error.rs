//! What can be wrong with a database of the original.

use std::path::PathBuf;

use kit::{DEFAULT_DATABASE, Failure};
use view::words::{counted, thousands};

use super::WIDEST;
use crate::game::Config;

/// Why a database of the original cannot be opened, brought in or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OriginalError {
    /// It stands where a database of ours should.
    #[error("{} is a database of the original, the programs in Raku", .0.display())]
    IsOriginal(PathBuf),
    /// The file is something else.
    #[error("{0} is not a database of the original")]
    NotOriginal(String),
    /// A line is none of its documents.
    #[error("line {line} of {name} is not a document of the original")]
    NotADocument {
        /// The file.
        name: String,
        /// From 1.
        line: u64,
    },
    /// There is no configuration in it.
    #[error("{0} has no configuration")]
    Nothing(String),
    /// It has not what was asked for.
    #[error("{name} has no configuration {config}")]
    Lacks {
        /// The file.
        name: String,
        /// The configuration.
        config: Config,
    },
    /// The configuration is here already.
    #[error("{config} has {} stored already", counted(*.molecules, "molecule", "molecules"))]
    Present {
        /// The configuration.
        config: Config,
        /// How many rows of it there are.
        molecules: u64,
    },
    /// A row says something wrong.
    #[error("{row}: {column} is {found}, not {expected}")]
    Wrong {
        /// Which row, with its configuration.
        row: String,
        /// The column.
        column: &'static str,
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// A row is there again.
    #[error("{0} is there twice")]
    Twice(String),
    /// A configuration has rows but is not in Configurations.
    #[error("{0} is not among the configurations, but there are rows of it")]
    NoConfiguration(Config),
    /// The walk has gone further than to this molecule, but has left it out.
    #[error("{config}, molecule {number} is missing, though there is molecule {last}")]
    Gap {
        /// The configuration.
        config: Config,
        /// The molecule.
        number: u64,
        /// The highest number.
        last: u64,
    },
    /// A group is not whole, and the walk has gone on behind it or not come so far.
    #[error(
        "{config}: only {} of {} rows of the group of molecule {canonical} are there",
        thousands(*.rows),
        thousands(*.size)
    )]
    Broken {
        /// The configuration.
        config: Config,
        /// The number of its canonical molecule.
        canonical: u64,
        /// How many rows there are.
        rows: u64,
        /// How many there should be.
        size: u64,
    },
    /// A spectrum is said to be ambiguous.
    #[error("{config}, spectrum {spectrum}: no two molecules share it")]
    NotShared {
        /// The configuration.
        config: Config,
        /// The spectrum.
        spectrum: String,
    },
    /// The original cannot work with it.
    #[error("the original knows no box as wide as that of {0}")]
    TooWide(Config),
}

impl Failure for OriginalError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            OriginalError::IsOriginal(path) => {
                let into = match path.ends_with(DEFAULT_DATABASE) {
                    true => "data/imported.db",
                    false => DEFAULT_DATABASE,
                };
                let path = kit::terminal::shell_word(&path.to_string_lossy());
                format!("`blackbox import {path} --db {into}` brings its configurations into a database of these programs")
            }
            OriginalError::NotOriginal(_) | OriginalError::NotADocument { .. } => {
                "an SQLite database of the original is wanted, or its MongoDB documents as `mongoexport` prints them".to_owned()
            }
            OriginalError::Nothing(_) | OriginalError::NoConfiguration(_) => {
                "of MongoDB all three collections are wanted in one: Configurations, Molecules, Spectrums".to_owned()
            }
            OriginalError::Lacks { .. } => {
                "without --config everything is imported that is there".to_owned()
            }
            OriginalError::Present { config, .. } => format!(
                "`blackbox run --config {config}` goes on with them; --force deletes them and imports the others"
            ),
            OriginalError::Wrong { .. }
            | OriginalError::Twice(_)
            | OriginalError::Gap { .. }
            | OriginalError::Broken { .. }
            | OriginalError::NotShared { .. } => {
                "nothing was imported; let the original make it anew, or name other configurations with --config".to_owned()
            }
            OriginalError::TooWide(_) => {
                format!("its boxes are up to {WIDEST} cells wide")
            }
        };
        Some(hint)
    }

    fn common(&self) -> Option<&kit::Error> {
        None
    }
}
