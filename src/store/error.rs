//! What can be wrong with what is stored.

use std::path::{Path, PathBuf};

use kit::Failure;
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
    /// What any program over a file can meet.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// There can be no such census.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// A database of the original is not as it should be, or stands in the wrong place.
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
        /// How many rows of it there are.
        molecules: u64,
    },
    /// A later stage was asked for before exploration ended.
    #[error(
        "{config} is not wholly explored: {} of {} molecules are stored",
        thousands(*.stored),
        thousands(.config.molecules())
    )]
    NotExplored {
        /// The configuration.
        config: Config,
        /// How many of its molecules are stored.
        stored: u64,
    },
    /// `update-spectrum` was asked for before `init-spectrum`.
    #[error("the spectrums of {0} are not initialised")]
    SpectraNotInitialised(Config),
    /// `update-spectrum` has not been asked for.
    #[error("the spectrums of {0} are not updated")]
    SpectraNotUpdated(Config),
    /// A file of a part of a census is not what it is taken for.
    #[error("{} cannot be used: {what}", path.display())]
    WrongFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Parts of a census do not make up the whole.
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
    /// A census was asked for that has not been taken to its end.
    #[error("there is no finished census of {0}")]
    NoCensus(Config),
    /// What is stored of a census is not what this program writes.
    #[error("the census of {config} in the database is damaged: {what}")]
    DamagedCensus {
        /// The configuration.
        config: Config,
        /// What makes no sense.
        what: String,
    },
}

impl Error {
    /// A file is not what it is taken for.
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
    fn hint(&self) -> Option<String> {
        Some(match self {
            Error::Kit(error) => return error.hint(),
            Error::Census(error) => return error.hint(),
            Error::Original(error) => return error.hint(),
            Error::NotInitialised(config) => {
                format!("`blackbox run --config {config}` does all that is to be done first")
            }
            Error::HasMolecules { config, .. } => {
                format!(
                    "`blackbox explore --config {config}` goes on with them; --force deletes them and starts anew"
                )
            }
            Error::NotExplored { config, .. } => {
                format!("run `blackbox explore --config {config}` first")
            }
            Error::SpectraNotInitialised(config) => {
                format!("run `blackbox init-spectrum --config {config}` first")
            }
            Error::SpectraNotUpdated(config) => {
                format!("run `blackbox update-spectrum --config {config}` first")
            }
            Error::WrongFile { .. } => {
                "it was left as it is; remove it and make it anew, or name others".to_owned()
            }
            Error::WrongParts { .. } => {
                "each part is to be there once, and the answer to be that of all of them".to_owned()
            }
            Error::HasCensus(_) => "--force replaces it, or name another file with --db".to_owned(),
            Error::NoCensus(config) => format!("`blackbox census --config {config}` takes it"),
            Error::DamagedCensus { config, .. } => {
                format!(
                    "nothing was deleted; `blackbox verify --config {config}` tells what is wrong"
                )
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

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Kit(error.into())
    }
}
