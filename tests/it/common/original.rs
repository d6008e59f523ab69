//! Files that the original's own programs made; `data/reference/README.md` says how.

use std::path::Path;

/// Its SQLite database: A2_B4, A3_B4 and A3_B5 whole, A4_B4 stopped in the middle.
pub(crate) const DATABASE: &str = "original.db.gz";

/// The content of one of these files.
pub(crate) fn unpacked(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference/original");
    testkit::unpacked(&folder.join(name))
}
