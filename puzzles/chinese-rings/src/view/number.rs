//! Numbers in sentences and in documents.

use std::fmt::Display;

use super::super::rules::Rings;

/// So many of something.
pub(super) fn counted(count: &dyn Display, one: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {one}{plural}")
}

/// What stands around a number of a state or of moves in a document.
pub(super) fn quote(rings: Rings) -> &'static str {
    /// How many bits of a number every reader keeps.
    const BITS_KEPT: u32 = 53;
    if rings.count() > BITS_KEPT { "\"" } else { "" }
}
