//! Traces all rays of a molecule at once. Each ray follows the rule of [`rule`](super::rule) in a byte lane of
//! its own.
//!
//! A ray runs straight until an atom is ahead of it or beside the cell ahead, so it need not look at each cell: its
//! row or column has one bit per cell, and the lowest set bit ahead stops it. There the rule decides whether it is
//! absorbed, reflected or turned. A ray that nothing stops comes out. Two steps alternate until all rays have
//! ended: each ray looks up the stops on its row or column, and runs to the first of them, where it ends or turns.
//!
//! A ray that comes out is traced from both ends. It gets its label, and is counted, at its lower position.
//!
//! The number of registers and the layout of their lanes depend on the box: [`small`] is for boxes up to 8
//! wide, and [`wide`] for boxes of 9 to 11. This module is generic over R, the number of registers. [`tables`]
//! describes their layout, and [`images`] computes the images of a spectrum.
//!
//! # Why this library
//!
//! `fearless_simd` finds the processor's instructions at run time, needs no `unsafe` here, and takes the same
//! source to AVX-512, NEON and WebAssembly. Times per spectrum on an AMD EPYC, for 10,000 molecules of A4_B8,
//! the least of many rounds:
//!
//! - 31 ns with AVX2, 49 ns with SSE4.2, which is no longer supported: see `on_level`
//! - 26 ns for the same steps in AVX2 intrinsics that know p = 8
//!
//! Intrinsics save a sixth of the time, which does not justify `unsafe` and code for one family of processors.
#![allow(
    clippy::needless_range_loop,
    reason = "closures and iterators may not be compiled for the processor's instructions"
)]

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, u8x32, u64x4};

use super::exits::{Exits, Sides};
use crate::board::spectrum::{REFLECTED, RayStatistics, Spectrum};
use crate::board::{Config, MAX_POSITIONS, Molecule, NarrowMask};
use statistics::{Ended, SYMBOL};
use tables::{BoxTables, LANES, LaneTable, is_negative, look_up, look_up_to, positions};

mod images;
mod small;
mod statistics;
mod tables;
mod wide;

pub(crate) use wide::WideBoard;

/// A molecule whose rays take R registers.
pub(crate) trait LanedBoard<const R: usize>: Copy {
    /// A machine word with one byte per position of a side.
    type Side: NarrowMask;
    /// The width of the widest box that fits.
    const MAX_WIDTH: usize;

    /// Lays out a molecule, or returns `None` if its box has another width.
    fn of(molecule: Molecule, config: Config) -> Option<Self>;
    fn tables(self) -> &'static BoxTables<R>;
    /// Fires all rays, and follows them until they have ended.
    fn shoot<S: Simd, const STATISTICS: bool>(self, simd: S) -> [Ended<S>; R];

    /// As `shoot`, for two molecules of one box.
    #[inline(always)]
    fn shoot_two<S: Simd, const STATISTICS: bool>(
        simd: S,
        [one, other]: [Self; 2],
    ) -> [[Ended<S>; R]; 2] {
        [
            one.shoot::<S, STATISTICS>(simd),
            other.shoot::<S, STATISTICS>(simd),
        ]
    }
}

#[inline(always)]
pub(super) fn spectrum<S: Simd, B: LanedBoard<R>, const R: usize>(simd: S, board: B) -> Spectrum {
    let rays = board.shoot::<S, false>(simd);
    spectrum_of(simd, by_position(simd, rays, board), board.tables())
}

#[inline(always)]
pub(super) fn trace<S: Simd, B: LanedBoard<R>, const R: usize>(
    simd: S,
    board: B,
) -> (Spectrum, RayStatistics) {
    let rays = board.shoot::<S, true>(simd);
    let found = by_position(simd, rays, board);
    (
        spectrum_of(simd, found, board.tables()),
        statistics_of(simd, rays, board),
    )
}

