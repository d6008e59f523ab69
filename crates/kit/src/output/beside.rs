//! A file that gets its place only when it is whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A file beside the place where it belongs; if it does not get there, it
/// vanishes.
#[derive(Debug)]
pub(super) struct Beside {
    path: PathBuf,
    put: bool,
    /// What is to be written.
    pub(super) file: File,
}

impl Beside {
    /// An empty file beside a place.
    pub(super) fn new(place: &Path) -> io::Result<Beside> {
        let name = place
            .file_name()
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}", std::process::id()));
        let path = place.with_file_name(hidden);
        // Not over something that already lies there, and not through a link.
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        let put = false;
        Ok(Beside { path, put, file })
    }

    /// Moves it there.
    pub(super) fn put(&mut self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)?;
        self.put = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.put {
            // Nothing better can be done about one that stays.
            let _ = fs::remove_file(&self.path);
        }
    }
}
