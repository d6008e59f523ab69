//! A folder of results: every file in it is complete, whether old or new.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{beside, refuse_address_to_write};
use crate::input::beginning;
use crate::{Error, Result};

/// Writes files into a folder, and creates it if it is missing. The first file begins with `mark`.
///
/// The files replace those of the same names if the folder is ours, that is, if the first file in
/// it begins with the mark. Anything else there stays. All files are first written beside their
/// places, and moved there at the end.
///
/// # Errors
///
/// [`Error::NotOurs`] if a file of one of the names is not ours. [`Error::NotWritten`] if the
/// system does not let us write. Then nothing has changed, unless the system fails between two
/// moves.
pub fn write_folder<'a>(
    folder: &Path,
    mark: &str,
    files: impl IntoIterator<Item = (&'a str, impl AsRef<[u8]>)> + Clone,
) -> Result<()> {
    let places = files.clone().into_iter().map(|(name, _)| folder.join(name));
    let places: Vec<PathBuf> = places.collect();
    let ours = places.first().is_some_and(|first| begins_with(first, mark));
    for place in &places {
        let found = fs::symlink_metadata(place);
        if found.is_ok_and(|found| !ours || found.is_dir()) {
            return Err(Error::NotOurs(place.clone()));
        }
    }
    let _new = make_folder(folder)?;
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

/// Removes the files of a folder that an older result has left there: those whose names
/// `is_left_over` picks, and that begin with the mark.
///
/// # Errors
///
/// [`Error::NotWritten`] where the system does not let us.
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
        if is_file && is_picked && begins_with(&path, mark) {
            fs::remove_file(&path).map_err(|error| Error::not_written(&path, error))?;
        }
    }
    Ok(())
}

fn begins_with(path: &Path, mark: &str) -> bool {
    beginning(path, mark.len() as u64).is_ok_and(|begin| begin == mark.as_bytes())
}

/// Folders that were made for results, the deepest first. Those that got none go again.
#[derive(Debug)]
pub struct NewFolders(Vec<PathBuf>);

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in &self.0 {
            // A folder with something in it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes the folder that `--out` names, if it is not there.
///
/// # Errors
///
/// [`Error::WrongPlace`] if something else is there; [`Error::NotWritten`].
pub fn make_folder(folder: &Path) -> Result<NewFolders> {
    refuse_address_to_write(folder)?;
    if fs::metadata(folder).is_ok_and(|found| !found.is_dir()) {
        let what = format!("{} is not a folder", folder.display());
        return Err(Error::wrong_place(what, "name a folder with --out"));
    }
    let missing = folder.ancestors().take_while(|folder| !folder.exists());
    let missing = missing.filter(|folder| *folder != Path::new(""));
    let new = NewFolders(missing.map(Path::to_owned).collect());
    fs::create_dir_all(folder).map_err(|source| Error::not_written(folder, source))?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "ours";

    #[test]
    fn files_replace_their_like_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("deep/down");
        write_folder(&folder, MARK, [("a", "ours 1"), ("b", "1")]).unwrap();
        fs::write(folder.join("other"), "other").unwrap();
        write_folder(&folder, MARK, [("a", "ours 2"), ("b", "2"), ("c", "2")]).unwrap();
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(
            ["a", "b", "c", "other"].map(read),
            ["ours 2", "2", "2", "other"]
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
    }

    #[test]
    fn what_an_older_result_left_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a-1", "ours"), ("a-2", "theirs"), ("b", "ours")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::create_dir(folder.path().join("a-3")).unwrap();
        remove_left_over(folder.path(), MARK, |name| name.starts_with("a-")).unwrap();
        let names = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a-2", "a-3", "b"]);
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path();
        fs::write(folder.join("b"), "theirs").unwrap();
        let write = |folder: &Path| write_folder(folder, MARK, [("a", "ours"), ("b", "ours")]);
        assert!(matches!(write(folder), Err(Error::NotOurs(_))));
        fs::write(folder.join("a"), "theirs").unwrap();
        assert!(matches!(write(folder), Err(Error::NotOurs(_))));
        assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), "theirs");
        fs::write(folder.join("a"), "ours").unwrap();
        fs::remove_file(folder.join("b")).unwrap();
        fs::create_dir(folder.join("b")).unwrap();
        assert!(matches!(write(folder), Err(Error::NotOurs(_))));
        let to_file = write(&folder.join("a"));
        assert!(matches!(to_file, Err(Error::WrongPlace { .. })));
        assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
    }
}
