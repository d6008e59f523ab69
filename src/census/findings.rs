//! What a census finds out.

use super::ambiguity::AmbiguityTable;
use super::notable::{Merit, Ranking};
use super::ray_extremes::RayExtremes;
use super::slices::{self, Slice};

/// What is known about the spectra of some of the buckets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The number of canonical molecules in the buckets.
    pub canonical: u64,
    /// The number of their spectra by the number of molecules that have them.
    pub ambiguity: AmbiguityTable,
    /// The ambiguous ones of them by slices. Empty before a census has begun, and if it is one
    /// from before there were slices.
    pub slices: Vec<Slice>,
    /// The groups with the most molecules, among those with two or more.
    pub largest: Ranking,
    /// The groups in which two molecules share the fewest atoms.
    pub most_different: Ranking,
    /// The extremes of the rays of all molecules of all buckets. Empty until
    /// a pass has looked at rays.
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
    pub(crate) fn merge(&mut self, other: &Findings) {
        self.canonical += other.canonical;
        self.ambiguity.merge(&other.ambiguity);
        slices::merge(&mut self.slices, &other.slices);
        self.largest.merge(&other.largest);
        self.most_different.merge(&other.most_different);
        self.rays.merge(&other.rays);
    }
}
