//! The signature of a spectrum, which is the same for all its rotations and reflections.
//!
//! An offset is the number of positions, around the box, from a position to where its ray comes out. Written as
//! offsets, a spectrum has no labels to rename: a rotation only moves the four sides around, and a reflection
//! reverses the positions and the offsets. With one machine word per side, all eight images of a spectrum
//! consist of only eight words, and comparing the first words usually finds the smallest image.

use crate::board::symmetry::SmallBoard;
use crate::board::{Config, Molecule, NarrowMask};
use crate::ray::{Sides, Tracer, WideBoard};

/// The type of [`Tracer::sides_within`].
type TraceWithin<S> =
    fn(Tracer, &[Molecule], Config, Option<[u8; 2]>, &mut Vec<Sides<S>>, &mut Vec<usize>);

/// The offsets of the positions on one side of the box, one byte each.
pub(crate) trait SideKey: NarrowMask + Ord + Default {
    /// A hash of this side and the next one.
    fn hash_with(self, next: Self) -> u64;

    /// The word in 64 bits: its higher half XOR its lower half.
    #[inline]
    fn folded(self) -> u64 {
        (self.bits() >> 64) as u64 ^ self.bits() as u64
    }

    /// As [`SideKey::folded`], with the higher half of the word rotated by 32 bits.
    #[inline]
    fn turned(self) -> u64 {
        ((self.bits() >> 64) as u64).rotate_left(32) ^ self.bits() as u64
    }

    /// Writes the offsets, followed by zeros up to the size of the word.
    #[inline(always)]
    fn put_offsets(self, offsets: &mut [u8]) {
        let bytes = self.bits().to_le_bytes();
        offsets[..size_of::<Self>()].copy_from_slice(&bytes[..size_of::<Self>()]);
    }

    /// Traces molecules, and computes the sides of their spectra, in the lanes for boxes with such sides.
    const TRACE_WITHIN: TraceWithin<Self>;
}

impl SideKey for u64 {
    const TRACE_WITHIN: TraceWithin<u64> = Tracer::sides_within::<SmallBoard, 1>;

    #[inline]
    fn hash_with(self, next: u64) -> u64 {
        folded_product(self ^ 0x243f_6a88_85a3_08d3, next ^ 0x1319_8a2e_0370_7344)
    }
}

impl SideKey for u128 {
    const TRACE_WITHIN: TraceWithin<u128> = Tracer::sides_within::<WideBoard, 2>;

    #[inline]
    fn hash_with(self, next: u128) -> u64 {
        let (high, low) = ((self >> 64) as u64, self as u64);
        let (next_high, next_low) = ((next >> 64) as u64, next as u64);
        low.hash_with(next_low) ^ high.hash_with(next_high).rotate_left(32)
    }
}

/// 2⁶⁴ divided by the golden ratio.
pub(super) const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The higher half of a product XOR its lower half, which depends on all bits of both factors.
#[inline]
pub(super) fn folded_product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// The sides of the smallest image of a spectrum. Two spectra have the same signature if and only if they are
/// images of each other.
#[inline]
pub(super) fn signature<S: SideKey>(sides: &Sides<S>) -> [S; 4] {
    // An image begins with any side and continues around the box, so each direction is written out nearly twice.
    let ways = [sides.forwards, sides.backwards].map(|[a, b, c, d]| [a, b, c, d, a, b, c]);
    let first = |image: usize| ways[image / 4][image % 4];
    let smallest = (1..8).fold(first(0), |smallest, image| smallest.min(first(image)));
    let ties = (0..8).fold(0u8, |ties, image| {
        ties | u8::from(first(image) == smallest) << image
    });
    let sides = |image: usize| -> [S; 4] {
        let (way, from) = (&ways[image / 4], image % 4);
        [way[from], way[from + 1], way[from + 2], way[from + 3]]
    };
    match ties.is_power_of_two() {
        true => sides(ties.trailing_zeros() as usize),
        false => smallest_of(ties, sides),
    }
}

/// The smallest of the images whose bits are marked. Rarely needed, except for symmetric spectra.
#[cold]
fn smallest_of<S: SideKey>(marked: u8, sides: impl Fn(usize) -> [S; 4]) -> [S; 4] {
    let first = sides(marked.trailing_zeros() as usize);
    let images = (0..8).filter(|image| marked >> image & 1 == 1);
    images.map(sides).fold(first, <[S; 4]>::min)
}
