//! The eight images of a spectrum, and the smallest one, which is the canonical spectrum.
//!
//! Here a ray that comes out is represented by the distance around the box to its other end. A rotation moves
//! that distance to another position, a reflection also counts it in the other direction, and neither renames
//! labels, so an image is a permutation of lanes.
//!
//! Only the smallest image gets its labels. Usually, the first eight positions are enough to find it, so the
//! first step compares those of all images, with four images per register.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, u8x32, u64x4};

use super::tables::{BoxTables, LaneTable, is_negative, look_up, look_up_to, modulo, positions};

/// The byte for a ray whose other end is at a higher position: the greatest signed number. At the higher end,
/// the byte is the position of the lower end, and a symbol is negative, so images compare as their spectra do.
const NEW_LABEL: u8 = 0x7f;

/// For each lane, its position within the head, the first eight positions of an image.
static HEAD_POSITION: LaneTable =
    LaneTable::twice([7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0]);

/// For each position, the distance around the box to the other end of the ray, or
/// [`SYMBOL`](super::statistics::SYMBOL) and the symbol. The second array counts distances in the other
/// direction, for the four reflections.
#[inline(always)]
fn distances<S: Simd, const R: usize>(
    simd: S,
    results: [u8x32<S>; R],
    around: u8x32<S>,
) -> [[u8x32<S>; R]; 2] {
    let mut distances = [results; 2];
    for at in 0..R {
        let is_symbol = is_negative(simd, results[at]);
        let distance = modulo(results[at] - positions(simd, at) + around, around);
        distances[0][at] = is_symbol.select(results[at], distance);
        distances[1][at] = is_symbol.select(results[at], around - distance);
    }
    distances
}

/// The eight images of results by position, in the form that `spectrum_of` takes.
#[inline(always)]
pub(super) fn all<S: Simd, const R: usize>(
    simd: S,
    results: [u8x32<S>; R],
    tables: &BoxTables<R>,
) -> [[u8x32<S>; R]; 8] {
    let around = u8x32::splat(simd, 4 * tables.width as u8);
    let distances = distances(simd, results, around);
    let mut images = [results; 8];
    for (t, image) in images.iter_mut().enumerate() {
        *image = one(simd, distances, t, tables);
    }
    images
}

#[inline(always)]
fn one<S: Simd, const R: usize>(
    simd: S,
    distances: [[u8x32<S>; R]; 2],
    t: usize,
    tables: &BoxTables<R>,
) -> [u8x32<S>; R] {
    let around = u8x32::splat(simd, 4 * tables.width as u8);
    // The last four transforms are reflections.
    let mut one = look_up(simd, distances[t / 4], &tables.images[t]);
    for at in 0..R {
        let image = image(simd, one[at], positions(simd, at), around);
        one[at] = image & tables.positions[at].load(simd);
    }
    one
}

/// The smallest of the eight images of results by position, and the number of different images.
#[inline(always)]
pub(super) fn smallest<S: Simd, const R: usize>(
    simd: S,
    results: [u8x32<S>; R],
    tables: &BoxTables<R>,
) -> ([u8x32<S>; R], usize) {
    let around = u8x32::splat(simd, 4 * tables.width as u8);
    let distances = distances(simd, results, around);

    let mut heads = [0; 8];
    let (first, last) = heads.split_at_mut(4);
    for (heads, mirrored) in [(first, 0), (last, 1)] {
        let sources = tables.heads[mirrored].load(simd);
        let distance = look_up_to(simd, distances[mirrored], R - 1, sources);
        let head = image(simd, distance, HEAD_POSITION.load(simd), around);
        let head = (head & tables.head_positions.load(simd)) ^ 0x80;
        let head: u64x4<S> = head.bitcast();
        head.store_slice(heads);
    }
    let least = heads.iter().fold(u64::MAX, |least, &head| least.min(head));
    let mut candidates = 0u32;
    for (t, &head) in heads.iter().enumerate() {
        candidates |= u32::from(head == least) << t;
    }

    // Finds the smallest image among those with the smallest head.
    let mut smallest = results;
    let mut times = 0;
    while candidates != 0 {
        let t = candidates.trailing_zeros() as usize % 8;
        candidates &= candidates - 1;
        let image = one(simd, distances, t, tables);
        if times == 0 {
            (smallest, times) = (image, 1);
            continue;
        }
        let (mut smaller, mut greater) = (0, 0);
        for at in 0..R {
            let (signed, signed_smallest): (i8x32<S>, i8x32<S>) =
                (image[at].bitcast(), smallest[at].bitcast());
            smaller |= signed.simd_lt(signed_smallest).to_bitmask() << (32 * at);
            greater |= signed.simd_gt(signed_smallest).to_bitmask() << (32 * at);
        }
        if smaller == greater {
            // Both masks are 0, because no lane is in both.
            times += 1;
        } else if smaller.trailing_zeros() < greater.trailing_zeros() {
            (smallest, times) = (image, 1);
        }
    }
    (smallest, 8 / times)
}

/// Converts distances at these positions to the bytes of an image.
#[inline(always)]
fn image<S: Simd>(simd: S, distance: u8x32<S>, positions: u8x32<S>, around: u8x32<S>) -> u8x32<S> {
    let other_end = modulo(positions + distance, around);
    let result = is_negative(simd, distance).select(distance, other_end);
    let (signed, signed_positions): (i8x32<S>, i8x32<S>) = (result.bitcast(), positions.bitcast());
    let is_new = signed.simd_gt(signed_positions);
    is_new.select(u8x32::splat(simd, NEW_LABEL), result)
}
