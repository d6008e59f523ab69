//! The eight images of a spectrum.
//!
//! Here a ray that comes out is the distance around the box to its other end.
//! A rotation moves that number to another position, a reflection counts it
//! the other way round, and neither renames anything. So an image is a move of
//! one register.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, u8x32};

use super::super::symmetry::{SmallBoard, Transform};
use super::lanes::{self, LANES, Table};

/// The byte of a new label in an image: the greatest signed number. An old
/// label is the position where it appeared, and a symbol is negative. So
/// images are in the order of their spectra.
const NEW_LABEL: u8 = 0x7f;

/// The positions from where the results of images come.
struct Sources {
    /// By transform and position.
    images: [Table; 8],
    /// By position, all bits if the box has it.
    positions: Table,
}

static SOURCES: [Sources; SmallBoard::MAX_WIDTH + 1] = {
    let mut sources = [const { Sources::new(0) }; SmallBoard::MAX_WIDTH + 1];
    let mut width = 1;
    while width < sources.len() {
        sources[width] = Sources::new(width);
        width += 1;
    }
    sources
};

impl Sources {
    const fn new(width: usize) -> Sources {
        let mut sources = Sources {
            images: [const { Table([0; LANES]) }; 8],
            positions: Table([0; LANES]),
        };
        let mut t = 0;
        while t < 8 {
            let mut position = 0;
            while position < 4 * width {
                let source = Transform::ALL[t].source(position, 4 * width) as u8;
                sources.images[t].0[position] = source;
                sources.positions.0[position] = 0xff;
                position += 1;
            }
            t += 1;
        }
        sources
    }
}

/// By position, the distance around the box to the other end of the ray, or
/// [`SYMBOL`](super::rays::SYMBOL) and the symbol. The second register counts the other way
/// round, for the four reflections.
#[inline(always)]
fn distances<S: Simd>(simd: S, results: u8x32<S>, around: u8x32<S>) -> [u8x32<S>; 2] {
    let positions = lanes::POSITION.load(simd);
    let is_symbol = lanes::is_negative(simd, results);
    let distance = lanes::modulo(results - positions + around, around);
    [
        is_symbol.select(results, distance),
        is_symbol.select(results, around - distance),
    ]
}

/// All images of results by position. Labels can be named from them as from results.
#[inline(always)]
pub(super) fn all<S: Simd>(simd: S, results: u8x32<S>, width: usize) -> [u8x32<S>; 8] {
    let sources = &SOURCES[width];
    let around = u8x32::splat(simd, 4 * width as u8);
    let distances = distances(simd, results, around);
    let mut images = [results; 8];
    for (t, place) in images.iter_mut().enumerate() {
        let distance = distances[t / 4].swizzle_dyn(sources.images[t].load(simd));
        let image = image(simd, distance, lanes::POSITION.load(simd), around);
        *place = image & sources.positions.load(simd);
    }
    images
}

/// An image, from the distances at these positions.
#[inline(always)]
fn image<S: Simd>(simd: S, distance: u8x32<S>, positions: u8x32<S>, around: u8x32<S>) -> u8x32<S> {
    let other_end = lanes::modulo(positions + distance, around);
    let result = lanes::is_negative(simd, distance).select(distance, other_end);
    let (signed, signed_positions): (i8x32<S>, i8x32<S>) = (result.bitcast(), positions.bitcast());
    let is_new = signed.simd_gt(signed_positions);
    is_new.select(u8x32::splat(simd, NEW_LABEL), result)
}
