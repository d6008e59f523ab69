//! What can go wrong with magic stars.

use std::io;
use std::path::PathBuf;

use kit::Failure;

use crate::rules::{PartialError, Star};

/// The result of what can fail with this puzzle.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What any program over a file can meet.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// The star is to be explored first.
    #[error("{0} is not explored")]
    NotExplored(Star),
    /// The star has not so many solutions.
    #[error("{star} has no solution {number}, its last one is {solutions}")]
    NoSolution {
        /// The star.
        star: Star,
        /// What was asked for.
        number: u64,
        /// How many there are.
        solutions: u64,
    },
    /// The star has no solutions at all.
    #[error("{0} has no solutions")]
    NoSolutions(Star),
    /// What is stored is not what this program writes.
    #[error("what is stored of {star} is damaged: {what}")]
    Damaged {
        /// The star.
        star: Star,
        /// What makes no sense.
        what: String,
    },
    /// A file holds no partly filled star.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: PartialError,
    },
    /// A file that cannot be one that somebody wrote by hand.
    #[error("{} is too long for a partly filled star", .0.display())]
    LongFile(PathBuf),
    /// A picture of that many stars would be of no use.
    #[error("{wanted} stars are too many for one picture, which takes {most}")]
    TooManyDrawn {
        /// How many were asked for.
        wanted: u64,
        /// How many there can be.
        most: u64,
    },
}

impl Error {
    /// Another program explores the star.
    pub(crate) fn overtaken(star: Star) -> Error {
        kit::Error::Overtaken(format!("explores {star} in the same database")).into()
    }
}

impl Failure for Error {
    fn hint(&self) -> Option<String> {
        match self {
            Error::Kit(kit::Error::NoDatabase(_)) => {
                Some("`magic-star explore` creates it; --db names another one".to_owned())
            }
            Error::Kit(kit::Error::Unsound { .. }) => Some(
                "keep a copy of the file; `magic-star explore` with the star and --force begins anew"
                    .to_owned(),
            ),
            Error::Kit(kit::Error::Unfinished(_)) => {
                Some("`magic-star explore` with the star goes on".to_owned())
            }
            Error::Kit(error) => error.hint(),
            Error::NotExplored(star) => Some(format!("run `magic-star explore {star}` first")),
            Error::Damaged { star, .. } => {
                Some(format!(
                "nothing was deleted; `magic-star verify {star}` tells what is wrong"
            ))
            }
            Error::TooManyDrawn { .. } => Some("take them range by range".to_owned()),
            _ => None,
        }
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

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Kit(error.into())
    }
}
