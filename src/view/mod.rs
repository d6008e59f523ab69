//! How results look: one form a file.

pub mod ambiguity;
pub mod census;
pub mod decode;
pub mod drawing;
pub mod grid;
pub mod json;
pub mod opening;
pub mod report;
pub mod text;
pub mod verify;
