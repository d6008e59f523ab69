//! The findings of a census.

use super::ambiguity::AmbiguityTable;
use super::notable::{Merit, Ranking};
use super::ray_extremes::RayExtremes;
use super::signature::SideKey;
use super::slices::{self, Slice};
use crate::board::Config;

/// The findings about the spectra of the buckets that are done.
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
    /// The groups with two molecules that share the fewest atoms.
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
        self.canonical += other.canonical;
        self.ambiguity.merge(&other.ambiguity);
        slices::merge(&mut self.slices, &other.slices);
        self.largest.merge(&other.largest);
        self.most_different.merge(&other.most_different);
        self.rays.merge(&other.rays);
    }
}

pub(super) struct Counts {
    /// The findings so far, without `alone` and `asymmetric`.
    pub(super) findings: Findings,
    /// The number of unambiguous spectra without symmetry.
    pub(super) alone: u64,
    /// For each slice and each number of molecules below [`SMALL`], the number of ambiguous spectra without
    /// symmetry. Other spectra go to the findings at once.
    asymmetric: Vec<[u64; SMALL]>,
    /// The number of rows of all tables in `findings`.
    rows: u64,
}

/// Group sizes below this one are counted in a table that fits into the processor's nearer caches.
const SMALL: usize = 16;

/// The bytes that a row of a slice takes, over all copies of it. A25_B7 has 3 million rows, and its census took
/// 960 MB.
pub(super) const ROW: u64 = 300;

impl Counts {
    pub(super) fn new(config: Config) -> Counts {
        Counts {
            findings: Findings {
                slices: vec![Slice::empty(); slices::slices(config)],
                ..Findings::default()
            },
            alone: 0,
            asymmetric: vec![[0; SMALL]; slices::slices(config)],
            rows: 0,
        }
    }

    /// The approximate memory, in bytes, until the counts are merged and stored.
    pub(super) fn bytes(&self) -> u64 {
        ROW * self.rows
    }

    /// Counts an unambiguous spectrum with `orbit` different images.
    pub(super) fn add_single(&mut self, orbit: u64) {
        match orbit {
            8 => self.alone += 1,
            _ => self.rows += u64::from(self.findings.ambiguity.add(1, 1, orbit)),
        }
    }

    /// Counts an ambiguous spectrum with these sides, `size` molecules and `orbit` different images.
    #[inline]
    pub(super) fn add<S: SideKey>(&mut self, sides: [S; 4], size: u64, orbit: u64) {
        let index = slices::slice_of(sides[0], self.asymmetric.len());
        let slice = &mut self.findings.slices[index];
        slice.add(sides, size);
        let small = usize::try_from(size).ok();
        match small.and_then(|size| self.asymmetric[index].get_mut(size)) {
            Some(count) if orbit == 8 => *count += 1,
            _ => {
                self.rows += u64::from(slice.sizes.add(size, 1, orbit));
            }
        }
    }

    pub(super) fn into_findings(mut self) -> Findings {
        if self.alone > 0 {
            self.findings.ambiguity.add(1, self.alone, 8);
        }
        for (slice, asymmetric) in self.findings.slices.iter_mut().zip(&self.asymmetric) {
            for (size, &orbits) in asymmetric.iter().enumerate() {
                if orbits > 0 {
                    slice.sizes.add(size as u64, orbits, 8);
                }
            }
            self.findings.ambiguity.merge(&slice.sizes);
        }
        self.findings
    }
}
