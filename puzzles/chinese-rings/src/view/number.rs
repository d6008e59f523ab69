//! Numbers in documents.

use crate::rules::Rings;

/// What stands around a number of a state or of moves in a document.
pub(super) fn quote(rings: Rings) -> &'static str {
    /// How many bits of a number every reader keeps.
    const BITS_KEPT: u32 = 53;
    if rings.count() > BITS_KEPT { "\"" } else { "" }
}
