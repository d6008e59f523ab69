//! Results to stdout, or to a file that is either whole or as it was.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::error::{Error, Result};
use crate::stop::Stop;
use crate::view::folder::Beside;

const BUFFER: usize = 1 << 18;

/// Writes results to a file, or to stdout if there is none, unless somebody
/// asks to stop: a big grid takes seconds.
pub(super) fn write(
    path: Option<&Path>,
    stop: &Stop,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let written = match path {
        None => buffered(io::stdout().lock(), stop, write),
        Some(path) => to_file(path, stop, write),
    };
    written.map_err(|error| match (error, path) {
        (Error::Output(_), _) if stop.asked() => Error::Stopped("stopped while writing".to_owned()),
        (Error::Output(source), Some(path)) => Error::NotWritten {
            path: path.to_owned(),
            source,
        },
        (other, _) => other,
    })
}

fn to_file(
    path: &Path,
    stop: &Stop,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    // A device or the like takes what it is given; nothing can be put in its
    // place.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let device = OpenOptions::new().write(true).open(path)?;
        return buffered(device, stop, write);
    }
    let mut beside = Beside::new(path)?;
    buffered(&beside.file, stop, write)?;
    beside.file.sync_all()?;
    Ok(beside.put(path)?)
}

fn buffered(
    out: impl Write,
    stop: &Stop,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, Stoppable { out, stop });
    write(&mut out)?;
    Ok(out.flush()?)
}

/// A writer that fails as soon as somebody asks to stop.
struct Stoppable<'a, W> {
    out: W,
    stop: &'a Stop,
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.asked() {
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let stop = Stop::default();
        let line = |out: &mut dyn Write| Ok(writeln!(out, "whole")?);
        write(Some(&path), &stop, line).unwrap();
        let failed = write(Some(&path), &stop, |out| {
            out.write_all(b"half")?;
            Err(Error::Output(io::Error::other("full")))
        });
        assert!(matches!(failed, Err(Error::NotWritten { .. })));
        let stopped = write(Some(&path), &stop, |out| {
            out.write_all(b"half")?;
            stop.ask();
            Ok(())
        });
        assert!(matches!(stopped, Err(Error::Stopped(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
