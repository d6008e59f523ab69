//! All rays of a molecule at once, in a box up to 8 wide. Every ray follows
//! the rule of [`path`](super::path) in its own byte lane.
//!
//! A ray runs straight until there is an atom ahead of it or beside the cell
//! ahead. So it need not look cell by cell: its row or column is a byte, one
//! bit per cell, and the lowest set bit ahead stops it. There the rule decides
//! whether it is absorbed, reflected or turned. If nothing stops a ray, it
//! comes out. Two steps repeat until all rays have ended:
//!
//! 1. `look`: every ray looks up what it sees from its way;
//! 2. `run`: every ray runs to what stops it, and ends there or turns.
//!
//! Here a ray that comes out is traced from both ends. So it gets its label and
//! counts at the lower position.
//!
//! [`rays`] has the steps, and [`lanes`] has the layout of the lanes.
//!
//! # Why this library
//!
//! `fearless_simd` finds the processor's instructions at run time, needs no
//! `unsafe` here, and takes the same source to AVX-512, NEON and WebAssembly. These are the
//! times per spectrum on an AMD EPYC, for 10,000 molecules of A4_B8, the least
//! of many rounds:
//!
//! - 31 ns with AVX2, 49 ns with SSE4.2, which was given up: see `on_level`
//! - 26 ns for the same steps in AVX2 intrinsics that know p = 8
//!
//! Intrinsics gain a sixth, which does not pay for `unsafe` and a version for
//! one family of processors.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, u8x32, u64x4};

use super::exits::{Exits, Sides};
use crate::board::spectrum::{REFLECTED, RayStatistics, Spectrum};
use crate::board::symmetry::SmallBoard;
use lanes::LaneLayout;
use rays::{shoot, shoot_two};
use statistics::SYMBOL;

mod images;
mod lanes;
pub(super) mod large;
mod rays;
mod statistics;

#[inline(always)]
pub(super) fn spectrum<S: Simd>(simd: S, board: SmallBoard) -> Spectrum {
    let layout = LaneLayout::of_width(board.width);
    let rays = shoot::<S, false>(simd, board, layout);
    let results = by_position(simd, rays.results, layout);
    spectrum_of(simd, results, board.width, layout)
}

#[inline(always)]
pub(super) fn trace<S: Simd>(simd: S, board: SmallBoard) -> (Spectrum, RayStatistics) {
    let layout = LaneLayout::of_width(board.width);
    let rays = shoot::<S, true>(simd, board, layout);
    let results = by_position(simd, rays.results, layout);
    (
        spectrum_of(simd, results, board.width, layout),
        statistics::of(simd, rays, board.width, SmallBoard::MAX_WIDTH - board.width),
    )
}

/// The spectra of all images, in the order of the transforms, and the statistics.
#[inline(always)]
pub(super) fn trace_images<S: Simd>(simd: S, board: SmallBoard) -> ([Spectrum; 8], RayStatistics) {
    let layout = LaneLayout::of_width(board.width);
    let rays = shoot::<S, true>(simd, board, layout);
    let images = images::all(simd, by_position(simd, rays.results, layout), board.width);
    let mut spectra = [Spectrum::of_symbols(&[], board.width); 8];
    for (spectrum, image) in spectra.iter_mut().zip(images) {
        *spectrum = spectrum_of(simd, image, board.width, layout);
    }
    (
        spectra,
        statistics::of(simd, rays, board.width, SmallBoard::MAX_WIDTH - board.width),
    )
}

/// Where the rays of two molecules of one box come out.
#[inline(always)]
pub(super) fn exits_of_two<S: Simd>(simd: S, boards: [SmallBoard; 2]) -> [Exits; 2] {
    let layout = LaneLayout::of_width(boards[0].width);
    let [one, other] = shoot_two::<S, false>(simd, boards, layout);
    [
        exits_of(simd, one.results, layout),
        exits_of(simd, other.results, layout),
    ]
}

/// The same, side by side, and whether a ray may exceed the limits of length and turns.
#[inline(always)]
pub(super) fn sides_of_two_within<S: Simd>(
    simd: S,
    boards: [SmallBoard; 2],
    limits: [u8; 2],
) -> [(Sides<u64>, bool); 2] {
    let layout = LaneLayout::of_width(boards[0].width);
    let [one, other] = shoot_two::<S, true>(simd, boards, layout);
    let exits = sides_of(simd, one.results, layout);
    let other_exits = sides_of(simd, other.results, layout);
    [
        (exits, one.may_exceed(simd, limits)),
        (other_exits, other.may_exceed(simd, limits)),
    ]
}

