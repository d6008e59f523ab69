//! How solutions look.

pub(crate) mod json;
pub(crate) mod svg;
pub(crate) mod text;

use crate::hexagrams;
use crate::rules::{Compact, Doors, Solution, Tiles};

/// What was checked and found right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Checked {
    /// A transcendental solution.
    Solution(Solution),
    /// A compact one.
    Compact(Compact),
    /// A solution of the Octopuszle.
    Octopuszle,
}

/// What is written on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Labels {
    /// The hexagram's number in the King Wen order
    KingWen,
    /// The hexagram's six lines (in SVG; as text its number)
    Hexagram,
    /// The doors, as two octal digits
    Doors,
    /// Nothing
    None,
}

impl Labels {
    /// What is written on a piece. Squares are no hexagrams: they show their
    /// doors.
    fn of(self, tiles: Tiles, doors: Doors) -> Option<String> {
        match (self, tiles) {
            (Labels::None, _) => None,
            (Labels::KingWen | Labels::Hexagram, Tiles::Hexagons) => {
                Some(hexagrams::number(doors).to_string())
            }
            _ => Some(format!("{doors:02o}")),
        }
    }
}
