//! How many rings a puzzle has.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

/// With more rings nobody has a use for a distance, and its 3,011 digits.
pub const MOST_RINGS: u32 = 10_000;

/// How many rings, and hooks, a puzzle has: 1 to [`MOST_RINGS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rings(u32);

impl Rings {
    /// So many rings, if a puzzle can have so many.
    pub fn new(rings: u32) -> Option<Rings> {
        (1..=MOST_RINGS).contains(&rings).then_some(Rings(rings))
    }

    /// How many they are.
    pub fn count(self) -> u32 {
        self.0
    }

    /// How many states the puzzle has: 2 to the power of its rings.
    pub fn states(self) -> BigUint {
        BigUint::from(1u32) << self.0
    }

    /// [`Rings::states`] where they are few enough to be gone through.
    pub fn few_states(self) -> Option<u64> {
        1u64.checked_shl(self.0)
    }
}

impl fmt::Display for Rings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} ring{plural}", self.0)
    }
}

impl FromStr for Rings {
    type Err = RingsError;

    fn from_str(text: &str) -> Result<Rings, RingsError> {
        text.parse().ok().and_then(Rings::new).ok_or(RingsError)
    }
}

/// The text is no number of rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a number from 1 to {MOST_RINGS} is wanted")]
pub struct RingsError;