/// The canonical spectrum of a molecule, and the number of its different images.
#[inline(always)]
pub(super) fn canonical_spectrum<S: Simd>(simd: S, board: SmallBoard) -> (Spectrum, usize) {
    let layout = LaneLayout::of_width(board.width);
    let rays = shoot::<S, false>(simd, board, layout);
    let results = by_position(simd, rays.results, layout);
    let (image, images) = images::smallest(simd, results, board.width);
    (spectrum_of(simd, image, board.width, layout), images)
}

#[inline(always)]
fn exits_of<S: Simd>(simd: S, results: u8x32<S>, layout: &LaneLayout) -> Exits {
    let result = by_position(simd, results, layout);
    let is_symbol = result.simd_ge(u8x32::splat(simd, SYMBOL));
    let reflected = result.simd_eq(u8x32::splat(simd, SYMBOL | REFLECTED));
    let absorbed = u8x32::splat(simd, Exits::ABSORBED);
    let exit = is_symbol.select(absorbed, result);
    let exit = reflected.select(lanes::POSITION.load(simd), exit);
    Exits::of_positions(&exit.to_array())
}

/// The exits side by side, from the results by lane.
#[inline(always)]
fn sides_of<S: Simd>(simd: S, results: u8x32<S>, layout: &LaneLayout) -> Sides<u64> {
    let result = results.swizzle_dyn(layout.lane_of_place.load(simd));
    let position = layout.position_of_place.load(simd);
    let around = layout.around.load(simd);
    let used = layout.places.load(simd);

    let difference = result - position;
    let is_lower = result.simd_lt(position);
    let further = is_lower.select(difference + around, difference);
    let is_symbol = result.simd_ge(u8x32::splat(simd, SYMBOL));
    let reflected = result.simd_eq(u8x32::splat(simd, SYMBOL | REFLECTED));
    let absorbed = u8x32::splat(simd, Exits::ABSORBED);
    let symbol = reflected.select(u8x32::splat(simd, 0), absorbed);
    let forwards = is_symbol.select(symbol, further);
    let backwards = is_symbol.select(symbol, around - further);
    let backwards = backwards.swizzle_dyn(layout.place_backwards.load(simd));

    let forwards: u64x4<S> = (forwards & used).bitcast();
    let backwards: u64x4<S> = (backwards & used).bitcast();
    Sides {
        forwards: forwards.to_array(),
        backwards: backwards.to_array(),
    }
}

#[inline(always)]
fn by_position<S: Simd>(simd: S, results: u8x32<S>, layout: &LaneLayout) -> u8x32<S> {
    results.swizzle_dyn(layout.lane_of_position.load(simd))
}

/// The spectrum, from the results by position. For a ray that came out, the
/// result at the lower end can be any higher position.
#[inline(always)]
fn spectrum_of<S: Simd>(simd: S, result: u8x32<S>, width: usize, layout: &LaneLayout) -> Spectrum {
    let position = lanes::POSITION.load(simd);
    // The label of a ray that came out counts at its lower end.
    let count = labels_up_to(simd, result, position);
    let label = count.swizzle_dyn(result.min(position)) + (b'a' - 1);
    let symbol = lanes::is_negative(simd, result).select(result & !SYMBOL, label);
    let symbols = symbol & layout.positions.load(simd);
    Spectrum::of_symbols(&symbols.to_array(), width)
}

/// By position, the number of rays up to there that come out at a higher position.
#[inline(always)]
fn labels_up_to<S: Simd>(simd: S, result: u8x32<S>, position: u8x32<S>) -> u8x32<S> {
    let zero = u8x32::splat(simd, 0);
    // As a signed number, a symbol is negative, so it is not a higher position.
    let (signed, position): (i8x32<S>, i8x32<S>) = (result.bitcast(), position.bitcast());
    let is_new = signed.simd_gt(position);
    // Adds them up over longer and longer runs.
    let mut count = is_new.select(u8x32::splat(simd, 1), zero);
    count += zero.slide_within_blocks::<15>(count);
    count += zero.slide_within_blocks::<14>(count);
    count += zero.slide_within_blocks::<12>(count);
    count += zero.slide_within_blocks::<8>(count);
    let of_low_block = zero.slide::<16>(count);
    count + of_low_block.swizzle_dyn_within_blocks(u8x32::splat(simd, 15))
}
