//! The rays, one lane each, and what they see from their rows and columns.

use fearless_simd::prelude::*;
use fearless_simd::{mask8x32, u8x32, u64x4};

use super::super::lanes::LaneTable;
use super::super::rays::reversed;
use super::super::statistics::SYMBOL;
use super::lanes::{self, CELLS, Entering, NO_CELL, WideLayout};
use crate::board::spectrum::{ABSORBED, REFLECTED};

/// Follows all rays to their ends: from west and east, and from south and north. A box has its lines as
/// 16 bits each.
#[inline(always)]
pub(super) fn shoot<S: Simd, const STATISTICS: bool>(
    simd: S,
    lines: [u64; 3],
    layout: &'static WideLayout,
) -> [WideRays<S>; 2] {
    let axes = axes(simd, lines, layout);
    let mut one = WideRays::entering(simd, &layout.entering[0]);
    let mut other = WideRays::entering(simd, &layout.entering[1]);
    let mut run =
        one.run::<true, STATISTICS>(simd, &axes[0]) | other.run::<true, STATISTICS>(simd, &axes[1]);
    // The rays on lines have turned into columns.
    let mut axis = 1;
    while run {
        run = one.run::<false, STATISTICS>(simd, &axes[axis])
            | other.run::<false, STATISTICS>(simd, &axes[1 - axis]);
        axis = 1 - axis;
    }
    [one, other]
}

/// What a ray sees from all lines, or from all columns: tables by their numbers. The cells
/// of a line are a low byte and a high one, one bit per cell.
struct Axis<S: Simd> {
    /// Cells with an atom there or beside, which stop a ray.
    stops: [u8x32<S>; 2],
    /// The same, counted from the far end of a line of eleven cells.
    stops_backwards: [u8x32<S>; 2],
    /// The low bytes of cells without an atom, but with one beside them on the lower line
    /// or column.
    lower: u8x32<S>,
    /// The same on the higher one.
    higher: u8x32<S>,
    /// The high bytes of both, the second moved up by four bits.
    beside: u8x32<S>,
    /// The positions where a ray comes out that runs forwards or backwards.
    exits: &'static [LaneTable; 2],
}

/// What a ray sees from the lines and from the columns.
#[inline(always)]
fn axes<S: Simd>(simd: S, lines: [u64; 3], layout: &'static WideLayout) -> [Axis<S>; 2] {
    let lines = bytes(simd, lines);
    let columns = bytes(simd, columns(lines));
    [
        Axis::new(simd, lines, &layout.exits[0]),
        Axis::new(simd, columns, &layout.exits[1]),
    ]
}

/// The low and the high bytes of lines of 16 bits each, in either block.
#[inline(always)]
fn bytes<S: Simd>(simd: S, [a, b, c]: [u64; 3]) -> [u8x32<S>; 2] {
    let lines: u8x32<S> = u64x4::load_array(simd, [a, b, c, 0]).bitcast();
    [
        lines.swizzle_dyn(lanes::LOW_BYTES.load(simd)),
        lines.swizzle_dyn(lanes::HIGH_BYTES.load(simd)),
    ]
}

/// The columns of a box, 16 bits each, from the bytes of its lines: shifts column after
/// column to the top of the bytes and collects it there.
#[inline(always)]
fn columns<S: Simd>([low, high]: [u8x32<S>; 2]) -> [u64; 3] {
    // Column 7 in the first block, column 10 in the second.
    let mut lines = low.split().0.combine((high << 5).split().0);
    let mut tops = [0; 8];
    for column in (0..8).rev() {
        tops[column] = mask8x32::<S>::from_vector(lines.bitcast()).to_bitmask();
        lines += lines;
    }
    let [a, b, c, d, e, f, g, h] = tops;
    [
        a | b << 16 | c << 32 | d << 48,
        e | (f & 0xffff) << 16 | (g & 0xffff) << 32 | h << 48,
        f >> 16 | (g >> 16) << 16 | (h >> 16) << 32,
    ]
}

impl<S: Simd> Axis<S> {
    #[inline(always)]
    fn new(simd: S, [low, high]: [u8x32<S>; 2], exits: &'static [LaneTable; 2]) -> Axis<S> {
        let zero = u8x32::splat(simd, 0);
        let lower_low = zero.slide_within_blocks::<15>(low);
        let lower_high = zero.slide_within_blocks::<15>(high);
        let higher_low = low.slide_within_blocks::<1>(zero);
        let higher_high = high.slide_within_blocks::<1>(zero);
        let stop_low = lower_low | low | higher_low;
        let stop_high = lower_high | high | higher_high;
        let (reversed_low, reversed_high) = (reversed(simd, stop_low), reversed(simd, stop_high));
        Axis {
            stops: [stop_low, stop_high],
            // As 16 bits the cells would begin at bit 5.
            stops_backwards: [
                (reversed_low << 3) | (reversed_high >> 5),
                reversed_low >> 5,
            ],
            lower: lower_low & !low,
            higher: higher_low & !low,
            beside: (lower_high & !high) | ((higher_high & !high) << 4),
            exits,
        }
    }
}

