//! The rays of a box up to 8 wide, in one register, with a byte for each row and column.
//!
//! Lane 8s + a belongs to the ray that enters on row or column a, counted from 0, from side s: west, east,
//! north, south. A *way* is a row or column with a direction of travel, in the same order: a row forwards or
//! backwards, a column forwards or backwards. Forwards is towards higher numbers.
//!
//! A ray on a row turns into a column, and all rays turn in the same step. So if the rays of lanes 0 to 15 are on
//! rows, those of lanes 16 to 31 are on columns, and vice versa. A look-up stays within a half of the register: a
//! way has 4 bits, the row or column from 0 to 7 plus [`BACKWARDS`], and the tables swap halves at every turn.
//!
//! In the byte of a row, bit k is the k-th cell from the west, or from the east for a ray that runs backwards,
//! and in the same way for columns, so the lowest set bit is the first that a ray meets. In a box of p < 8, the
//! lanes from a = p on are unused, and the bits of the missing cells are 0: the highest 8 - p, or the lowest
//! for a ray that runs backwards.

use fearless_simd::prelude::*;
use fearless_simd::{i64x4, mask8x32, mask64x4, u8x32, u64x4};

use super::LanedBoard;
use super::statistics::{Ended, SYMBOL};
use super::tables::{BoxTables, LANES, LaneTable, reversed};
use crate::board::spectrum::{ABSORBED, REFLECTED};
use crate::board::symmetry::SmallBoard;
use crate::board::{Config, Molecule, Position, Side, Size};

/// The bit of a way that runs towards lower rows or columns.
const BACKWARDS: u8 = 8;

/// For each lane, the way on which its ray enters.
static WAY: LaneTable = LaneTable::twice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

/// For each way, 7 if its cells are counted from the far end. The number of a cell XOR this value is the number
/// of the row or column that it is in.
static COUNTED_FROM: LaneTable = LaneTable::twice([0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7]);

/// The cells ahead of a ray that has turned. The index is its new direction, [`BACKWARDS`] or 0, plus its old
/// row or column.
static AHEAD: LaneTable = LaneTable::twice([
    0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80, 0, 0, 0x80, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe,
]);

/// As [`AHEAD`], the number of the cell before the first cell ahead.
static BEFORE: LaneTable = LaneTable::twice([0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0]);

/// Maps a byte with at most one bit set to an index below 16 for [`NUMBER_BEFORE`]. The bits from the lowest
/// one map to 1, 2, 4, 8, 15, 14, 13, 11, and 0 maps to 0.
#[inline(always)]
fn code<S: Simd>(simd: S, bit: u8x32<S>) -> u8x32<S> {
    bit.min(u8x32::splat(simd, 15)) - (bit >> 5)
}

/// For each code, the number of the set bit minus one, from -1 to 6, or 7 if no bit is set.
static NUMBER_BEFORE: LaneTable =
    LaneTable::twice([7, 0xff, 0, 0, 1, 0, 0, 0, 2, 0, 0, 6, 0, 5, 4, 3]);

/// The tables for one width of the box.
struct LaneLayout {
    tables: BoxTables<1>,
    /// For each lane, the bit of the first cell that the ray enters.
    edge: LaneTable,
    /// For each lane, the number of the cell before that one, which may be -1.
    before: LaneTable,
    /// For each way, the position at its far end, where an unstopped ray comes out.
    exit: LaneTable,
    /// For each lane, 0xff if it has a ray.
    used: LaneTable,
}

static LAYOUTS: [LaneLayout; SmallBoard::MAX_WIDTH + 1] = {
    let mut layouts = [const { LaneLayout::new(0) }; SmallBoard::MAX_WIDTH + 1];
    let mut width = 1;
    while width < layouts.len() {
        layouts[width] = LaneLayout::new(width);
        width += 1;
    }
    layouts
};

