//! From rays by lane to exits, spectra and their images by position, in two consecutive
//! registers.

use fearless_simd::prelude::*;
use fearless_simd::{mask8x32, u8x32};

use super::super::labels_up_to;
use super::super::lanes::{self as small, LANES, LaneTable, is_negative, modulo};
use super::super::statistics::SYMBOL;
use super::NARROWEST;
use super::lanes::{Entering, WideLayout};
use super::rays::WideRays;
use crate::board::spectrum::{REFLECTED, Spectrum};
use crate::board::symmetry::Transform;
use crate::board::{MAX_POSITIONS, MAX_WIDTH};
use crate::ray::exits::Exits;

/// Bytes by position, from bytes by lane, in two consecutive registers.
#[inline(always)]
fn by_position<S: Simd>(
    simd: S,
    [one, other]: [u8x32<S>; 2],
    layout: &WideLayout,
) -> [u8x32<S>; 2] {
    let (west, east) = one.split();
    let (south, north) = other.split();
    let (west, south) = (west.combine(west), south.combine(south));
    let (east, north) = (east.combine(east), north.combine(north));
    let [low, high] = &layout.lane_of_position;
    let (low, high) = (low.load(simd), high.load(simd));
    let [is_west, is_south, is_east] = &layout.low_sides;
    let of_low = is_set(simd, is_east).select(
        east.swizzle_dyn_within_blocks(low),
        north.swizzle_dyn_within_blocks(low),
    );
    let of_low = is_set(simd, is_south).select(south.swizzle_dyn_within_blocks(low), of_low);
    let of_low = is_set(simd, is_west).select(west.swizzle_dyn_within_blocks(low), of_low);
    let of_high = is_set(simd, &layout.high_east).select(
        east.swizzle_dyn_within_blocks(high),
        north.swizzle_dyn_within_blocks(high),
    );
    [of_low, of_high]
}

#[inline(always)]
fn is_set<S: Simd>(simd: S, table: &LaneTable) -> mask8x32<S> {
    is_negative(simd, table.load(simd))
}

#[inline(always)]
pub(super) fn exits_of<S: Simd>(
    simd: S,
    [one, other]: &[WideRays<S>; 2],
    layout: &WideLayout,
) -> Exits {
    let exits = [
        exits_by_lane(simd, one, &layout.entering[0]),
        exits_by_lane(simd, other, &layout.entering[1]),
    ];
    let [low, high] = by_position(simd, exits, layout);
    let mut bytes = [0; 2 * LANES];
    low.store_slice(&mut bytes[..LANES]);
    high.store_slice(&mut bytes[LANES..]);
    Exits::of_positions(&bytes[..MAX_POSITIONS])
}

#[inline(always)]
fn exits_by_lane<S: Simd>(simd: S, rays: &WideRays<S>, entering: &Entering) -> u8x32<S> {
    let absorbed = u8x32::splat(simd, Exits::ABSORBED);
    let exit = is_negative(simd, rays.results).select(absorbed, rays.results);
    let reflected = (rays.results).simd_eq(u8x32::splat(simd, SYMBOL | REFLECTED));
    reflected.select(entering.position.load(simd), exit)
}

