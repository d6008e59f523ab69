//! The eight images of a spectrum, and the smallest of them, which is the canonical
//! spectrum.
//!
//! Here a ray that comes out is the distance around the box to its other end.
//! A rotation moves that number to another position, a reflection counts it
//! the other way round, and neither renames anything. So an image is a move of
//! one register.
//!
//! For the canonical spectrum, only the smallest image gets its labels. Mostly
//! the first eight positions show which one that is. So the first step takes
//! them from all images, four images per register.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, u8x32, u64x4};

use super::lanes::{self, LANES, LaneLayout, LaneTable};
use crate::board::symmetry::{SmallBoard, Transform};

/// The byte of a new label in an image: the greatest signed number. An old
/// label is the position where it appeared, and a symbol is negative. So
/// images are in the order of their spectra.
const NEW_LABEL: u8 = 0x7f;

/// The number of positions that are taken from all images first.
const HEAD: usize = 8;

/// The positions from where the results of images come.
struct ImageSources {
    images: [LaneTable; 8],
    /// The heads of the first four images and of the last four. Each runs from
    /// its last position to its first, so that heads compare as numbers.
    heads: [LaneTable; 2],
    /// By lane, all bits if the heads have this position.
    head_positions: LaneTable,
}

static SOURCES: [ImageSources; SmallBoard::MAX_WIDTH + 1] = {
    let mut sources = [const { ImageSources::new(0) }; SmallBoard::MAX_WIDTH + 1];
    let mut width = 1;
    while width < sources.len() {
        sources[width] = ImageSources::new(width);
        width += 1;
    }
    sources
};

impl ImageSources {
    const fn new(width: usize) -> ImageSources {
        let mut sources = ImageSources {
            images: [const { LaneTable([0; LANES]) }; 8],
            heads: [const { LaneTable([0; LANES]) }; 2],
            head_positions: LaneTable([0; LANES]),
        };
        let mut t = 0;
        while t < 8 {
            let mut position = 0;
            while position < 4 * width {
                let source = Transform::ALL[t].source(position, 4 * width) as u8;
                sources.images[t].0[position] = source;
                if position < HEAD {
                    let lane = t % 4 * HEAD + HEAD - 1 - position;
                    sources.heads[t / 4].0[lane] = source;
                    sources.head_positions.0[lane] = 0xff;
                }
                position += 1;
            }
            t += 1;
        }
        sources
    }
}

/// The position in its head of each lane.
static HEAD_POSITION: LaneTable =
    LaneTable::twice([7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0]);

/// By position, the distance around the box to the other end of the ray, or
/// [`SYMBOL`](super::statistics::SYMBOL) and the symbol. The second register counts the other way
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
    let around = u8x32::splat(simd, 4 * width as u8);
    let distances = distances(simd, results, around);
    let mut images = [results; 8];
    for (t, image) in images.iter_mut().enumerate() {
        *image = one(simd, distances, t, width);
    }
    images
}

#[inline(always)]
fn one<S: Simd>(simd: S, distances: [u8x32<S>; 2], t: usize, width: usize) -> u8x32<S> {
    let around = u8x32::splat(simd, 4 * width as u8);
    let distance = distances[t / 4].swizzle_dyn(SOURCES[width].images[t].load(simd));
    image(simd, distance, lanes::POSITION.load(simd), around)
        & LaneLayout::of_width(width).positions.load(simd)
}

/// The smallest of the eight images of results by position, and how many differ.
#[inline(always)]
pub(super) fn smallest<S: Simd>(simd: S, results: u8x32<S>, width: usize) -> (u8x32<S>, usize) {
    let sources = &SOURCES[width];
    let around = u8x32::splat(simd, 4 * width as u8);
    let distances = distances(simd, results, around);

    let mut heads = [0; 8];
    let (first, last) = heads.split_at_mut(4);
    for (heads, mirrored) in [(first, 0), (last, 1)] {
        let distance = distances[mirrored].swizzle_dyn(sources.heads[mirrored].load(simd));
        let head = image(simd, distance, HEAD_POSITION.load(simd), around);
        let head = (head & sources.head_positions.load(simd)) ^ 0x80;
        let head: u64x4<S> = head.bitcast();
        head.store_slice(heads);
    }
    let least = heads.iter().fold(u64::MAX, |least, &head| least.min(head));
    let mut candidates = 0u32;
    for (t, &head) in heads.iter().enumerate() {
        candidates |= u32::from(head == least) << t;
    }

    // The smallest of the images with the smallest head.
    let mut smallest = u8x32::splat(simd, NEW_LABEL);
    let mut times = 0;
    while candidates != 0 {
        let t = candidates.trailing_zeros() as usize % 8;
        candidates &= candidates - 1;
        let image = one(simd, distances, t, width);
        if times == 0 {
            (smallest, times) = (image, 1);
            continue;
        }
        let (signed, signed_smallest): (i8x32<S>, i8x32<S>) = (image.bitcast(), smallest.bitcast());
        let smaller = signed.simd_lt(signed_smallest).to_bitmask();
        let greater = signed.simd_gt(signed_smallest).to_bitmask();
        if smaller == greater {
            // Both are 0, because no lane is in both.
            times += 1;
        } else if smaller.trailing_zeros() < greater.trailing_zeros() {
            (smallest, times) = (image, 1);
        }
    }
    (smallest, 8 / times)
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
