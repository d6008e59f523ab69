//! What can go wrong with labyrinths.

use std::io;
use std::path::PathBuf;

use super::rules::{Fault, GridFault};
use super::search::{DiagonalFault, NoSuchPlace, RoundError};

/// Why the program could not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
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
    NotFound {
        /// How many moves were tried.
        moves: u64,
    },
    /// Another program has gone on with an exhaustive search.
    #[error("another program goes on with this search in the same database; this one gives way")]
    Overtaken,
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
    /// Nothing has been stored yet.
    #[error("there is no database {}", .0.display())]
    NoDatabase(PathBuf),
    /// A check that never fails has failed.
    #[error("what was found is no solution: {0}")]
    Wrong(#[from] Fault),
    /// Likewise, of the Octopuszle.
    #[error("what was found is no solution: {0}")]
    WrongGrid(GridFault),
}

impl Failure {
    /// The diagonals of this file have no solution.
    pub fn diagonals(path: PathBuf, fault: &DiagonalFault) -> Failure {
        Failure::Invalid {
            path,
            what: fault.to_string(),
        }
    }

    /// What would mend it, where something does.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Failure::NotFound { .. } => "--moves allows more, and another --seed begins elsewhere",
            Failure::NoDatabase(_) => "`china-labyrinth search` creates it; --db names another one",
            Failure::DamagedSolution { .. } => {
                "sqlite3 can delete it from LabyrinthSolutions; --db names another database"
            }
            Failure::DamagedSearch(_) => "another --seed begins a search of its own",
            Failure::Wrong(_) | Failure::WrongGrid(_) => {
                "this is an error of the program or the machine"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

impl From<RoundError> for Failure {
    fn from(error: RoundError) -> Failure {
        match error {
            RoundError::Fault(fault) => Failure::Wrong(fault),
            RoundError::Cursor(cursor) => cursor.into(),
        }
    }
}

impl From<NoSuchPlace> for Failure {
    fn from(error: NoSuchPlace) -> Failure {
        Failure::DamagedSearch(error.to_string())
    }
}
