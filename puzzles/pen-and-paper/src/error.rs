//! What can go wrong with this puzzle.

use std::io;

use kit::Failure;

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
    /// There is no such tour, since the grid falls apart.
    #[error("{board} has no {}: jumps do not lead from every cell to every other one", tour(*.circular))]
    Apart {
        /// The grid.
        board: Board,
        /// Was a circular tour wanted?
        circular: bool,
    },
    /// There is no such tour, since all ways have been looked at.
    #[error("{board} has no {}{}: all ways have been looked at", tour(*.circular), if *.start { " that begins there" } else { "" })]
    Exhausted {
        /// The grid.
        board: Board,
        /// Was a circular tour wanted?
        circular: bool,
        /// Was it wanted from a certain cell on?
        start: bool,
    },
    /// Blocks were wanted where none fit.
    #[error("{0} cannot be filled by blocks, since it has no circular tour")]
    NoBlocks(Board),
    /// The limit was too low, or luck not good enough.
    #[error("no {} of {board} was found in {steps} steps", tour(*.circular))]
    Limit {
        /// The grid.
        board: Board,
        /// Was a circular tour wanted?
        circular: bool,
        /// How many steps were taken.
        steps: u64,
    },
    /// What a search has found is not what it was to find.
    #[error("what {method} found of {board} with seed {seed} is no {}", tour(*.circular))]
    Wrong {
        /// The name of the method.
        method: &'static str,
        /// The grid.
        board: Board,
        /// Was a circular tour wanted?
        circular: bool,
        /// Of the random numbers of that search.
        seed: u64,
    },
    /// The grid does not fit the memory.
    #[error("there is not enough memory for a grid of {0}")]
    Memory(Board),
    /// Nobody lives to see that number.
    #[error("{board} is too big to be counted: {most} cells are the most")]
    TooBigToCount {
        /// The grid.
        board: Board,
        /// How many cells a grid may have.
        most: usize,
    },
    /// What is stored of a count cannot be.
    #[error("the count of {0} in the database is damaged")]
    DamagedCount(Board),
    /// A text is no filled grid.
    #[error("{name}: {what}")]
    NoGrid {
        /// The file, or what else it is.
        name: String,
        /// What is wrong, and where.
        what: String,
    },
    /// A filled grid is no tour.
    #[error("{0} is not a tour")]
    NotATour(String),
}

fn tour(circular: bool) -> &'static str {
    if circular { "circular tour" } else { "tour" }
}

impl Failure for Error {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::Kit(kit::Error::Unsound { failed, .. })
                if failed
                    .iter()
                    .all(|check| ["counts", "both"].contains(check)) =>
            {
                "keep a copy of the file; `pen-and-paper count --force` counts a grid anew"
            }
            Error::Kit(kit::Error::Unfinished(_)) => "`pen-and-paper count` goes on with a grid",
            Error::Kit(error) => return error.hint(),
            Error::Limit { .. } => {
                "allow more steps with --limit, or take another --method or --seed"
            }
            Error::Wrong { .. } => "this is an error of the program or the machine",
            Error::NoBlocks(_) => "take another --method",
            Error::DamagedCount(_) => {
                "nothing was deleted; `pen-and-paper verify` tells what is wrong"
            }
            Error::TooBigToCount { .. } => "take fewer rows or columns",
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
