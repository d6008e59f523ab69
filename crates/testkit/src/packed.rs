//! Files that `gzip -n` packed.

use std::fs;
use std::path::Path;

/// What is in a packed file.
///
/// # Panics
///
/// If it is not there, or damaged.
pub fn unpacked(file: &Path) -> Vec<u8> {
    /// The length of the header that `gzip -n` writes, in bytes.
    const HEADER: usize = 10;
    let packed = fs::read(file).unwrap();
    miniz_oxide::inflate::decompress_to_vec(&packed[HEADER..]).unwrap()
}
