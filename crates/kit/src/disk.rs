//! The disk of a file.

use std::path::Path;

/// The number of free bytes at the place of a file, even if the file is not there yet. `None` if
/// the system does not say.
pub fn free_space(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
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
