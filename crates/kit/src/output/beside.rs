//! A file that gets its place only when it is complete.
//!
//! Its name is random, since process ids come again: in a container every run may have the same
//! one. The program that writes holds a lock on it. So the lock shows whether a killed run has left
//! it behind or another run is writing it. The next run in that folder removes a file that nobody
//! has locked. If the file system has no locks, such files stay.
//!
//! SQLite has its own locks, so a database is made beside the locked file, under its name with a
//! suffix.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// The beginning and the end of the names; between them is this number of hexadecimal digits.
const PREFIX: &str = ".black-box-";
const SUFFIX: &str = ".part";
const DIGITS: usize = 16;

/// The suffix of a database beside the file, and those of the files that SQLite makes for it.
const DATABASE: &str = "-db";
const OF_DATABASES: [&str; 4] = [DATABASE, "-db-journal", "-db-wal", "-db-shm"];

/// A file beside its final place. If it does not get there, it is removed.
#[derive(Debug)]
pub(super) struct Beside {
    path: PathBuf,
    put: bool,
    /// The file to write to.
    pub(super) file: File,
}

impl Beside {
    /// Removes what killed runs left beside a place, and makes an empty file there.
    pub(super) fn new(place: &Path) -> io::Result<Beside> {
        remove_leftovers(place);
        Beside::one_more(place)
    }

    /// Another one in a folder that has been cleared of leftovers.
    pub(super) fn one_more(place: &Path) -> io::Result<Beside> {
        /// Every try has a different name.
        const TRIES: usize = 16;
        if place.file_name().is_none() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut result = Err(io::ErrorKind::AlreadyExists.into());
        for _ in 0..TRIES {
            let number = RandomState::new().hash_one(());
            result = create(place.with_file_name(format!(
                "{PREFIX}{number:0digits$x}{SUFFIX}",
                digits = DIGITS
            )));
            if !matches!(&result, Err(error) if error.kind() == io::ErrorKind::AlreadyExists) {
                break;
            }
        }
        result
    }

    /// The path of a database while it is made.
    pub(super) fn database(&self) -> PathBuf {
        with_suffix(&self.path, DATABASE)
    }

    /// Moves the database there, see [`Beside::put`]. SQLite would take a log there for the log of
    /// the new file.
    pub(super) fn put_database(&self, place: &Path, over: bool) -> io::Result<()> {
        refuse_logs(place)?;
        put(&self.database(), place, over)
    }

    /// Moves it to a place. `over` says whether it may replace a file there.
    pub(super) fn put(&mut self, place: &Path, over: bool) -> io::Result<()> {
        put(&self.path, place, over)?;
        self.put = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.put {
            remove(&self.path);
        }
    }
}

/// Fails if there are files beside a place that SQLite would take for those of a database there.
pub(super) fn refuse_logs(place: &Path) -> io::Result<()> {
    for suffix in ["-journal", "-wal", "-shm"] {
        let log = with_suffix(place, suffix);
        if fs::symlink_metadata(&log).is_ok() {
            return Err(io::Error::other(format!(
                "{} is beside it, and SQLite would take it for a part of it",
                log.display()
            )));
        }
    }
    Ok(())
}

/// Moves a file to a place. Without `over`, only an empty file may be there, however late it got
/// there.
fn put(from: &Path, place: &Path, over: bool) -> io::Result<()> {
    if over {
        return fs::rename(from, place);
    }
    match fs::hard_link(from, place) {
        Ok(()) => {
            // It has its place; its second name goes as a leftover does.
            let _ = fs::remove_file(from);
            Ok(())
        }
        // If the file system has no links, a check must be enough.
        Err(failed) => match fs::metadata(place) {
            Ok(found) if !found.is_file() || found.len() > 0 => Err(match failed.kind() {
                io::ErrorKind::AlreadyExists => failed,
                _ => io::ErrorKind::AlreadyExists.into(),
            }),
            _ => fs::rename(from, place),
        },
    }
}

/// Removes a file that does not get to its place, and the database beside it. If one stays, we
/// cannot help it.
fn remove(path: &Path) {
    for suffix in OF_DATABASES {
        let _ = fs::remove_file(with_suffix(path, suffix));
    }
    let _ = fs::remove_file(path);
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn create(path: PathBuf) -> io::Result<Beside> {
    // This does not replace anything there, and does not follow a link.
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)?;
    let beside = Beside {
        path,
        put: false,
        file,
    };
    // Another run may have taken it for a leftover before it had its lock.
    match beside.file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::AlreadyExists.into()),
        Ok(()) if !beside.path.exists() => Err(io::ErrorKind::AlreadyExists.into()),
        // Without locks, nobody takes it for a leftover.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(beside),
    }
}

/// Removes the leftovers of killed runs beside a place.
pub(super) fn remove_leftovers(place: &Path) {
    let folder = match place.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !entry.file_name().to_str().is_some_and(is_our_name) {
            continue;
        }
        // The lock is held until the file is gone.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            remove(&entry.path());
        }
    }
}

fn is_our_name(name: &str) -> bool {
    let digits = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| {
        digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_behind_is_in_nobodys_way_and_vanishes() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("place");
        // A killed run no longer has the file or its lock.
        let left = folder.path().join(".black-box-0123456789abcdef.part");
        fs::write(&left, "half").unwrap();
        for of_database in ["-db", "-db-wal", "-db-shm", "-db-journal"] {
            fs::write(with_suffix(&left, of_database), "half").unwrap();
        }
        let others = [
            ".black-box-0123456789abcde.part",
            ".black-box-0123456789abcdeg.part",
            ".black-box-.part",
            "black-box-0123456789abcdef.part",
        ];
        for other in others {
            fs::write(folder.path().join(other), "").unwrap();
        }
        fs::create_dir(folder.path().join(".black-box-0000000000000000.part")).unwrap();
        let mut at_work = Beside::new(&place).unwrap();
        assert!(!left.exists());
        let mut second = Beside::new(&place).unwrap();
        at_work.put(&place, true).unwrap();
        assert!(second.put(&place, false).is_ok(), "it is empty");
        drop((at_work, second));
        let found = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(found, others.len() + 2);
    }
}
