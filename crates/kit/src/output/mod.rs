//! Results to stdout, or to a file or folder that is either complete or unchanged.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the place that writes files"
)]

mod beside;
mod file;
mod folder;

pub use file::{Output, format_by_name, kept_file};
pub use folder::{NewFolders, make_folder, remove_left_over, write_folder};

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{self, Path};

use serde::Serialize;

use crate::input::refuse_address;

/// Fails if somebody wants to write to an address such as `s3://bucket/x`. Long work asks before it
/// begins.
///
/// # Errors
///
/// [`Error::WrongPlace`](crate::Error::WrongPlace), with the pipe that does it.
pub fn refuse_address_to_write(path: &Path) -> crate::Result<()> {
    refuse_address(path, |scheme, address| {
        let pipe = match scheme {
            "s3" => format!("aws s3 cp - {address}"),
            "gs" => format!("gcloud storage cp - {address}"),
            _ => format!("curl -T - {address}"),
        };
        format!("write to a file or to stdout, and bring it there: `… | {pipe}`")
    })
}

/// Writes results to stdout in one go.
///
/// # Errors
///
/// The error of `write`, or an error if stdout takes no more.
pub fn print<E: From<io::Error>>(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Writes a document on a line of its own.
///
/// # Errors
///
/// If `out` takes no more.
pub fn write_json(out: &mut (impl Write + ?Sized), document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

/// The number of free bytes at the place of a file, even if the file is not there yet. `None` if
/// the system does not say.
pub fn free_space(path: &Path) -> Option<u64> {
    let path = path::absolute(path).ok()?;
    let there = path.ancestors().find(|path| path.exists())?;
    let space = fs4::statvfs(there).ok()?;
    // Virtual file systems, such as /proc, have no size.
    (space.total_space() > 0).then(|| space.available_space())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_yet_has_its_folders_room() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_space(folder.path()) > Some(0));
        assert!(free_space(&folder.path().join("not/there/yet.db")) > Some(0));
    }
}
