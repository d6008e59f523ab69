//! The errors that any program can have, each with a message of one line and a hint.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use crate::Hint;

/// The result of any operation that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a program failed. The message says what is wrong, and [`Error::hint`] what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The arguments are valid for the command line, but not together.
    #[error("{0}")]
    Usage(String),
    /// A file for results that must not be overwritten, cannot be written, or is an address.
    #[error("{what}")]
    WrongPlace {
        /// The file and the reason.
        what: String,
        hint: String,
    },
    /// The work was interrupted: where it stopped, and how to continue.
    #[error("{0}")]
    Stopped(String),
    #[error("not enough threads: {0}")]
    Threads(#[from] watch::NoThread),
    #[error("cannot write {}: {source}", path.display())]
    NotWritten { path: PathBuf, source: io::Error },
    /// Any other error.
    #[error("{what}")]
    Other {
        what: String,
        /// What the user can do; may be empty.
        hint: Hint,
    },
    #[error("cannot write the results: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// What the user can do, if anything.
    pub fn hint(&self) -> Option<Hint> {
        let hint = match self {
            Error::NotWritten { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "check the path, or create the missing folder first"
            }
            Error::NotWritten { .. } => {
                "check the permissions and the free space, or name another place with --output"
            }
            Error::Threads(_) => {
                "use fewer with --threads, if the command has this option, or end other programs"
            }
            Error::WrongPlace { hint, .. } => &hint[..],
            Error::Other { hint, .. } => return Some(hint.clone()),
            Error::Usage(_) | Error::Stopped(_) | Error::Output(_) => return None,
        };
        Some(hint.into())
    }

    /// The exit code of the program: 0 if the reader of the output has closed it, 1 for a failure, 2 for wrong
    /// arguments, 130 for an interruption.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            // The reader of the output, such as `head`, has read enough.
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Error::Usage(_) | Error::WrongPlace { .. } => 2,
            Error::Stopped(_) => 130,
            _ => 1,
        }
    }

    /// An [`Error::Other`] with a hint, which may be empty.
    pub fn other(what: impl Into<String>, hint: impl Into<Hint>) -> Error {
        let (what, hint) = (what.into(), hint.into());
        Error::Other { what, hint }
    }

    pub fn wrong_place(what: impl Into<String>, hint: impl Into<String>) -> Error {
        let (what, hint) = (what.into(), hint.into());
        Error::WrongPlace { what, hint }
    }

    /// A file that the program cannot use; `doing` says what it tried, as a verb phrase.
    pub fn file(doing: &str, path: &Path, source: io::Error) -> Error {
        let what = format!("cannot {doing} {}: {source}", path.display());
        Error::other(what, "check the permissions, or name another file")
    }

    pub fn not_written(path: &Path, source: io::Error) -> Error {
        let path = path.to_owned();
        Error::NotWritten { path, source }
    }

    /// A file or another source that cannot be read. All programs report a missing file in the same words.
    pub fn unreadable(name: impl Display, source: io::Error) -> Error {
        match source.kind() {
            io::ErrorKind::NotFound => {
                Error::other(format!("there is no file {name}"), "check the path")
            }
            _ => Error::other(format!("cannot read {name}: {source}"), ""),
        }
    }
}
