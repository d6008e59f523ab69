//! The forms of solutions.

pub(crate) mod json;
pub(crate) mod svg;
pub(crate) mod text;

/// The labels on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Labels {
    /// The hexagram's number in the King Wen order
    KingWen,
    /// The hexagram's six lines
    Hexagram,
}
