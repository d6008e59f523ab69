//! Why a board or an opening gets no answer.

use super::board_text::BoardTextError;
use crate::game::{Config, ConfigError};

/// Why a board or an opening gets no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A text is no board.
    #[error("{name}: {error}")]
    Board {
        /// The file, or what else it comes from.
        name: String,
        /// What is wrong with it.
        error: BoardTextError,
    },
    /// A board has no configuration.
    #[error("{0}")]
    Atoms(ConfigError),
    /// Nothing could have made a board what it is.
    #[error("no molecule of {configs} agrees with the board")]
    Contradiction {
        /// The configurations that were searched.
        configs: String,
        /// What cannot be true at the same time.
        facts: Vec<String>,
    },
    /// More molecules agree with a board than can be found.
    #[error("atoms may be in too many ways in the box to find all of them")]
    TooManyPossibilities,
    /// More molecules agree with a board than can be weighed.
    #[error("{0} molecules agree with the board, too many to weigh the next ray by them")]
    TooManyAgree(u128),
    /// An opening has more molecules than can be played.
    #[error("{config} has {} molecules, too many to play a game for each", .config.molecules())]
    TooManyGames {
        /// The configuration.
        config: Config,
    },
    /// No board is of the kind that is wanted.
    #[error("none of {tries} random boards of {config} is {}", if *.fair { "fair" } else { "hard" })]
    NoneWanted {
        /// The configuration.
        config: Config,
        /// Is a fair board wanted, or a hard one?
        fair: bool,
        /// How many were tried.
        tries: u64,
    },
    /// The first shot has too many ends to be weighed.
    #[error("the first ray into {0} may go too many ways to be weighed")]
    TooManyWays(Config),
}

impl PlayError {
    /// What would mend it, where something does.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            PlayError::Atoms(_) => {
                "--atoms says how many atoms there are, or from how many to how many"
            }
            PlayError::Contradiction { facts, .. } => {
                return match &facts[..] {
                    [] => None,
                    [fact] => Some(format!("this cannot be: {fact}")),
                    facts => Some(format!("these contradict each other: {}", facts.join(", "))),
                };
            }
            PlayError::TooManyPossibilities | PlayError::TooManyAgree(_) => {
                "shoot more rays, or narrow --atoms"
            }
            PlayError::TooManyGames { .. } => {
                "take fewer atoms or a smaller box; --first weighs the first shot alone"
            }
            PlayError::NoneWanted { fair: true, .. } => "take fewer atoms, with --config",
            PlayError::NoneWanted { fair: false, .. } => "take more atoms, with --config",
            PlayError::TooManyWays(_) => "take fewer atoms or a smaller box",
            PlayError::Board { .. } => return None,
        };
        Some(hint.to_owned())
    }
}
