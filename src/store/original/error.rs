//! The errors of databases of the original.

use std::path::PathBuf;

use kit::{Command, Failure, Hint};
use tables::DEFAULT_DATABASE;
use view::words::{counted, thousands};

use super::WIDEST;
use crate::game::Config;

/// Why a database of the original cannot be opened, brought in or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OriginalError {
    /// It is in the place of one of our databases.
    #[error("{} is a database of the original, the programs in Raku", .0.display())]
    IsOriginal(PathBuf),
    /// The file is something else.
    #[error("{0} is not a database of the original")]
    NotOriginal(String),
    /// A line is not one of its documents.
    #[error("line {line} of {name} is not a document of the original")]
    NotADocument {
        /// The file.
        name: String,
        /// From 1.
        line: u64,
    },
    /// It has no configuration.
    #[error("{0} has no configuration")]
    Nothing(String),
    /// It does not have the wanted configuration.
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
        /// The number of its rows.
        molecules: u64,
    },
    /// A row says something wrong.
    #[error("{row}: {column} is {found}, not {expected}")]
    Wrong {
        /// The row, with its configuration.
        row: String,
        /// The column.
        column: &'static str,
        /// What is there.
        found: String,
        /// What should be there.
        expected: String,
    },
    /// A row is there twice.
    #[error("{0} is there twice")]
    Twice(String),
    /// A configuration has rows but is not in Configurations.
    #[error("{0} is not among the configurations, but has rows")]
    NoConfiguration(Config),
    /// The walk has passed this molecule, but left it out.
    #[error("{config}, molecule {number} is missing, but molecule {last} is there")]
    Gap {
        /// The configuration.
        config: Config,
        /// The molecule.
        number: u64,
        /// The highest number.
        last: u64,
    },
    /// A group is not complete, and the walk has passed it or has not reached it.
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
        /// The number of rows.
        rows: u64,
        /// The right number of rows.
        size: u64,
    },
    /// A spectrum is not ambiguous, but has a row.
    #[error("{config}, spectrum {spectrum}: no two molecules share it")]
    NotShared {
        /// The configuration.
        config: Config,
        /// The spectrum.
        spectrum: String,
    },
    /// The original cannot work with it.
    #[error("the box of {0} is too wide for the original")]
    TooWide(Config),
}

impl Failure for OriginalError {
    fn hint(&self) -> Option<Hint> {
        let hint = match self {
            OriginalError::IsOriginal(path) => {
                let into = match path.ends_with(DEFAULT_DATABASE) {
                    true => "data/imported.db",
                    false => DEFAULT_DATABASE,
                };
                let import = Command::new("import").argument(path.display()).option("--db", into);
                return Some(
                    Hint::run(import)
                        .and(" brings its configurations into a database of these programs"),
                );
            }
            OriginalError::NotOriginal(_) | OriginalError::NotADocument { .. } => {
                "give an SQLite database of the original, or its MongoDB documents as `mongoexport` prints them".to_owned()
            }
            OriginalError::Nothing(_) | OriginalError::NoConfiguration(_) => {
                "from MongoDB, give all three collections in one input: Configurations, Molecules, Spectrums".to_owned()
            }
            OriginalError::Lacks { .. } => {
                "leave out --config to import everything".to_owned()
            }
            OriginalError::Present { config, .. } => {
                return Some(
                    Hint::run(Command::new("run").config(config))
                        .and(" continues with them; --force deletes them and imports the others"),
                );
            }
            OriginalError::Wrong { .. }
            | OriginalError::Twice(_)
            | OriginalError::Gap { .. }
            | OriginalError::Broken { .. }
            | OriginalError::NotShared { .. } => {
                "nothing was imported; make it again with the original, or name other configurations with --config".to_owned()
            }
            OriginalError::TooWide(_) => {
                format!("its boxes are up to {WIDEST} cells wide")
            }
        };
        Some(hint.into())
    }

    fn common(&self) -> Option<&kit::Error> {
        None
    }
}
