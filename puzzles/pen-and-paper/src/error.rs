//! What can go wrong with this puzzle.

use std::path::PathBuf;

use super::rules::Board;

/// Why there is no answer. The message says what is wrong,
/// [`Failure::hint`] what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
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
    /// Results could not be written.
    #[error("cannot write {}: {what}", path.display())]
    NotWritten {
        /// The option that named the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// A text is no filled grid.
    #[error("{name}: {what}")]
    Unreadable {
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

impl Failure {
    /// What would mend it, where something does.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Failure::Limit { .. } => {
                "allow more steps with --limit, or take another --method or --seed"
            }
            Failure::Wrong { .. } => "this is an error of the program or the machine",
            Failure::NoBlocks(_) => "take another --method",
            Failure::DamagedCount(_) => "--force counts anew",
            Failure::TooBigToCount { .. } => "take fewer rows or columns",
            Failure::NotWritten { option, .. } => {
                return Some(format!(
                    "check the permissions and the room left, or name another place with {option}"
                ));
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
