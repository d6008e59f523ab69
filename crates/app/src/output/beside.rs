//! Temporary files that are moved to their place only when they are complete.
//!
//! A temporary file is in the folder of its place, so that a rename is enough. It is removed if it is not moved.
//! Only a killed program leaves it behind, under a name such as `.blackbox-f3Wm9k.tmp`.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempPath};

/// Creates an empty file beside a place, with the permissions of a file that is there already.
pub(super) fn file(place: &Path) -> io::Result<NamedTempFile> {
    if place.file_name().is_none() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let folder = place.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    // Uses the umask, because the default permissions of the `tempfile` crate are meant for secrets.
    let made = (Builder::new().prefix(".blackbox-").suffix(".tmp"))
        .make_in(folder, |path| File::create_new(path))?;
    if let Ok(found) = fs::metadata(place) {
        made.as_file().set_permissions(found.permissions())?;
    }
    Ok(made)
}

/// Moves a file to its place. Unless `over` is true, fails if a file that is not empty is there, even if it was
/// created in the meantime.
pub(super) fn put(file: TempPath, place: &Path, over: bool) -> io::Result<()> {
    let put = if over {
        file.persist(place)
    } else {
        // If the file system supports neither a rename without replacement nor hard links, a check must be enough.
        file.persist_noclobber(place)
            .or_else(|failed| match fs::metadata(place) {
                Ok(found) if !found.is_file() || found.len() > 0 => Err(failed),
                _ => failed.path.persist(place),
            })
    };
    put.map_err(|failed| failed.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_force_only_empty_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("place");
        let put_text = |text: &str, over| {
            let made = file(&place).unwrap();
            fs::write(made.path(), text).unwrap();
            put(made.into_temp_path(), &place, over)
        };
        fs::write(&place, "").unwrap();
        put_text("first", false).unwrap();
        let refused = put_text("second", false).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&place).unwrap(), "first");
        put_text("third", true).unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "third");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_killed_run_leaves_a_name_that_can_be_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let made = file(&folder.path().join("place")).unwrap();
        let name = made.path().file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with(".blackbox-") && name.ends_with(".tmp"));
    }
}
