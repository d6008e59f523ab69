//! What the original's own programs have made: `data/reference/README.md` says how.

// Every test program uses its own part of this.
#![allow(dead_code)]

use std::fs;
use std::path::Path;

/// Its SQLite database: A2_B4, A3_B4 and A3_B5 whole, A4_B4 stopped in the middle.
pub(crate) fn database() -> Vec<u8> {
    unpacked("original.db.gz")
}

/// The documents of its MongoDB collections, one a line: A3_B4 whole, A2_B4 stopped in
/// the middle of an insert.
pub(crate) fn documents() -> String {
    String::from_utf8(unpacked("original.json.gz")).unwrap()
}

fn unpacked(name: &str) -> Vec<u8> {
    /// `gzip -n` writes a header of so many bytes.
    const HEADER: usize = 10;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference/original");
    let packed = fs::read(folder.join(name)).unwrap();
    miniz_oxide::inflate::decompress_to_vec(&packed[HEADER..]).unwrap()
}