/// The spectra of all images, in the order of [`Transform::ALL`](crate::board::Transform::ALL), and the statistics.
#[inline(always)]
pub(super) fn trace_images<S: Simd, B: LanedBoard<R>, const R: usize>(
    simd: S,
    board: B,
) -> ([Spectrum; 8], RayStatistics) {
    let (rays, tables) = (board.shoot::<S, true>(simd), board.tables());
    let images = images::all(simd, by_position(simd, rays, board), tables);
    let mut spectra = [Spectrum::of_symbols(&[], tables.width); 8];
    for (spectrum, image) in spectra.iter_mut().zip(images) {
        *spectrum = spectrum_of(simd, image, tables);
    }
    (spectra, statistics_of(simd, rays, board))
}

/// The exits of two molecules of one box.
#[inline(always)]
pub(super) fn exits_of_two<S: Simd, B: LanedBoard<R>, const R: usize>(
    simd: S,
    boards: [B; 2],
) -> [Exits; 2] {
    let [one, other] = B::shoot_two::<S, false>(simd, boards);
    [
        exits_of(simd, by_position(simd, one, boards[0])),
        exits_of(simd, by_position(simd, other, boards[0])),
    ]
}

/// The exits of two molecules as [`Sides`], and whether each may have a ray that exceeds the limits of length
/// and turns.
#[inline(always)]
pub(super) fn sides_of_two_within<S: Simd, B: LanedBoard<R>, const R: usize>(
    simd: S,
    boards: [B; 2],
    limits: [u8; 2],
) -> [(Sides<B::Side>, bool); 2] {
    let tables = boards[0].tables();
    let [one, other] = B::shoot_two::<S, true>(simd, boards);
    let sides = sides_of(simd, results(one), tables);
    let other_sides = sides_of(simd, results(other), tables);
    [
        (sides, may_exceed(simd, one, limits)),
        (other_sides, may_exceed(simd, other, limits)),
    ]
}

#[inline(always)]
fn may_exceed<S: Simd, const R: usize>(simd: S, rays: [Ended<S>; R], limits: [u8; 2]) -> bool {
    let mut may = false;
    for rays in rays {
        may |= rays.may_exceed(simd, limits);
    }
    may
}

#[inline(always)]
fn results<S: Simd, const R: usize>(rays: [Ended<S>; R]) -> [u8x32<S>; R] {
    let mut results = [rays[0].results; R];
    for at in 0..R {
        results[at] = rays[at].results;
    }
    results
}

#[inline(always)]
fn by_position<S: Simd, B: LanedBoard<R>, const R: usize>(
    simd: S,
    rays: [Ended<S>; R],
    board: B,
) -> [u8x32<S>; R] {
    look_up(simd, results(rays), &board.tables().lane_of_position)
}

#[inline(always)]
fn statistics_of<S: Simd, B: LanedBoard<R>, const R: usize>(
    simd: S,
    rays: [Ended<S>; R],
    board: B,
) -> RayStatistics {
    let tables = board.tables();
    let missing = B::MAX_WIDTH - tables.width;
    let entry = |at: usize| tables.entry[at].load(simd);
    let mut all = statistics::of(simd, rays[0], entry(0), tables.width, missing);
    for at in 1..R {
        all = all + statistics::of(simd, rays[at], entry(at), tables.width, missing);
    }
    all
}

/// Converts results by position to exits.
#[inline(always)]
fn exits_of<S: Simd, const R: usize>(simd: S, results: [u8x32<S>; R]) -> Exits {
    let mut exits = [0; 2 * LANES];
    for at in 0..R {
        let is_symbol = is_negative(simd, results[at]);
        let reflected = results[at].simd_eq(u8x32::splat(simd, SYMBOL | REFLECTED));
        let absorbed = u8x32::splat(simd, Exits::ABSORBED);
        let exit = is_symbol.select(absorbed, results[at]);
        let exit = reflected.select(positions(simd, at), exit);
        exit.store_slice(&mut exits[LANES * at..LANES * (at + 1)]);
    }
    Exits::of_positions(&exits[..(LANES * R).min(MAX_POSITIONS)])
}

