//! The rays, one lane each, and what they see from their ways.

use fearless_simd::prelude::*;
use fearless_simd::{i64x4, mask8x32, mask64x4, u8x32, u64x4};

use super::super::spectrum::{ABSORBED, REFLECTED};
use super::super::symmetry::SmallBoard;
use super::lanes::{self, BACKWARDS, Layout};

/// Marks a result that is a symbol and not a position.
pub(super) const SYMBOL: u8 = 0x80;

/// Shoots all rays and follows them until they have ended.
#[inline(always)]
pub(super) fn shoot<S: Simd, const STATISTICS: bool>(
    simd: S,
    board: SmallBoard,
    layout: &Layout,
) -> Rays<S> {
    let mut view = View::new(simd, board, layout);
    let mut rays = Rays::entering(simd, layout);
    // A ray cannot turn before it is in the box.
    let mut seen = View {
        turn: view.turn & !layout.edge.load(simd),
        ..view
    };
    while rays.run::<STATISTICS>(simd, seen) {
        view = view.turned();
        seen = view.look(rays.way);
    }
    rays
}

/// The same for two molecules side by side: while the processor waits for a step of the
/// one, it does a step of the other. A ray that has ended stays as it is.
#[inline(always)]
pub(super) fn shoot_two<S: Simd, const STATISTICS: bool>(
    simd: S,
    boards: [SmallBoard; 2],
    layout: &Layout,
) -> [Rays<S>; 2] {
    // Each is written out, because a closure or `map` may not be compiled for the
    // processor's instructions.
    let mut view = View::new(simd, boards[0], layout);
    let mut other_view = View::new(simd, boards[1], layout);
    let mut rays = Rays::entering(simd, layout);
    let mut others = Rays::entering(simd, layout);
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
    }
    [rays, others]
}

/// What a ray sees from every way.
#[derive(Clone, Copy)]
struct View<S: Simd> {
    /// Cells with an atom there or beside, which stop a ray.
    stop: u8x32<S>,
    /// Cells before which it turns, because an atom is on one side of them.
    turn: u8x32<S>,
    /// Cells with an atom beside them on the higher line or column.
    higher: u8x32<S>,
    atom: u8x32<S>,
    /// The position where the ray comes out.
    exit: u8x32<S>,
}

impl<S: Simd> View<S> {
    /// By lane: what each ray sees when it enters.
    #[inline(always)]
    fn new(simd: S, board: SmallBoard, layout: &Layout) -> View<S> {
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
        View {
            stop: lower | atom | higher,
            turn: (lower ^ higher) & !atom,
            higher,
            atom,
            exit: layout.exit.load(simd),
        }
    }

    /// The view after one more turn: rays that ran along lines now run along columns.
    #[inline(always)]
    fn turned(self) -> View<S> {
        View {
            stop: self.stop.slide::<16>(self.stop),
            turn: self.turn.slide::<16>(self.turn),
            higher: self.higher.slide::<16>(self.higher),
            atom: self.atom.slide::<16>(self.atom),
            exit: self.exit.slide::<16>(self.exit),
        }
    }

    #[inline(always)]
    fn look(self, way: u8x32<S>) -> View<S> {
        View {
            stop: self.stop.swizzle_dyn_within_blocks(way),
            turn: self.turn.swizzle_dyn_within_blocks(way),
            higher: self.higher.swizzle_dyn_within_blocks(way),
            atom: self.atom.swizzle_dyn_within_blocks(way),
            exit: self.exit.swizzle_dyn_within_blocks(way),
        }
    }
}

pub(super) struct Rays<S: Simd> {
    /// The line or column of the ray, and [`BACKWARDS`] if it runs backwards.
    way: u8x32<S>,
    /// The cells ahead of it; 0 once it has ended.
    ahead: u8x32<S>,
    /// The number of the first cell ahead.
    start: u8x32<S>,
    ended: mask8x32<S>,
    /// The cell that stopped it last; 0 if it came out.
    stop: u8x32<S>,
    /// The atoms on its last line or column.
    atom: u8x32<S>,
    /// The position where that line or column ends.
    exit: u8x32<S>,
    /// The number of cells that it entered.
    pub(super) length: u8x32<S>,
    pub(super) turns: u8x32<S>,
}

impl<S: Simd> Rays<S> {
    #[inline(always)]
    fn entering(simd: S, layout: &Layout) -> Rays<S> {
        let zero = u8x32::splat(simd, 0);
        Rays {
            way: lanes::WAY.load(simd),
            ahead: layout.used.load(simd),
            start: layout.start.load(simd),
            ended: mask8x32::splat(simd, false),
            stop: zero,
            atom: zero,
            exit: zero,
            length: zero,
            turns: zero,
        }
    }

    /// Every ray runs until it ends or turns. Has any turned?
    #[inline(always)]
    fn run<const STATISTICS: bool>(&mut self, simd: S, seen: View<S>) -> bool {
        let zero = u8x32::splat(simd, 0);
        let stops = seen.stop & self.ahead;
        let stop = stops & (zero - stops);
        self.stop = self.ended.select(self.stop, stop);
        self.atom = self.ended.select(self.atom, seen.atom);
        self.exit = self.ended.select(self.exit, seen.exit);

        // A ray that does not turn has ended, now or earlier. A ray turns away
        // from the atom: backwards if the atom is on the higher side.
        let ended = (stop & seen.turn).simd_eq(zero);
        let atom_is_lower = (stop & seen.higher).simd_eq(zero);
        let heading = atom_is_lower.select(zero, u8x32::splat(simd, BACKWARDS));
        let new_way_at_old_line = heading | (self.way & !BACKWARDS);

        let code = lanes::code(simd, stop);
        if STATISTICS {
            let end = lanes::NUMBER.look_up(simd, code);
            self.length += self.ended.select(zero, end - self.start);
            self.turns += ended.select(zero, u8x32::splat(simd, 1));
            self.start = lanes::START.look_up(simd, new_way_at_old_line);
        }

        // The old line tells what is ahead of the ray now. The cell where it is
        // tells the new line.
        let ahead = lanes::AHEAD.look_up(simd, new_way_at_old_line);
        self.ahead = ended.select(zero, ahead);
        let standing = lanes::NUMBER_BEFORE.look_up(simd, code);
        self.way = heading | (standing ^ lanes::COUNTED_FROM.look_up(simd, self.way));
        self.ended = ended;
        // Not `any_false`: LLVM cannot compile it to WebAssembly with SIMD (rustc 1.95, 1.96).
        ended.to_bitmask() != u64::from(u32::MAX)
    }

    /// May a ray have entered more cells than the first limit, or turned more often than
    /// the second? Cells that a small box lacks count, too.
    #[inline(always)]
    pub(super) fn may_exceed(&self, simd: S, [length, turns]: [u8; 2]) -> bool {
        let longer = self.length.simd_gt(u8x32::splat(simd, length));
        let turned_more = self.turns.simd_gt(u8x32::splat(simd, turns));
        (longer | turned_more).any_true()
    }

    /// The result of each ray: the position where it came out, or [`SYMBOL`] and the symbol.
    #[inline(always)]
    pub(super) fn results(&self, simd: S) -> u8x32<S> {
        let zero = u8x32::splat(simd, 0);
        let absorbed = u8x32::splat(simd, SYMBOL | ABSORBED);
        let reflected = u8x32::splat(simd, SYMBOL | REFLECTED);
        let no_atom = (self.stop & self.atom).simd_eq(zero);
        let symbol = no_atom.select(reflected, absorbed);
        self.stop.simd_eq(zero).select(self.exit, symbol)
    }
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
