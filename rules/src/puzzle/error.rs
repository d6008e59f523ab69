//! Why a board cannot be decoded, or why a game cannot begin.

use itertools::Itertools;

use crate::words::{counted, thousands};

use super::evidence::NoteError;
use super::game::RandomGameError;
use super::text::BoardTextError;
use super::variant::Variant;
use crate::board::{Config, ConfigError, WrongBox};

/// Why a board cannot be decoded, or why a game cannot begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A text is not a board.
    #[error("{name}: {error}")]
    Board {
        /// The file, or another source, from which the text comes.
        name: String,
        /// The fault.
        error: BoardTextError,
    },
    /// A board has no configuration.
    #[error("{0}")]
    Atoms(ConfigError),
    /// A position or a cell belongs to a box of another size.
    #[error(transparent)]
    WrongBox(#[from] WrongBox),
    /// A ray contradicts an earlier one.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// No molecule agrees with a board.
    #[error("no molecule of {configs} agrees with the board")]
    Contradiction {
        /// The configurations that were searched.
        configs: String,
        /// The facts that cannot be true at the same time.
        facts: Vec<String>,
        /// Other rules by which some molecules agree, with a configuration and the number of these molecules.
        variants: Vec<(Variant, Config, u64)>,
    },
    /// Too many molecules may agree with the board to find them all.
    #[error("the box can hold the atoms in too many ways to find all of them")]
    TooManyPossibilities,
    /// The next ray cannot be weighed, because too many molecules agree with the board.
    #[error("{count} molecules agree with the board, too many to choose the next ray", count = thousands(*.0))]
    TooManyAgree(u128),
    /// A random game cannot begin.
    #[error(transparent)]
    RandomGame(#[from] RandomGameError),
    /// A first ray has too many possible paths to weigh.
    #[error("the first ray into {0} has too many possible paths")]
    TooManyWays(Config),
}

impl PlayError {
    /// The facts of a contradiction that cannot be true at the same time.
    pub fn facts(&self) -> Option<String> {
        match self {
            PlayError::Contradiction { facts, .. } => match &facts[..] {
                [] => None,
                [fact] => Some(format!("{fact} is impossible")),
                facts => Some(format!(
                    "these facts contradict each other: {}",
                    facts.join("; ")
                )),
            },
            _ => None,
        }
    }

    /// The facts, and the rules of other programs that would explain the board, if this is a contradiction.
    pub fn hint(&self) -> Option<String> {
        let PlayError::Contradiction { variants, .. } = self else {
            return None;
        };
        let variants = variants.chunk_by(|one, other| one.0 == other.0);
        let variants = variants.map(|found| {
            let agree = found.iter().map(|(_, config, count)| {
                format!("{} of {config}", counted(*count, "molecule", "molecules"))
            });
            let (variant, agree) = (found[0].0, agree.format(", "));
            format!(". In programs where {variant} has priority over a hit, the board agrees with {agree}")
        });
        Some(self.facts()? + &variants.collect::<String>())
    }
}
