//! The tables that the original program made, kept in `data/reference`.

use std::fs;
use std::path::Path;

/// The lines of a reference table, with the header first.
pub(crate) fn lines(file: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference");
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(str::to_owned).collect()
}
