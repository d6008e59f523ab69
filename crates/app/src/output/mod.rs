//! Writes results to stdout, or to a file or folder that is either complete or unchanged.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the place that writes files"
)]

mod beside;
mod file;

pub use file::{Output, format_by_name, is_stdout, kept_file};

use std::fs;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{self, Path, PathBuf};

use serde::Serialize;

use crate::input::beginning;
use crate::terminal::printable;
use crate::{Error, Result};

/// The first bytes of every SQLite database, which results never replace.
pub const MAGIC: &[u8] = b"SQLite format 3\0";

/// The path of a file that SQLite keeps beside a database.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Writes results to stdout, and flushes it. On a terminal, control characters are escaped.
pub fn print<E: From<io::Error>>(
    write: impl FnOnce(&mut BufWriter<Stdout>) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::new(Stdout {
        stdout: io::stdout().lock(),
        line: Vec::new(),
    });
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Stdout as [`print()`] writes to it: a terminal receives whole lines, because a buffer can end within a character.
pub struct Stdout {
    stdout: StdoutLock<'static>,
    line: Vec<u8>,
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.stdout.is_terminal() {
            return self.stdout.write(bytes);
        }
        let lines = bytes.iter().rposition(|&byte| byte == b'\n');
        let (lines, rest) = bytes.split_at(lines.map_or(0, |end| end + 1));
        self.line.extend_from_slice(lines);
        if !lines.is_empty() {
            self.stdout.write_all(shown(&self.line).as_bytes())?;
            self.line.clear();
        }
        self.line.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.write_all(shown(&self.line).as_bytes())?;
        self.line.clear();
        self.stdout.flush()
    }
}

/// Lines with control characters escaped for a terminal.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

/// Writes a document as a line.
pub fn write_json(out: &mut (impl Write + ?Sized), document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

/// The number of free bytes on the disk of a file, which need not exist yet. `None` if the system does not report
/// it.
pub fn free_space(path: &Path) -> Option<u64> {
    let path = path::absolute(path).ok()?;
    let there = path.ancestors().find(|path| path.exists())?;
    let space = fs4::statvfs(there).ok()?;
    // Virtual file systems, such as /proc, report no size.
    (space.total_space() > 0).then(|| space.available_space())
}

/// Writes files into a folder, which is created if it is missing. The first file must begin with `mark`. Every file
/// in the folder is complete at any moment, whether old or new.
///
/// Existing files are replaced only if they, or the first of them, begin with the mark. All other files stay. New
/// files are first written beside their places, and moved at the end.
///
/// Fails if one of the names belongs to a foreign file, and with [`Error::NotWritten`] if the system does not allow
/// writing. Then nothing has changed, unless the system fails between two moves.
pub fn write_folder(folder: &Path, mark: &str, files: &[(String, impl AsRef<[u8]>)]) -> Result<()> {
    let places = files.iter().map(|(name, _)| folder.join(name));
    let places: Vec<PathBuf> = places.collect();
    let is_marked = |place: &PathBuf| begins_with(place, mark.as_bytes());
    let ours = places.first().is_some_and(is_marked);
    for place in &places {
        let found = fs::symlink_metadata(place);
        if found.is_ok_and(|found| found.is_dir() || !ours && !is_marked(place)) {
            let what = format!("{} was not made by this program", place.display());
            let hint = "the file was not changed; name another folder with --output";
            return Err(Error::other(what, hint));
        }
    }
    make_folder(folder)?;
    let mut written = Vec::with_capacity(places.len());
    for (place, (_, content)) in places.iter().zip(files) {
        let file = beside::file(place).and_then(|mut file| {
            file.as_file_mut().write_all(content.as_ref())?;
            file.as_file().sync_all()?;
            Ok(file.into_temp_path())
        });
        written.push(file.map_err(|error| Error::not_written(place, error))?);
    }
    for (file, place) in written.into_iter().zip(&places) {
        beside::put(file, place, true).map_err(|error| Error::not_written(place, error))?;
    }
    Ok(())
}

/// Removes a file.
pub fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|error| {
        let what = format!("cannot remove {}: {error}", path.display());
        Error::other(what, "check the permissions of its folder")
    })
}

/// Removes files of an older result from a folder: those that begin with the mark and whose names `is_left_over`
/// accepts.
pub fn remove_left_over(
    folder: &Path,
    mark: &str,
    is_left_over: impl Fn(&str) -> bool,
) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(|error| Error::not_written(folder, error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let is_picked = entry.file_name().to_str().is_some_and(&is_left_over);
        if is_file && is_picked && begins_with(&path, mark.as_bytes()) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Whether a file is there that begins with this mark.
pub fn begins_with(path: &Path, mark: &[u8]) -> bool {
    beginning(path, mark.len() as u64).is_ok_and(|begin| begin == mark)
}

/// Creates the folder that `--output` gives, if it is missing, but not the folder that contains it.
///
/// Fails with [`Error::WrongPlace`] if something else is there.
pub fn make_folder(folder: &Path) -> Result<()> {
    if fs::metadata(folder).is_ok_and(|found| !found.is_dir()) {
        let what = format!("{} is not a folder", folder.display());
        return Err(Error::wrong_place(what, "name a folder with --output"));
    }
    match fs::create_dir(folder) {
        // The folder may be there already.
        Err(source) if !folder.is_dir() => Err(Error::not_written(folder, source)),
        _ => Ok(()),
    }
}

/// Creates a folder as [`make_folder`] does, and those that contain it, because `~/.local/share/man/man1` may be
/// missing with its parents.
pub(super) fn make_folder_tree(folder: &Path) -> Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(|source| Error::not_written(parent, source))?;
    }
    make_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_paths_have_the_space_of_their_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_space(folder.path()) > Some(0));
        assert!(free_space(&folder.path().join("not/there/yet.db")) > Some(0));
    }
}
