//! The errors of Black Box's programs.

use std::io;

use kit::{Command, Failure, Hint};

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
    /// A strategy or a law is wrong.
    #[error("{name}: {what}")]
    Wrong {
        /// The file, or the configuration of a strategy that was found here.
        name: String,
        /// What is wrong with it.
        what: String,
        /// The command that writes such a file.
        command: &'static str,
    },
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
    fn hint(&self) -> Option<Hint> {
        let hint = match self {
            Error::Kit(kit::Error::NoDatabase(_)) => {
                Hint::run(Command::new("explore")).and(" creates it; --db names another one")
            }
            Error::Kit(kit::Error::Unsound { of, failed, .. }) => unsound(of, failed),
            Error::Kit(error @ kit::Error::Unfinished(of)) => match of.parse::<Config>() {
                Ok(config) => Hint::run(Command::new("run").config(config))
                    .and(" continues with the molecules, ")
                    .and_run(Command::new("census").config(config))
                    .and(" with a census"),
                Err(_) => return error.hint(),
            },
            Error::Kit(error) => return error.hint(),
            Error::Store(error) => return error.hint(),
            Error::Census(error) => return error.hint().map(Hint::from),
            Error::Play(error) => return error.hint().map(Hint::from),
            Error::Wrong { command, .. } => {
                Hint::run(Command::new(command)).and(" with --out writes one")
            }
            Error::TooMuch { census: None, .. } => {
                "take fewer atoms or a smaller box; --insist begins anyway".into()
            }
            Error::TooMuch {
                census: Some(config),
                ..
            } => Hint::run(Command::new("census").config(config)).and(
                " counts how ambiguous it is without one row per molecule; --insist begins anyway",
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
fn unsound(verified: &str, failed: &[&str]) -> Hint {
    let in_the_file = ["file", "schema", "indexes", "strays", "names"];
    let keep = Hint::from("keep a copy of the file; ");
    match verified.parse::<Config>() {
        _ if failed.iter().all(|check| in_the_file.contains(check)) => {
            "go back to a copy of the file, or name another one with --db".into()
        }
        Ok(config) if failed.iter().all(|check| *check == "census") => keep
            .and_run(Command::new("census").config(config).argument("--force"))
            .and(" takes the census again"),
        Ok(config) => keep
            .and_run(Command::new("init").config(config).argument("--force"))
            .and(" starts the configuration again"),
        Err(_) => keep
            .and_run(Command::new("verify"))
            .and(" with the --config of one of them says how to start it again"),
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
