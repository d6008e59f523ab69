//! The rays, one lane each, and what they see from their ways.

use fearless_simd::prelude::*;
use fearless_simd::{i64x4, mask8x32, mask64x4, u8x32, u64x4};

use super::lanes::{self, BACKWARDS, LaneLayout};
use super::statistics::{Ended, SYMBOL};
use crate::board::spectrum::{ABSORBED, REFLECTED};
use crate::board::symmetry::SmallBoard;

/// Fires all rays and follows them until they have ended.
#[inline(always)]
pub(super) fn shoot<S: Simd, const STATISTICS: bool>(
    simd: S,
    board: SmallBoard,
    layout: &LaneLayout,
) -> Ended<S> {
    let (mut view, atom) = View::new(simd, board);
    let mut rays = LaneRays::entering(simd, layout);
    let mut turns = 0;
    // A ray cannot turn before it is in the box.
    let mut seen = View {
        turn: view.turn & !layout.edge.load(simd),
        ..view
    };
    while rays.run::<STATISTICS>(simd, seen) {
        view = view.turned();
        seen = view.look(rays.way);
        turns += 1;
    }
    rays.ended(simd, atom, turns, layout)
}

/// The same for two molecules side by side: while the processor waits for a step of the
/// one, it does a step of the other. A ray that has ended stays as it is.
#[inline(always)]
pub(super) fn shoot_two<S: Simd, const STATISTICS: bool>(
    simd: S,
    boards: [SmallBoard; 2],
    layout: &LaneLayout,
) -> [Ended<S>; 2] {
    // Each is written out, because a closure or `map` may not be compiled for the
    // processor's instructions.
    let (mut view, atom) = View::new(simd, boards[0]);
    let (mut other_view, other_atom) = View::new(simd, boards[1]);
    let mut rays = LaneRays::entering(simd, layout);
    let mut others = LaneRays::entering(simd, layout);
    let mut turns = 0;
    let edge = layout.edge.load(simd);
    let mut seen = View {
        turn: view.turn & !edge,
        ..view
    };
    let mut seen_by_others = View {
        turn: other_view.turn & !edge,
        ..other_view
    };
    while rays.run::<STATISTICS>(simd, seen) | others.run::<STATISTICS>(simd, seen_by_others) {
        (view, other_view) = (view.turned(), other_view.turned());
        seen = view.look(rays.way);
        seen_by_others = other_view.look(others.way);
        turns += 1;
    }
    [
        rays.ended(simd, atom, turns, layout),
        others.ended(simd, other_atom, turns, layout),
    ]
}

/// What a ray sees from every way.
#[derive(Clone, Copy)]
struct View<S: Simd> {
    /// Cells with an atom there or beside, which stop a ray.
    stop: u8x32<S>,
    /// Cells before which it turns, because an atom is on one side of them.
    turn: u8x32<S>,
    /// Cells with an atom beside them on the higher row or column.
    higher: u8x32<S>,
}

impl<S: Simd> View<S> {
    /// By lane: what each ray sees when it enters, and the atoms on its row or column.
    #[inline(always)]
    fn new(simd: S, board: SmallBoard) -> (View<S>, u8x32<S>) {
        let lines = board.lines;
        let forwards = u64x4::load_array(simd, {
            let columns = columns(simd, lines);
            [lines, lines, columns, columns]
        });
        let backwards = reversed(simd, forwards.bitcast()).bitcast();
        let runs_backwards = mask64x4::from_vector(i64x4::load_array(simd, [0, -1, 0, -1]));
        let atom: u64x4<S> = runs_backwards.select(backwards, forwards);

        // What is beside a line is the line in the lane before or after.
        let lower: u8x32<S> = (atom << 8).bitcast();
        let higher: u8x32<S> = (atom >> 8).bitcast();
        let atom: u8x32<S> = atom.bitcast();
        let view = View {
            stop: lower | atom | higher,
            turn: (lower ^ higher) & !atom,
            higher,
        };
        (view, atom)
    }

    /// The view after one more turn: rays that ran along lines now run along columns.
    #[inline(always)]
    fn turned(self) -> View<S> {
        View {
            stop: turned(self.stop),
            turn: turned(self.turn),
            higher: turned(self.higher),
        }
    }

    #[inline(always)]
    fn look(self, way: u8x32<S>) -> View<S> {
        View {
            stop: self.stop.swizzle_dyn_within_blocks(way),
            turn: self.turn.swizzle_dyn_within_blocks(way),
            higher: self.higher.swizzle_dyn_within_blocks(way),
        }
    }
}

/// The same by way, for rays that have turned once more.
#[inline(always)]
fn turned<S: Simd>(by_way: u8x32<S>) -> u8x32<S> {
    by_way.slide::<16>(by_way)
}

