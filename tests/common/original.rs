//! Files that the original's own programs made; `data/reference/README.md` says how.

use std::fs;
use std::path::Path;

/// Its SQLite database: A2_B4, A3_B4 and A3_B5 whole, A4_B4 stopped in the middle.
pub(crate) const DATABASE: &str = "original.db.gz";

/// The content of one of these files.
pub(crate) fn unpacked(name: &str) -> Vec<u8> {
    /// The length of the header that `gzip -n` writes, in bytes.
    const HEADER: usize = 10;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference/original");
    let packed = fs::read(folder.join(name)).unwrap();
    miniz_oxide::inflate::decompress_to_vec(&packed[HEADER..]).unwrap()
}