/// The spectrum, from the results by position. For a ray that came out, the result at the
/// lower end can be any higher position.
#[inline(always)]
pub(super) fn spectrum_of<S: Simd>(simd: S, [low, high]: [u8x32<S>; 2], width: usize) -> Spectrum {
    let low_position = small::POSITION.load(simd);
    let high_position = low_position + LANES as u8;

    let low_count = labels_up_to(simd, low, low_position);
    let last = low_count.swizzle_dyn(u8x32::splat(simd, LANES as u8 - 1));
    let high_count = labels_up_to(simd, high, high_position) + last;

    // The label of a ray that came out counts at its lower end.
    let low_label = low_count.swizzle_dyn(low.min(low_position));
    let lower_end = high.min(high_position);
    let lower_end_in_high = lower_end - LANES as u8;
    let high_label = is_negative(simd, lower_end_in_high).select(
        low_count.swizzle_dyn(lower_end & (LANES as u8 - 1)),
        high_count.swizzle_dyn(lower_end_in_high & (LANES as u8 - 1)),
    );
    let is_position = is_negative(simd, high_position - 4 * width as u8);
    let high_symbols = symbols(simd, high, high_label);
    let high_symbols = is_position.select(high_symbols, u8x32::splat(simd, 0));

    let mut bytes = [0; 2 * LANES];
    symbols(simd, low, low_label).store_slice(&mut bytes[..LANES]);
    high_symbols.store_slice(&mut bytes[LANES..]);
    Spectrum::of_symbols(&bytes[..MAX_POSITIONS], width)
}

#[inline(always)]
pub(super) fn results_of<S: Simd>(
    simd: S,
    [one, other]: &[WideRays<S>; 2],
    layout: &WideLayout,
) -> [u8x32<S>; 2] {
    by_position(simd, [one.results, other.results], layout)
}

/// The spectra of the eight images of results by position, in the order of the transforms.
#[inline(always)]
pub(super) fn images_of<S: Simd>(simd: S, results: [u8x32<S>; 2], width: usize) -> [Spectrum; 8] {
    let mut spectra = [Spectrum::of_symbols(&[], width); 8];
    for (spectrum, image) in spectra.iter_mut().zip(images(simd, results, width)) {
        *spectrum = spectrum_of(simd, image, width);
    }
    spectra
}

/// The eight images of results by position, made as [`images`](super::super::images) does.
#[inline(always)]
fn images<S: Simd>(simd: S, results: [u8x32<S>; 2], width: usize) -> [[u8x32<S>; 2]; 8] {
    let sources = &SOURCES[width - NARROWEST];
    let around = u8x32::splat(simd, 4 * width as u8);
    let low_position = small::POSITION.load(simd);
    let position = [low_position, low_position + LANES as u8];
    let mut distances = [results; 2];
    for half in 0..2 {
        let result = results[half];
        let is_symbol = is_negative(simd, result);
        let distance = modulo(result - position[half] + around, around);
        distances[0][half] = is_symbol.select(result, distance);
        distances[1][half] = is_symbol.select(result, around - distance);
    }
    let mut images = [results; 8];
    for t in 0..8 {
        // The last four transforms mirror the box.
        let [low, high] = distances[t / 4];
        for half in 0..2 {
            let source = sources[t][half].load(simd);
            let place = source & (LANES as u8 - 1);
            let distance = is_negative(simd, source - LANES as u8)
                .select(low.swizzle_dyn(place), high.swizzle_dyn(place));
            let other_end = modulo(position[half] + distance, around);
            images[t][half] = is_negative(simd, distance).select(distance, other_end);
        }
    }
    images
}

/// By width, transform and position, the position from where an image takes its result.
static SOURCES: [[[LaneTable; 2]; 8]; MAX_WIDTH - NARROWEST + 1] = {
    let mut sources =
        [const { [const { [const { LaneTable([0; LANES]) }; 2] }; 8] }; MAX_WIDTH - NARROWEST + 1];
    let mut width = NARROWEST;
    while width <= MAX_WIDTH {
        let mut t = 0;
        while t < 8 {
            let mut position = 0;
            while position < 4 * width {
                let source = Transform::ALL[t].source(position, 4 * width) as u8;
                sources[width - NARROWEST][t][position / LANES].0[position % LANES] = source;
                position += 1;
            }
            t += 1;
        }
        width += 1;
    }
    sources
};

/// The symbols by position. A label is the number of labels up to it.
#[inline(always)]
fn symbols<S: Simd>(simd: S, result: u8x32<S>, label: u8x32<S>) -> u8x32<S> {
    is_negative(simd, result).select(result & !SYMBOL, label + (b'a' - 1))
}