impl LaneLayout {
    const fn new(width: usize) -> LaneLayout {
        let mut lanes = [0; 2 * LANES];
        let mut layout = LaneLayout {
            tables: BoxTables::new(0, lanes),
            edge: LaneTable::EMPTY,
            before: LaneTable::EMPTY,
            exit: LaneTable::EMPTY,
            used: LaneTable::EMPTY,
        };
        const SIDES: [Side; 4] = [Side::West, Side::East, Side::North, Side::South];
        let mut lane = 0;
        while lane < LANES {
            let (from, across) = (lane / SmallBoard::MAX_WIDTH, lane % SmallBoard::MAX_WIDTH);
            if across < width {
                let size = Size::of_width(width);
                // Rays from the first and the third side run forwards, to the next side of `SIDES`.
                let entry = Position::beside(SIDES[from], across, size);
                let exit = Position::beside(SIDES[from ^ 1], across, size);
                let start = (SmallBoard::MAX_WIDTH - width) * (from % 2);
                lanes[entry.index()] = lane as u8;
                layout.edge.0[lane] = 1 << start;
                layout.before.0[lane] = (start as u8).wrapping_sub(1);
                layout.exit.0[lane] = exit.index() as u8;
                layout.used.0[lane] = 0xff;
            }
            lane += 1;
        }
        layout.tables = BoxTables::new(width, lanes);
        layout
    }
}

impl LanedBoard<1> for SmallBoard {
    type Side = u64;
    const MAX_WIDTH: usize = SmallBoard::MAX_WIDTH;

    #[inline]
    fn of(molecule: Molecule, config: Config) -> Option<SmallBoard> {
        SmallBoard::new(molecule, config)
    }

    #[inline(always)]
    fn tables(self) -> &'static BoxTables<1> {
        &LAYOUTS[self.width].tables
    }

    #[inline(always)]
    fn shoot<S: Simd, const STATISTICS: bool>(self, simd: S) -> [Ended<S>; 1] {
        let mut rays = LaneRays::entering(simd, self);
        let mut turns = 0;
        while rays.run::<STATISTICS>(simd) {
            rays.turn();
            turns += 1;
        }
        [rays.ended(simd, turns, self)]
    }

    /// Interleaves the two: while the processor waits for a step of one molecule, it does a step of the other.
    /// A ray that has ended no longer changes.
    #[inline(always)]
    fn shoot_two<S: Simd, const STATISTICS: bool>(
        simd: S,
        [one, other]: [SmallBoard; 2],
    ) -> [[Ended<S>; 1]; 2] {
        let mut rays = LaneRays::entering(simd, one);
        let mut others = LaneRays::entering(simd, other);
        let mut turns = 0;
        while rays.run::<STATISTICS>(simd) | others.run::<STATISTICS>(simd) {
            rays.turn();
            others.turn();
            turns += 1;
        }
        [
            [rays.ended(simd, turns, one)],
            [others.ended(simd, turns, other)],
        ]
    }
}

/// The cells that stop rays, one byte for each way or, after [`View::look`], for each ray.
#[derive(Clone, Copy)]
struct View<S: Simd> {
    /// Cells that stop a ray: they have an atom in them or beside them.
    stop: u8x32<S>,
    /// Cells before which a ray turns, because exactly one side of them has an atom.
    turn: u8x32<S>,
    /// Cells with an atom beside them in the next higher row or column.
    higher: u8x32<S>,
}

impl<S: Simd> View<S> {
    /// The view of each ray that enters, and the atoms on its row or column.
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

        // The rows beside a row are in the lanes before and after it.
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

    /// The view for the next step: rays that ran along rows now run along columns.
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

/// Swaps the halves of a table by way, for rays that have turned once more.
#[inline(always)]
fn turned<S: Simd>(by_way: u8x32<S>) -> u8x32<S> {
    by_way.slide::<16>(by_way)
}

struct LaneRays<S: Simd> {
    /// What stops rays on each way, what each ray sees of this, and the atoms on each way.
    view: View<S>,
    seen: View<S>,
    atom: u8x32<S>,
    /// The row or column of the ray, plus [`BACKWARDS`] if it runs backwards.
    way: u8x32<S>,
    /// The cells ahead of the ray; 0 once it has ended.
    ahead: u8x32<S>,
    /// The number of the cell before the cells ahead, which may be -1.
    before: u8x32<S>,
    ended: mask8x32<S>,
    /// The bit of the cell that last stopped the ray; 0 if it came out.
    stop: u8x32<S>,
    length: u8x32<S>,
    /// The number of steps since the ray ended, counting the step in which it did.
    waited: u8x32<S>,
}

impl<S: Simd> LaneRays<S> {
    #[inline(always)]
    fn entering(simd: S, board: SmallBoard) -> LaneRays<S> {
        let (layout, zero) = (&LAYOUTS[board.width], u8x32::splat(simd, 0));
        let (view, atom) = View::new(simd, board);
        LaneRays {
            view,
            // A ray cannot turn before it has entered the box.
            seen: View {
                turn: view.turn & !layout.edge.load(simd),
                ..view
            },
            atom,
            way: WAY.load(simd),
            ahead: layout.used.load(simd),
            before: layout.before.load(simd),
            ended: mask8x32::splat(simd, false),
            stop: zero,
            length: zero,
            waited: zero,
        }
    }

