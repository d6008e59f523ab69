//! Whether a path still leads to the file that was opened there.
//!
//! Somebody may move, delete or replace a file while it is open. What is
//! written to it then nobody would find where he looks for it, and the log that
//! is left at the old name would be taken for the log of the file that lies
//! there now: SQLite does not notice that they do not belong together.

use std::path::{Path, PathBuf};

use crate::{Error, Result};

/// A path, and which file it led to.
#[derive(Clone, Debug)]
pub(super) struct Place {
    path: PathBuf,
    identity: Option<(u64, u64)>,
}

impl Place {
    pub(super) fn of(path: &Path) -> Result<Place> {
        let identity = identity(path).map_err(|source| Error::File {
            doing: "read",
            path: path.to_owned(),
            source,
        })?;
        Ok(Place {
            path: path.to_owned(),
            identity,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Is it the same file, where the system tells?
    pub(super) fn is(&self, other: &Place) -> bool {
        self.identity == other.identity
    }

    /// Does the path lead to another file by now, or to none?
    pub(super) fn is_left(&self) -> bool {
        match identity(&self.path) {
            Ok(found) => found != self.identity,
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    }
}

/// What tells files apart, where the system says it.
#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(path)?;
    Ok(Some((found.dev(), found.ino())))
}

/// Other systems do not let an open file be moved.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    std::fs::metadata(path).map(|_| None)
}