/// The rays of a register, one lane each.
pub(super) struct WideRays<S: Simd> {
    way: u8x32<S>,
    /// Does it run towards lower columns or lines? Cells count in its direction.
    backwards: mask8x32<S>,
    /// The cells ahead of it, and the number of the first one.
    ahead: [u8x32<S>; 2],
    start: u8x32<S>,
    runs: mask8x32<S>,
    /// Its result: the position where it came out, or [`SYMBOL`] and the symbol.
    pub(super) results: u8x32<S>,
    /// The number of cells that it entered.
    pub(super) length: u8x32<S>,
    pub(super) turns: u8x32<S>,
}

impl<S: Simd> WideRays<S> {
    #[inline(always)]
    fn entering(simd: S, entering: &Entering) -> WideRays<S> {
        let zero = u8x32::splat(simd, 0);
        WideRays {
            way: entering.way.load(simd),
            backwards: !entering.backwards.load(simd).simd_eq(zero),
            ahead: [u8x32::splat(simd, 0xff), u8x32::splat(simd, 0x0f)],
            start: entering.start.load(simd),
            runs: !entering.used.load(simd).simd_eq(zero),
            results: zero,
            length: zero,
            turns: zero,
        }
    }

    /// Every ray runs until it ends or turns. Has any turned?
    #[inline(always)]
    fn run<const ENTERING: bool, const STATISTICS: bool>(
        &mut self,
        simd: S,
        axis: &Axis<S>,
    ) -> bool {
        let zero = u8x32::splat(simd, 0);
        let (way, backwards) = (self.way, self.backwards);
        let [low, high] = [0, 1];
        let seen = |table: u8x32<S>| table.swizzle_dyn_within_blocks(way);
        let stops_low = backwards.select(seen(axis.stops_backwards[low]), seen(axis.stops[low]));
        let stops_high = backwards.select(seen(axis.stops_backwards[high]), seen(axis.stops[high]));
        let stops_low = stops_low & self.ahead[low];
        let stops_high = stops_high & self.ahead[high];
        let number = (lanes::LOWEST[0].look_up(simd, stops_low & 15))
            .min(lanes::LOWEST[1].look_up(simd, stops_low >> 4))
            .min(lanes::LOWEST[2].look_up(simd, stops_high));

        // If the cell that stops the ray is empty: what is beside it, on the lower side and
        // on the higher one. The ray turns away from an atom on one side.
        let cell = backwards.select(u8x32::splat(simd, CELLS - 1) - number, number) & 15;
        let bit = lanes::BIT[low].look_up(simd, cell);
        let beside = seen(axis.beside) & lanes::BIT[high].look_up(simd, cell);
        let none_lower = ((seen(axis.lower) & bit) | (beside & 0x0f)).simd_eq(zero);
        let none_higher = ((seen(axis.higher) & bit) | (beside & 0xf0)).simd_eq(zero);
        let mut turned = none_lower ^ none_higher;
        let mut reflected = !(none_lower | none_higher);
        if ENTERING {
            // A ray cannot turn before it is in the box.
            let at_edge = number.simd_eq(self.start);
            reflected |= turned & at_edge;
            turned &= !at_edge;
        }
        turned &= self.runs;

        let [forwards_exits, backwards_exits] = axis.exits;
        let exit = backwards.select(
            backwards_exits.look_up(simd, way),
            forwards_exits.look_up(simd, way),
        );
        let symbol = reflected.select(
            u8x32::splat(simd, SYMBOL | REFLECTED),
            u8x32::splat(simd, SYMBOL | ABSORBED),
        );
        let out = number.simd_eq(u8x32::splat(simd, NO_CELL));
        self.results = self.runs.select(out.select(exit, symbol), self.results);
        if STATISTICS {
            let end = number.min(u8x32::splat(simd, CELLS));
            self.length += self.runs.select(end - self.start, zero);
            self.turns += turned.select(u8x32::splat(simd, 1), zero);
        }

        // The cell where it is tells the new line. The old line tells what is ahead of the
        // ray now.
        let standing = backwards.select(u8x32::splat(simd, CELLS) - number, number - 1);
        self.backwards = none_lower;
        self.start = none_lower.select(u8x32::splat(simd, CELLS) - way, way + 1);
        self.ahead = [
            lanes::FROM[low].look_up(simd, self.start),
            lanes::FROM[high].look_up(simd, self.start),
        ];
        self.way = turned.select(standing, way);
        self.runs = turned;
        turned.to_bitmask() != 0
    }
}
