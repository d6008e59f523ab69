//! Results to stdout, or to a file that is either whole or as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::super::failure::Failure;
use crate::error::{Error, Result};

const BUFFER: usize = 1 << 18;

/// Writes results to a file, or to stdout if there is none.
pub(super) fn write(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let Some(path) = path else {
        let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        let written = write(&mut out);
        out.flush()?;
        return written;
    };
    let not_written = |source: &dyn std::error::Error| {
        Error::from(Failure::NotWritten {
            path: path.to_owned(),
            what: source.to_string(),
        })
    };
    // A device or the like takes what it is given; nothing can be put in its
    // place.
    let special = fs::metadata(path).is_ok_and(|found| !found.is_file());
    let beside = (!special)
        .then(|| Beside::new(path))
        .transpose()
        .map_err(|error| not_written(&error))?;
    let file = match &beside {
        Some(beside) => beside.file.try_clone(),
        None => OpenOptions::new().write(true).open(path),
    };
    let file = file.map_err(|error| not_written(&error))?;
    let mut out = BufWriter::with_capacity(BUFFER, file);
    write(&mut out).map_err(|error| match error {
        Error::Output(source) => not_written(&source),
        other => other,
    })?;
    out.flush().map_err(|error| not_written(&error))?;
    beside
        .map_or(Ok(()), |beside| beside.put(path))
        .map_err(|error| not_written(&error))
}

/// A file beside the one that it will replace; if it does not come to that, it
/// vanishes.
struct Beside {
    path: PathBuf,
    file: File,
}

impl Beside {
    fn new(place: &Path) -> io::Result<Beside> {
        let name = place
            .file_name()
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}", std::process::id()));
        let path = place.with_file_name(hidden);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        Ok(Beside { path, file })
    }

    fn put(self, place: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, place)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // When it has been put in its place there is nothing here to remove.
        let _ = fs::remove_file(&self.path);
    }
}
