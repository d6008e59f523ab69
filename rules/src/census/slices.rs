//! The slices of a census, which can be recounted one by one.
//!
//! The first side of the [signature](super::signature) of a spectrum decides its slice. A search that begins with the
//! rays of this side finds the molecules of one slice without those of the others: [`oracle`](crate::oracle) recounts a
//! slice of A8_B8 in two seconds. docs/reference/file-formats.md has the exact definitions.
//!
//! A slice has only ambiguous spectra. The number of unambiguous ones follows from the number of all molecules,
//! and counting them by slice would slow down a census.

use super::ambiguity::AmbiguityTable;
use super::signature::{FACTOR, SideKey, folded_product};
use crate::board::Config;

/// The ambiguous spectra of a slice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// The number of spectra by the number of molecules that share them.
    pub sizes: AmbiguityTable,
    /// A sum over the spectra, which depends on their symbols and their numbers of molecules.
    pub checksum: u64,
}

impl Slice {
    /// Adds a spectrum with these sides and this number of molecules to the checksum.
    #[inline]
    pub(super) fn add<S: SideKey>(&mut self, sides: [S; 4], size: u64) {
        self.checksum = self.checksum.wrapping_add(checksum_of(sides, size));
    }

    fn merge(&mut self, other: &Slice) {
        self.sizes.merge(&other.sizes);
        self.checksum = self.checksum.wrapping_add(other.checksum);
    }
}

/// The summand of a spectrum in the checksum of its slice. `boards` is the number of its molecules, or for a
/// whole box, a hash of the numbers for all numbers of atoms.
#[inline]
pub(super) fn checksum_of<S: SideKey>(sides: [S; 4], boards: u64) -> u64 {
    (sides.into_iter()).fold(boards, |mixed, side| {
        folded_product(mixed ^ side.turned(), FACTOR)
    })
}

/// The number of slices of a census: one per half a million canonical molecules, but at most a thousand.
pub fn slices(config: Config) -> usize {
    const SLICE: u64 = 500_000;
    let slices = config.canonical_molecules().div_ceil(SLICE);
    slices.clamp(1, 1000) as usize
}

/// The slice, counted from 0, of the spectra with this first side.
#[inline]
pub(super) fn slice_of<S: SideKey>(first: S, slices: usize) -> usize {
    let spread = first.folded().wrapping_mul(FACTOR);
    ((u128::from(spread) * slices as u128) >> 64) as usize
}

/// Adds other findings about the same slices. Before a census has begun, `slices` is empty.
pub(super) fn merge(slices: &mut Vec<Slice>, others: &[Slice]) {
    if slices.is_empty() {
        slices.extend_from_slice(others);
    } else {
        for (slice, other) in slices.iter_mut().zip(others) {
            slice.merge(other);
        }
    }
}
