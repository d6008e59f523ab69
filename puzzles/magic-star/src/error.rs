//! What can go wrong with magic stars.

use std::path::PathBuf;

use super::rules::{PartialError, Star};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
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
    /// Another program moved the frontier.
    #[error("another program explores {0} in the same database; this one gives way")]
    Overtaken(Star),
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
    /// A file could not be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: String,
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

impl Failure {
    /// What would mend it, where something does.
    pub fn hint(&self) -> Option<String> {
        match self {
            Failure::NotExplored(star) => Some(format!("run `magic-star explore {star}` first")),
            Failure::Damaged { star, .. } => {
                Some(format!("`magic-star explore {star} --force` begins anew"))
            }
            Failure::TooManyDrawn { .. } => Some("take them range by range".to_owned()),
            _ => None,
        }
    }
}
