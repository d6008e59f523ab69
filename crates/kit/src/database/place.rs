//! Whether a path still leads to the file that was opened there.
//!
//! Somebody may move, delete or replace a file while it is open. Then nobody would find what is
//! written to it under its name. SQLite would take the log at the old name for the log of a new
//! file there: it does not notice that they do not belong together.

use std::path::{Path, PathBuf};

use crate::{Error, Result};

/// A path, and the file that it led to.
#[derive(Clone, Debug)]
pub(super) struct OpenedFile {
    path: PathBuf,
    identity: Option<(u64, u64)>,
}

impl OpenedFile {
    pub(super) fn of(path: &Path) -> Result<OpenedFile> {
        let identity = identity(path).map_err(|source| Error::file("read", path, source))?;
        Ok(OpenedFile {
            path: path.to_owned(),
            identity,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Is it the same file, if the system can say?
    pub(super) fn is(&self, other: &OpenedFile) -> bool {
        self.identity == other.identity
    }

    /// Does the path now lead to another file, or to no file?
    pub(super) fn is_left(&self) -> bool {
        match identity(&self.path) {
            Ok(found) => found != self.identity,
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    }
}

/// The identity of a file, if the system has one.
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
