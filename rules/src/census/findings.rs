//! The findings of a census.

use super::ambiguity::AmbiguityTable;
use super::notable::{Merit, Ranking};
use super::ray_extremes::RayExtremes;
use super::slices::{self, Slice};

/// The findings about the spectra of those buckets of a [census](super::Census) that are done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The number of canonical molecules in the buckets.
    pub canonical: u64,
    /// The number of spectra by the number of molecules that share them.
    pub ambiguity: AmbiguityTable,
    /// The ambiguous spectra by slices. Empty before a census has begun, and in a census stored before there
    /// were slices.
    #[doc(hidden)]
    pub slices: Vec<Slice>,
    /// The ambiguous groups with the most molecules.
    pub largest: Ranking,
    /// The groups whose two most different molecules have the fewest atoms in common.
    pub most_different: Ranking,
    /// The extremes of the rays of all molecules in the buckets. Empty until a pass has measured rays.
    pub rays: RayExtremes,
}

impl Default for Findings {
    fn default() -> Findings {
        Findings {
            canonical: 0,
            ambiguity: AmbiguityTable::default(),
            slices: Vec::new(),
            largest: Ranking::new(Merit::Size),
            most_different: Ranking::new(Merit::Difference),
            rays: RayExtremes::default(),
        }
    }
}

impl Findings {
    /// Adds the findings of other buckets.
    pub fn merge(&mut self, other: &Findings) {
        self.canonical = self.canonical.saturating_add(other.canonical);
        self.ambiguity.merge(&other.ambiguity);
        slices::merge(&mut self.slices, &other.slices);
        self.largest.merge(&other.largest);
        self.most_different.merge(&other.most_different);
        self.rays.merge(&other.rays);
    }
}