    /// Every ray runs until it ends or turns. Returns whether any ray has turned.
    #[inline(always)]
    fn run<const STATISTICS: bool>(&mut self, simd: S) -> bool {
        let seen = self.seen;
        let zero = u8x32::splat(simd, 0);
        let stops = seen.stop & self.ahead;
        let stop = stops & (zero - stops);
        self.stop = self.ended.select(self.stop, stop);

        // A ray that does not turn has ended, in this step or before. A ray turns away from the atom: backwards
        // if the atom is on the higher side.
        let ended = (stop & seen.turn).simd_eq(zero);
        let atom_is_lower = (stop & seen.higher).simd_eq(zero);
        let heading = atom_is_lower.select(zero, u8x32::splat(simd, BACKWARDS));
        let new_way_at_old_line = heading | (self.way & !BACKWARDS);

        let standing = NUMBER_BEFORE.look_up(simd, code(simd, stop));
        if STATISTICS {
            self.length += self.ended.select(zero, standing - self.before);
            self.before = BEFORE.look_up(simd, new_way_at_old_line);
        }

        // The old row or column is the place of the ray on its new way, which gives the cells ahead. The cell
        // where it turned gives the number of its new way.
        let ahead = AHEAD.look_up(simd, new_way_at_old_line);
        self.ahead = ended.select(zero, ahead);
        let way = heading | (standing ^ COUNTED_FROM.look_up(simd, self.way));
        self.way = ended.select(self.way, way);
        self.ended = ended;
        // A true lane is -1 as a number.
        self.waited -= ended.to_vector().bitcast::<u8x32<S>>();
        // Not `any_false`: LLVM cannot compile it to WebAssembly with SIMD (rustc 1.95, 1.96).
        ended.to_bitmask() != u64::from(u32::MAX)
    }

    /// Looks along the new ways.
    #[inline(always)]
    fn turn(&mut self) {
        self.view = self.view.turned();
        self.seen = self.view.look(self.way);
    }

    /// The results of the rays after some steps.
    #[inline(always)]
    fn ended(self, simd: S, turns: u8, board: SmallBoard) -> Ended<S> {
        let (zero, one) = (u8x32::splat(simd, 0), u8x32::splat(simd, 1));
        let turns = u8x32::splat(simd, turns) + one - self.waited;
        let is_odd = (turns & one).simd_eq(one);
        let atom = last(self.atom, self.way, is_odd);
        let exit = LAYOUTS[board.width].exit.load(simd);
        let exit = last(exit, self.way, is_odd);
        let no_atom = (self.stop & atom).simd_eq(zero);
        let absorbed = u8x32::splat(simd, SYMBOL | ABSORBED);
        let reflected = u8x32::splat(simd, SYMBOL | REFLECTED);
        let symbol = no_atom.select(reflected, absorbed);
        Ended {
            results: self.stop.simd_eq(zero).select(exit, symbol),
            length: self.length,
            turns,
        }
    }
}

/// Looks up the last way of each ray in a table by way, whose halves are swapped after an odd number of turns.
#[inline(always)]
fn last<S: Simd>(by_way: u8x32<S>, way: u8x32<S>, is_odd: mask8x32<S>) -> u8x32<S> {
    let turned = turned(by_way).swizzle_dyn_within_blocks(way);
    is_odd.select(turned, by_way.swizzle_dyn_within_blocks(way))
}

/// The columns of a box, one byte each, from its rows: shifts one bit of every row to the top of its byte, and
/// collects the top bits.
#[inline(always)]
fn columns<S: Simd>(simd: S, lines: u64) -> u64 {
    let lines = u64x4::splat(simd, lines);
    let west = simd.shlv_u64x4(lines, u64x4::load_array(simd, [7, 6, 5, 4]));
    let east = simd.shlv_u64x4(lines, u64x4::load_array(simd, [3, 2, 1, 0]));
    mask8x32::from_vector(west.bitcast()).to_bitmask()
        | mask8x32::from_vector(east.bitcast()).to_bitmask() << 32
}
