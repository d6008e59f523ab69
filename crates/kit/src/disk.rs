//! The disk that a file is to lie on.

use std::path::Path;

/// How many bytes are free where a file lies or is to lie; nothing if the system does
/// not tell.
pub fn free_space(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    let there = path.ancestors().find(|path| path.exists())?;
    let space = fs4::statvfs(there).ok()?;
    // What the system makes up, such as /proc, has no size.
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
