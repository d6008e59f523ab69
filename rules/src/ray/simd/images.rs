//! The eight images of a spectrum.
//!
//! Here a ray that comes out is represented by the distance around the box to its other end. A rotation moves
//! that distance to another position, a reflection also counts it in the other direction, and neither renames
//! labels, so an image is a permutation of lanes.

use fearless_simd::prelude::*;
use fearless_simd::u8x32;

use super::tables::{BoxTables, is_negative, look_up, modulo, positions};

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

/// The eight images of results by position, as results by position.
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
        // The last four transforms are reflections.
        let moved = look_up(simd, distances[t / 4], &tables.images[t]);
        for at in 0..R {
            let exit = modulo(positions(simd, at) + moved[at], around);
            image[at] = is_negative(simd, moved[at]).select(moved[at], exit);
        }
    }
    images
}
