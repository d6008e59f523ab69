//! Results to stdout, or to a file that is either whole or as it was.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::error::{Error, Result};
use crate::view::folder::Beside;

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
    to_file(path, write).map_err(|error| match error {
        Error::Output(source) => Error::NotWritten {
            path: path.to_owned(),
            source,
        },
        other => other,
    })
}

fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    // A device or the like takes what it is given; nothing can be put in its
    // place.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let file = OpenOptions::new().write(true).open(path)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let mut beside = Beside::new(path)?;
    let mut out = BufWriter::with_capacity(BUFFER, &beside.file);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    beside.file.sync_all()?;
    Ok(beside.put(path)?)
}
