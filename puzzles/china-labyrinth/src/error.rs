//! What can go wrong with labyrinths.

use std::io;
use std::path::PathBuf;

use kit::Failure;

use crate::rules::{Fault, GridFault, Tiles};
use crate::search::{DiagonalFault, NoSuchPlace, RoundError};

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
    /// A form cannot be filled.
    #[error("no compact solution fills the form {form}: {why}")]
    Impossible {
        /// The form's name.
        form: String,
        /// What shows it.
        why: String,
    },
    /// Compact solutions may exist or not.
    #[error("no compact solution was found in {moves} moves")]
    NoneFound {
        /// How many moves were tried.
        moves: u64,
    },
    /// What is stored of an exhaustive search is not what this program writes.
    #[error("the exhaustive search in the database is damaged: {0}")]
    DamagedSearch(String),
    /// A stored solution is not what this program writes.
    #[error("solution {number} in the database is damaged: {what}")]
    DamagedSolution {
        /// Its number.
        number: i64,
        /// What makes no sense.
        what: String,
    },
    /// There is no solution with a number.
    #[error("no solution of the {tiles} has number {number}")]
    NoSolution {
        /// Of what.
        tiles: Tiles,
        /// The number.
        number: u64,
    },
    /// No solution of the kind that was asked for is stored.
    #[error("no solution of the {0} like that is stored")]
    NoneStored(Tiles),
    /// A check that never fails has failed.
    #[error("what was found is no solution: {0}")]
    Wrong(#[from] Fault),
    /// Likewise, of the Octopuszle.
    #[error("what was found is no solution: {0}")]
    WrongGrid(GridFault),
}

impl Error {
    /// The diagonals of this file have no solution.
    pub fn diagonals(path: PathBuf, fault: &DiagonalFault) -> Error {
        Error::Invalid {
            path,
            what: fault.to_string(),
        }
    }
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
            Error::Kit(kit::Error::Unfinished(_)) => {
                "the command that began a search goes on with it"
            }
            Error::Kit(error) => return error.hint(),
            Error::NoneFound { .. } => "--moves allows more, and another --seed begins elsewhere",
            Error::DamagedSolution { .. } => {
                "nothing was deleted; `china-labyrinth verify` tells what else is wrong"
            }
            Error::DamagedSearch(_) => {
                "`china-labyrinth verify` tells what is wrong; another --seed begins a search of its own"
            }
            Error::Wrong(_) | Error::WrongGrid(_) => {
                "this is an error of the program or the machine"
            }
            _ => return None,
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

impl From<RoundError> for Error {
    fn from(error: RoundError) -> Error {
        match error {
            RoundError::Fault(fault) => Error::Wrong(fault),
            RoundError::Cursor(cursor) => cursor.into(),
            RoundError::NoThread(error) => kit::Error::from(error).into(),
        }
    }
}

impl From<NoSuchPlace> for Error {
    fn from(error: NoSuchPlace) -> Error {
        Error::DamagedSearch(error.to_string())
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
