//! The errors of the tables.

use std::path::{Path, PathBuf};

use kit::{Command, Failure, Hint};
use view::words::{counted, thousands};

use super::original::OriginalError;
use crate::census::CensusError;
use crate::game::Config;

/// The result of reading or writing the tables.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the tables cannot be read or written as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of any program over a file.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// The census is not possible, or wrong.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// A database of the original is wrong, or in the wrong place.
    #[error(transparent)]
    Original(#[from] OriginalError),
    /// The configuration has no row.
    #[error("{0} is not initialised")]
    NotInitialised(Config),
    /// `init` would have to delete molecules.
    #[error("{config} has {} stored already", counted(*.molecules, "molecule", "molecules"))]
    HasMolecules {
        /// The configuration.
        config: Config,
        /// The number of its rows.
        molecules: u64,
    },
    /// A later stage was asked for before exploration ended.
    #[error(
        "{config} is not completely explored: {} of {} molecules are stored",
        thousands(*.stored),
        thousands(.config.molecules())
    )]
    NotExplored {
        /// The configuration.
        config: Config,
        /// The number of its stored molecules.
        stored: u64,
    },
    /// `init-spectrum` has not run.
    #[error("the spectrums of {0} are not initialised")]
    SpectraNotInitialised(Config),
    /// `update-spectrum` has not run.
    #[error("the spectrums of {0} are not updated")]
    SpectraNotUpdated(Config),
    /// A file is not the expected part of a census.
    #[error("{} cannot be used: {what}", path.display())]
    WrongFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Parts of a census do not add up to the whole.
    #[error("these are not the parts of a census of {config}: {what}")]
    WrongParts {
        /// The configuration.
        config: Config,
        /// What is missing or too much.
        what: String,
    },
    /// A census is stored already.
    #[error("there is a census of {0} already")]
    HasCensus(Config),
    /// The census is not finished.
    #[error("there is no finished census of {0}")]
    NoCensus(Config),
    /// The stored census is not what this program writes.
    #[error("the census of {config} in the database is damaged: {what}")]
    DamagedCensus {
        /// The configuration.
        config: Config,
        /// What makes no sense.
        what: String,
    },
}

impl Error {
    /// [`Error::WrongFile`].
    pub(crate) fn wrong_file(path: &Path, what: &str) -> Error {
        Error::WrongFile {
            path: path.to_owned(),
            what: what.to_owned(),
        }
    }

    /// Another program explores the configuration.
    pub(crate) fn overtaken(config: Config) -> Error {
        let doing = format!("explores {config} in the same database");
        kit::Error::Overtaken(doing).into()
    }

    /// Another program takes the census of the configuration.
    pub(crate) fn census_overtaken(config: Config) -> Error {
        let doing = format!("takes the census of {config} into the same database");
        kit::Error::Overtaken(doing).into()
    }
}

impl Failure for Error {
    fn hint(&self) -> Option<Hint> {
        Some(match self {
            Error::Kit(error) => return error.hint(),
            Error::Census(error) => return error.hint().map(Hint::from),
            Error::Original(error) => return error.hint(),
            Error::NotInitialised(config) => first("explore", *config),
            Error::HasMolecules { config, .. } => Hint::run(Command::new("explore").config(config))
                .and(" continues with them; --force deletes them and starts again"),
            Error::NotExplored { config, .. } => first("explore", *config),
            Error::SpectraNotInitialised(config) => first("init-spectrum", *config),
            Error::SpectraNotUpdated(config) => first("update-spectrum", *config),
            Error::WrongFile { .. } => {
                "it was not changed; remove it and make it again, or name other files".into()
            }
            Error::WrongParts { .. } => {
                "give each part once, and the answer for all of them".into()
            }
            Error::HasCensus(_) => "--force replaces it, or name another file with --db".into(),
            Error::NoCensus(config) => {
                Hint::run(Command::new("census").config(config)).and(" takes it")
            }
            Error::DamagedCensus { config, .. } => {
                let verify = Command::new("verify").config(config);
                Hint::from("nothing was deleted; ")
                    .and_run(verify)
                    .and(" tells what is wrong")
            }
        })
    }

    fn common(&self) -> Option<&kit::Error> {
        match self {
            Error::Kit(error) => Some(error),
            _ => None,
        }
    }
}

/// A command that comes first.
fn first(command: &'static str, config: Config) -> Hint {
    Hint::from("run ")
        .and_run(Command::new(command).config(config))
        .and(" first")
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Kit(error.into())
    }
}
