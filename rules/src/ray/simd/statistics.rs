//! Counts, maxima and totals over the lanes, for all three outcomes at once.
//!
//! There are 12 results: for 3 outcomes, the maximum and the total of 2 values, length and turns. A reduction
//! across the lanes of one register takes as many steps as a reduction of several values that share a register.
//! So the registers of the three outcomes are folded into one: at each step, a lane covers twice as many rays,
//! and a register twice as many outcomes or values.

use fearless_simd::prelude::*;
use fearless_simd::{
    i8x32, i32x8, i64x4, mask8x32, mask32x8, mask64x4, u8x32, u16x16, u32x8, u64x4,
};

use crate::board::spectrum::{ABSORBED, REFLECTED, RayStatistics, RayTally};

/// The bit of a result that is a symbol, not a position.
pub(super) const SYMBOL: u8 = 0x80;

/// The rays of a register after they have ended.
#[derive(Clone, Copy)]
pub(crate) struct Ended<S: Simd> {
    /// The position where each ray came out, or [`SYMBOL`] and the symbol.
    pub results: u8x32<S>,
    /// The number of cells that each ray entered, counted as if the box had the greatest width of its layout.
    pub length: u8x32<S>,
    /// The number of turns of each ray.
    pub turns: u8x32<S>,
}

impl<S: Simd> Ended<S> {
    /// Whether a ray may be longer than the first limit, or have more turns than the second. In a small box,
    /// lengths include cells that it lacks, so the answer may be true by mistake.
    #[inline(always)]
    pub(super) fn may_exceed(&self, simd: S, [length, turns]: [u8; 2]) -> bool {
        let longer = self.length.simd_gt(u8x32::splat(simd, length));
        let turned_more = self.turns.simd_gt(u8x32::splat(simd, turns));
        (longer | turned_more).any_true()
    }
}

/// The statistics of rays that entered at the positions `entry`, which is above all positions in a lane without
/// a ray. Rows and columns lack `missing` cells of the greatest width. The sum of two lengths fits a byte: only
/// one ray crosses between two neighbouring cells, and at most 220 pairs of cells are neighbours.
#[inline(always)]
pub(super) fn of<S: Simd>(
    simd: S,
    rays: Ended<S>,
    entry: u8x32<S>,
    width: usize,
    missing: usize,
) -> RayStatistics {
    let (p, missing) = (width as u8, missing as u8);
    let results = rays.results;
    let zero = u8x32::splat(simd, 0);
    let absorbed = results.simd_eq(u8x32::splat(simd, SYMBOL | ABSORBED));
    let reflected = results.simd_eq(u8x32::splat(simd, SYMBOL | REFLECTED));

    // As signed numbers, symbols are lower than any position.
    let (entry, exit): (i8x32<S>, i8x32<S>) = (entry.bitcast(), results.bitcast());
    let out_at_lower_end = exit.simd_gt(entry);

    // The length of a ray that came out on the east or south side includes the missing cells.
    let east_or_south = (results - p).simd_lt(u8x32::splat(simd, 2 * p));
    let missing = east_or_south.select(u8x32::splat(simd, missing), zero);
    let length = rays.length - missing;

    let [absorbed_tally, reflected_tally, out] = tallies(
        simd,
        length,
        rays.turns,
        [absorbed, reflected, out_at_lower_end],
    );
    let reflected_edge = count(reflected & length.simd_eq(zero));
    RayStatistics {
        absorbed: absorbed_tally,
        reflected: reflected_tally,
        reflected_edge,
        reflected_deep: reflected_tally.number - reflected_edge,
        out,
    }
}

#[inline(always)]
fn count<S: Simd>(rays: mask8x32<S>) -> u16 {
    rays.to_bitmask().count_ones() as u16
}

