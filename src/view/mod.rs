//! How results look: one form a file.

pub mod census;
pub mod grid;
pub mod json;
pub mod table;
pub mod text;
