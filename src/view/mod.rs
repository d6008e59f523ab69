//! How results look: one form a file.

pub(crate) mod ambiguity;
pub(crate) mod census;
pub mod decode;
pub(crate) mod drawing;
pub(crate) mod grid;
pub(crate) mod json;
pub(crate) mod opening;
pub(crate) mod play;
pub(crate) mod report;
pub(crate) mod text;