/// Converts results by lane to [`Sides`].
#[inline(always)]
fn sides_of<S: Simd, W: NarrowMask, const R: usize>(
    simd: S,
    results: [u8x32<S>; R],
    tables: &BoxTables<R>,
) -> Sides<W> {
    let around = u8x32::splat(simd, 4 * tables.width as u8);
    let mut forwards = look_up(simd, results, &tables.lane_of_place);
    let mut backwards = forwards;
    for at in 0..R {
        let result = forwards[at];
        let position = tables.position_of_place[at].load(simd);
        let difference = result - position;
        let is_lower = result.simd_lt(position);
        let further = is_lower.select(difference + around, difference);
        let is_symbol = is_negative(simd, result);
        let reflected = result.simd_eq(u8x32::splat(simd, SYMBOL | REFLECTED));
        let absorbed = u8x32::splat(simd, Exits::ABSORBED);
        let symbol = reflected.select(u8x32::splat(simd, 0), absorbed);
        forwards[at] = is_symbol.select(symbol, further);
        backwards[at] = is_symbol.select(symbol, around - further);
    }
    let backwards = look_up(simd, backwards, &tables.place_backwards);
    Sides {
        forwards: words(simd, forwards, &tables.places),
        backwards: words(simd, backwards, &tables.places),
    }
}

/// Packs the used places of each side into one word.
#[inline(always)]
fn words<S: Simd, W: NarrowMask, const R: usize>(
    simd: S,
    bytes: [u8x32<S>; R],
    used: &[LaneTable; R],
) -> [W; 4] {
    let mut words = [0; 8];
    for at in 0..R {
        let bytes: u64x4<S> = (bytes[at] & used[at].load(simd)).bitcast();
        bytes.store_slice(&mut words[4 * at..4 * (at + 1)]);
    }
    let mut sides = [W::EMPTY; 4];
    for (at, side) in sides.iter_mut().enumerate() {
        *side = W::from_bits(match R {
            1 => words[at].into(),
            _ => u128::from(words[2 * at]) | u128::from(words[2 * at + 1]) << 64,
        });
    }
    sides
}

/// Converts results by position to a spectrum.
#[inline(always)]
fn spectrum_of<S: Simd, const R: usize>(
    simd: S,
    results: [u8x32<S>; R],
    tables: &BoxTables<R>,
) -> Spectrum {
    let (mut counts, mut before) = (results, u8x32::splat(simd, 0));
    let mut bytes = [0; 2 * LANES];
    for at in 0..R {
        let (result, position) = (results[at], positions(simd, at));
        counts[at] = labels_up_to(simd, result, position) + before;
        before = counts[at].swizzle_dyn(u8x32::splat(simd, LANES as u8 - 1));
        // A ray that came out has the label of its lower end.
        let lower_end = result.min(position);
        let label = look_up_to(simd, counts, at, lower_end) + (b'a' - 1);
        let symbol = is_negative(simd, result).select(result & !SYMBOL, label);
        let symbols = symbol & tables.positions[at].load(simd);
        symbols.store_slice(&mut bytes[LANES * at..LANES * (at + 1)]);
    }
    Spectrum::of_symbols(&bytes[..(LANES * R).min(MAX_POSITIONS)], tables.width)
}

/// For each position of one register, the number of rays that start there or before and come out at a higher
/// position.
#[inline(always)]
fn labels_up_to<S: Simd>(simd: S, result: u8x32<S>, position: u8x32<S>) -> u8x32<S> {
    let zero = u8x32::splat(simd, 0);
    // As a signed number, a symbol is negative, so it is lower than any position.
    let (signed, position): (i8x32<S>, i8x32<S>) = (result.bitcast(), position.bitcast());
    let is_new = signed.simd_gt(position);
    // A prefix sum over runs of doubling length.
    let mut count = is_new.select(u8x32::splat(simd, 1), zero);
    count += zero.slide_within_blocks::<15>(count);
    count += zero.slide_within_blocks::<14>(count);
    count += zero.slide_within_blocks::<12>(count);
    count += zero.slide_within_blocks::<8>(count);
    let of_low_block = zero.slide::<16>(count);
    count + of_low_block.swizzle_dyn_within_blocks(u8x32::splat(simd, 15))
}
