//! What can keep the page from being built.

use std::path::PathBuf;

use kit::Failure;

/// The result of building.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the page could not be built.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// What any program can meet.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// The database has no whole groups.
    #[error(transparent)]
    Blackbox(#[from] blackbox::Error),
    /// A part of the page's source is not as it must be.
    #[error("{}: {problem}", .file.display())]
    Source {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no standard library for the engine.
    #[error("the target wasm32-unknown-unknown is not installed")]
    NoTarget,
    /// There is no bundler, and npm does not fetch it.
    #[error("esbuild is not installed, and `npm ci` does not work in apps/web")]
    NoBundler,
    /// A program that the build runs failed.
    #[error("the site was not built: {0}")]
    Build(String),
}

impl Failure for Error {
    fn hint(&self) -> Option<kit::Hint> {
        match self {
            Error::Kit(error) => error.hint(),
            Error::Blackbox(error) => error.hint(),
            Error::NoTarget => Some("run `rustup target add wasm32-unknown-unknown` first".into()),
            Error::NoBundler => Some("install Node.js 18 or later, which has npm".into()),
            Error::Source { .. } | Error::Build(_) => None,
        }
    }

    fn common(&self) -> Option<&kit::Error> {
        match self {
            Error::Kit(error) => Some(error),
            Error::Blackbox(error) => error.common(),
            _ => None,
        }
    }
}

impl From<blackbox::store::Error> for Error {
    fn from(error: blackbox::store::Error) -> Error {
        Error::Blackbox(error.into())
    }
}