#[inline(always)]
fn tallies<S: Simd>(
    simd: S,
    length: u8x32<S>,
    turns: u8x32<S>,
    [a, b, c]: [mask8x32<S>; 3],
) -> [RayTally; 3] {
    let values = halves(length, turns);
    let (totals_a, maxima_a) = over_both_halves(simd, values, a);
    let (totals_b, maxima_b) = over_both_halves(simd, values, b);
    let (totals_c, maxima_c) = over_both_halves(simd, values, c);

    let totals = folded(simd, [totals_a, totals_b, totals_c], add);
    let totals: u32x8<S> = add(totals, totals >> 16).bitcast();
    let maxima = folded(simd, [maxima_a, maxima_b, maxima_c], max);
    let maxima = max(maxima, maxima >> 16);
    let maxima: u32x8<S> = max(maxima, maxima >> 8).bitcast();

    let found = ((totals & 0xffff) | (maxima << 16)).to_array();
    [
        tally(count(a), found[0], found[4]),
        tally(count(b), found[2], found[6]),
        tally(count(c), found[1], found[5]),
    ]
}

/// Unpacks the total from the lowest 16 bits, and the maximum from the 8 bits above.
#[inline(always)]
fn tally(number: u16, length: u32, turns: u32) -> RayTally {
    RayTally {
        number,
        max_length: (length >> 16 & 0xff) as u16,
        max_turns: (turns >> 16 & 0xff) as u16,
        tot_length: length as u16,
        tot_turns: turns as u16,
    }
}

/// The low halves of both registers in one, and the high halves in another.
#[inline(always)]
fn halves<S: Simd>(one: u8x32<S>, other: u8x32<S>) -> [u8x32<S>; 2] {
    let ((one_low, one_high), (other_low, other_high)) = (one.split(), other.split());
    [one_low.combine(other_low), one_high.combine(other_high)]
}

/// The totals, in 16 bits each, and the maxima, in 8 bits each, over a set of rays. Lengths are in the low
/// half, turns in the high half.
#[inline(always)]
fn over_both_halves<S: Simd>(
    simd: S,
    [low, high]: [u8x32<S>; 2],
    rays: mask8x32<S>,
) -> (u64x4<S>, u64x4<S>) {
    let all = rays.select(u8x32::splat(simd, 0xff), u8x32::splat(simd, 0));
    let [rays_low, rays_high] = halves(all, all);
    let (low, high) = (low & rays_low, high & rays_high);
    let totals = simd.pairwise_widening_add_u8x32(low + high);
    (totals.bitcast(), low.max(high).bitcast())
}

/// Folds three registers into one, down to 32 bits each, in the order a, c, b, c in either half.
#[inline(always)]
fn folded<S: Simd>(
    simd: S,
    [a, b, c]: [u64x4<S>; 3],
    fold: impl Fn(u64x4<S>, u64x4<S>) -> u64x4<S>,
) -> u64x4<S> {
    let odd = mask64x4::from_vector(i64x4::load_array(simd, [0, -1, 0, -1]));
    let ab = fold(odd.select(b, a), a.slide_within_blocks::<1>(b));
    let cc = fold(c, c.slide_within_blocks::<1>(c));
    let (ab, cc) = (fold(ab, ab >> 32), fold(cc, cc << 32));
    let odd = mask32x8::from_vector(i32x8::load_array(simd, [0, -1, 0, -1, 0, -1, 0, -1]));
    let acbc: u32x8<S> = odd.select(cc.bitcast(), ab.bitcast());
    acbc.bitcast()
}

/// Adds lanes of 16 bits.
#[inline(always)]
fn add<S: Simd>(one: u64x4<S>, other: u64x4<S>) -> u64x4<S> {
    let (one, other): (u16x16<S>, u16x16<S>) = (one.bitcast(), other.bitcast());
    (one + other).bitcast()
}

/// The maximum of lanes of 8 bits.
#[inline(always)]
fn max<S: Simd>(one: u64x4<S>, other: u64x4<S>) -> u64x4<S> {
    let (one, other): (u8x32<S>, u8x32<S>) = (one.bitcast(), other.bitcast());
    one.max(other).bitcast()
}