struct LaneRays<S: Simd> {
    /// The row or column of the ray, and [`BACKWARDS`] if it runs backwards.
    way: u8x32<S>,
    /// The cells ahead of it; 0 once it has ended.
    ahead: u8x32<S>,
    /// The number of the cell before those ahead, which may be -1.
    before: u8x32<S>,
    ended: mask8x32<S>,
    /// The cell that stopped it last; 0 if it came out.
    stop: u8x32<S>,
    length: u8x32<S>,
    /// The number of runs of the others since it has ended, and 1.
    waited: u8x32<S>,
}

impl<S: Simd> LaneRays<S> {
    #[inline(always)]
    fn entering(simd: S, layout: &LaneLayout) -> LaneRays<S> {
        let zero = u8x32::splat(simd, 0);
        LaneRays {
            way: lanes::WAY.load(simd),
            ahead: layout.used.load(simd),
            before: layout.before.load(simd),
            ended: mask8x32::splat(simd, false),
            stop: zero,
            length: zero,
            waited: zero,
        }
    }

    /// Every ray runs until it ends or turns. Has any turned?
    #[inline(always)]
    fn run<const STATISTICS: bool>(&mut self, simd: S, seen: View<S>) -> bool {
        let zero = u8x32::splat(simd, 0);
        let stops = seen.stop & self.ahead;
        let stop = stops & (zero - stops);
        self.stop = self.ended.select(self.stop, stop);

        // A ray that does not turn has ended, now or earlier. A ray turns away
        // from the atom: backwards if the atom is on the higher side.
        let ended = (stop & seen.turn).simd_eq(zero);
        let atom_is_lower = (stop & seen.higher).simd_eq(zero);
        let heading = atom_is_lower.select(zero, u8x32::splat(simd, BACKWARDS));
        let new_way_at_old_line = heading | (self.way & !BACKWARDS);

        let standing = lanes::NUMBER_BEFORE.look_up(simd, lanes::code(simd, stop));
        if STATISTICS {
            self.length += self.ended.select(zero, standing - self.before);
            self.before = lanes::BEFORE.look_up(simd, new_way_at_old_line);
        }

        // The old line tells what is ahead of the ray now. The cell where it is
        // tells the new line.
        let ahead = lanes::AHEAD.look_up(simd, new_way_at_old_line);
        self.ahead = ended.select(zero, ahead);
        let way = heading | (standing ^ lanes::COUNTED_FROM.look_up(simd, self.way));
        self.way = ended.select(self.way, way);
        self.ended = ended;
        // As a number, true is -1.
        self.waited -= ended.to_vector().bitcast::<u8x32<S>>();
        // Not `any_false`: LLVM cannot compile it to WebAssembly with SIMD (rustc 1.95, 1.96).
        ended.to_bitmask() != u64::from(u32::MAX)
    }

    /// What has become of the rays after some turns, in a box with these atoms by way.
    #[inline(always)]
    fn ended(self, simd: S, atom: u8x32<S>, turns: u8, layout: &LaneLayout) -> Ended<S> {
        let (zero, one) = (u8x32::splat(simd, 0), u8x32::splat(simd, 1));
        let turns = u8x32::splat(simd, turns) + one - self.waited;
        let is_odd = (turns & one).simd_eq(one);
        let atom = last(atom, self.way, is_odd);
        let exit = last(layout.exit.load(simd), self.way, is_odd);
        let no_atom = (self.stop & atom).simd_eq(zero);
        let absorbed = u8x32::splat(simd, SYMBOL | ABSORBED);
        let reflected = u8x32::splat(simd, SYMBOL | REFLECTED);
        let symbol = no_atom.select(reflected, absorbed);
        Ended {
            entry: layout.entry.load(simd),
            results: self.stop.simd_eq(zero).select(exit, symbol),
            length: self.length,
            turns,
        }
    }
}

/// What rays see from their last ways. An odd number of turns may have led there.
#[inline(always)]
fn last<S: Simd>(by_way: u8x32<S>, way: u8x32<S>, is_odd: mask8x32<S>) -> u8x32<S> {
    let turned = turned(by_way).swizzle_dyn_within_blocks(way);
    is_odd.select(turned, by_way.swizzle_dyn_within_blocks(way))
}

/// The columns of a box, one byte each, from its lines: shifts one bit of every
/// line to the top of the line's byte and collects it there.
#[inline(always)]
fn columns<S: Simd>(simd: S, lines: u64) -> u64 {
    let lines = u64x4::splat(simd, lines);
    let west = simd.shlv_u64x4(lines, u64x4::load_array(simd, [7, 6, 5, 4]));
    let east = simd.shlv_u64x4(lines, u64x4::load_array(simd, [3, 2, 1, 0]));
    mask8x32::from_vector(west.bitcast()).to_bitmask()
        | mask8x32::from_vector(east.bitcast()).to_bitmask() << 32
}

/// Every byte with its bits in reverse order.
#[inline(always)]
pub(super) fn reversed<S: Simd>(simd: S, bytes: u8x32<S>) -> u8x32<S> {
    lanes::REVERSED_TO_HIGH.look_up(simd, bytes & 15) | lanes::REVERSED.look_up(simd, bytes >> 4)
}
