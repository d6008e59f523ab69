//! What can go wrong with this puzzle.

use std::io;

use kit::Failure;

use crate::count::Ways;
use crate::rules::Board;

/// The result of what can fail with this puzzle.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Why there is no answer. The message says what is wrong,
/// [`Error::hint`] what would be right.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What any program over a file can meet.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// There is no tour, or no circular one if that is wanted, and why.
    #[error("{0} has no {tour}: {2}", tour = if *.1 { "circular tour" } else { "tour" })]
    NoTour(Board, bool, &'static str),
    /// Nobody lives to see that number.
    #[error("{0} is too big to count its {tours}: {most} cells are the most", tours = .1.tours(), most = .1.most_cells())]
    TooBigToCount(Board, Ways),
    /// What is stored of a count cannot be.
    #[error("the count of {0} in the database is damaged")]
    DamagedCount(Board),
    /// A text is no filled grid, or that is no tour.
    #[error("{name}: {what}")]
    NotATour {
        /// The file, or what else it is.
        name: String,
        /// What is wrong, and where.
        what: String,
    },
}

impl Failure for Error {
    fn hint(&self) -> Option<String> {
        let of_counts = |check: &&str| ["counts", "both"].contains(check);
        let hint = match self {
            Error::Kit(kit::Error::Unsound { failed, .. }) if failed.iter().all(of_counts) => {
                "keep a copy of the file; `pen-and-paper count --force` counts a grid anew"
            }
            Error::Kit(kit::Error::Unfinished(_)) => "`pen-and-paper count` goes on with a grid",
            Error::Kit(error) => return error.hint(),
            Error::DamagedCount(_) => {
                "nothing was deleted; `pen-and-paper verify` tells what is wrong"
            }
            Error::TooBigToCount(_, Ways::Open) => {
                "take fewer rows or columns, or count the circular ones alone with --circular"
            }
            Error::TooBigToCount(..) => "take fewer rows or columns",
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
