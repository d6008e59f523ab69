//! The errors of Black Box's programs.

use std::io;

use kit::Failure;

use crate::census::CensusError;
use crate::game::Config;
use crate::play::PlayError;
use crate::store;

/// The result of the stages and of the rooms below them.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a program could not do its work. The message says what is wrong, and
/// [`Failure::hint`] says what helps.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of any program over a file.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// The tables cannot be read or written as asked.
    #[error(transparent)]
    Store(store::Error),
    /// A census cannot be taken, or went wrong.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// A board or an opening gets no answer.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The work would be so long that nobody can want it.
    #[error("{what}")]
    TooMuch {
        /// What it costs.
        what: String,
        /// The configuration, if a census could do instead.
        census: Option<Config>,
    },
    /// The configuration has no such molecule, or it is not stored yet.
    #[error("{0}")]
    NotFound(String),
}

impl Failure for Error {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::Kit(kit::Error::NoDatabase(_)) => {
                "`blackbox run` or `blackbox init` creates it; --db names another one".to_owned()
            }
            Error::Kit(kit::Error::Unsound { of, failed, .. }) => unsound(of, failed),
            Error::Kit(error @ kit::Error::Unfinished(of)) => match of.parse::<Config>() {
                Ok(config) => format!(
                    "`blackbox run --config {config}` continues with the molecules, `blackbox census --config {config}` with a census"
                ),
                Err(_) => return error.hint(),
            },
            Error::Kit(error) => return error.hint(),
            Error::Store(error) => return error.hint(),
            Error::Census(error) => return error.hint(),
            Error::Play(error) => return error.hint(),
            Error::TooMuch { census: None, .. } => {
                "take fewer atoms or a smaller box; --insist begins anyway".to_owned()
            }
            Error::TooMuch {
                census: Some(config),
                ..
            } => format!(
                "`blackbox census --config {config}` counts how ambiguous it is without one row per molecule; --insist begins anyway"
            ),
            Error::NotFound(_) => return None,
        };
        Some(hint)
    }

    fn common(&self) -> Option<&kit::Error> {
        match self {
            Error::Kit(error) => Some(error),
            _ => None,
        }
    }
}

/// What repairs what was verified, if these checks failed.
fn unsound(verified: &str, failed: &[&str]) -> String {
    let in_the_file = ["file", "schema", "indexes", "strays", "names"];
    let config = verified.parse::<Config>();
    match config {
        _ if failed.iter().all(|check| in_the_file.contains(check)) => {
            "go back to a copy of the file, or name another one with --db".to_owned()
        }
        Ok(config) if failed.iter().all(|check| *check == "census") => format!(
            "keep a copy of the file; `blackbox census --config {config} --force` takes the census again"
        ),
        Ok(config) => format!(
            "keep a copy of the file; `blackbox init --config {config} --force` starts the configuration again"
        ),
        Err(_) => {
            "keep a copy of the file; `verify` with the --config of one of them says how to start it again"
                .to_owned()
        }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Error {
        match error {
            store::Error::Kit(error) => Error::Kit(error),
            store::Error::Census(error) => Error::Census(error),
            other => Error::Store(other),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Kit(error.into())
    }
}
