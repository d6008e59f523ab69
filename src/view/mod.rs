//! How results look: one form a file.

pub mod ambiguity;
pub mod census;
pub mod chart;
pub mod decode;
pub mod drawing;
pub mod folder;
pub mod grid;
pub mod json;
pub mod opening;
pub mod report;
pub mod svg;
pub mod text;
pub mod text_chart;
pub mod verify;
