//! What can go wrong with labyrinths.

use std::io;
use std::path::PathBuf;

use kit::Failure;

use crate::rules::Fault;

/// The result of what can fail with this puzzle.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the program could not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What any program over a file can meet.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// What a file says is not so.
    #[error("{}: {what}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// No solution of the kind that was asked for is stored.
    #[error("no solution of the hexagons like that is stored")]
    NoneStored,
    /// There are too many to be counted.
    #[error("nobody can count the solutions of the hexagons: that takes some 10^24 steps")]
    Countless,
    /// A check that never fails has failed.
    #[error("what was found is no solution: {0}")]
    Wrong(#[from] Fault),
}

impl Failure for Error {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::Kit(kit::Error::NoDatabase(_)) => {
                "`china-labyrinth search` creates it; --db names another one"
            }
            Error::Kit(kit::Error::Unsound { .. }) => {
                "keep a copy of the file; --db names another one, and what was found can be found again"
            }
            Error::Kit(error) => return error.hint(),
            Error::Countless => {
                "`china-labyrinth estimate` tells how many there are; --squares counts those of the squares"
            }
            Error::Wrong(_) => "this is an error of the program or the machine",
            Error::Invalid { .. } | Error::NoneStored => return None,
        };
        Some(hint.to_owned())
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
