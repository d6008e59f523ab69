//! The forms of solutions.

pub(crate) mod json;
pub(crate) mod svg;
pub(crate) mod text;
