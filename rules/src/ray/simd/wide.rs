//! The rays of a box 9 to 11 wide, whose rows and columns need more than a byte each.
//!
//! There are two differences from [`small`](super::small). The cells of a row take two bytes, which are looked
//! up and searched one after the other. And the rays take two registers: while those of one run along rows,
//! those of the other run along columns, so at every turn they swap their tables.
//!
//! A register has 32 lanes, two blocks of 16. The blocks of one register have the rays from the west and those
//! from the east, and the blocks of the other those from the south and those from the north. Each block is in
//! the order of positions. Lanes from p on are unused.

use fearless_simd::prelude::*;
use fearless_simd::{mask8x32, u8x32, u64x4};

use super::LanedBoard;
use super::statistics::{Ended, SYMBOL};
use super::tables::{BoxTables, LANES, LaneTable, reversed};
use crate::board::spectrum::{ABSORBED, REFLECTED};
use crate::board::symmetry::SmallBoard;
use crate::board::{Config, MAX_WIDTH, Molecule, Position, Side, Size};

const NARROWEST: usize = SmallBoard::MAX_WIDTH + 1;

const BLOCK: usize = LANES / 2;

/// The number of cells of the longest row.
const CELLS: u8 = MAX_WIDTH as u8;

/// Stands for no cell.
const NO_CELL: u8 = 15;

/// The number of the lowest set bit in the first, second or third four bits of a row, or [`NO_CELL`] if none is
/// set.
static LOWEST: [LaneTable; 3] = [
    LaneTable::twice([NO_CELL, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0]),
    LaneTable::twice([NO_CELL, 4, 5, 4, 6, 4, 5, 4, 7, 4, 5, 4, 6, 4, 5, 4]),
    LaneTable::twice([NO_CELL, 8, 9, 8, 10, 8, 9, 8, 11, 8, 9, 8, 10, 8, 9, 8]),
];

/// For each cell number, its bit in the low byte of a row, and its bit in the high byte, at bit 0 and again at
/// bit 4. [`NO_CELL`] has no bit.
static BIT: [LaneTable; 2] = [
    LaneTable::twice([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]),
    LaneTable::twice([0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x22, 0x44, 0, 0, 0, 0, 0]),
];

/// For each cell number, the bits from this cell on: the low byte and the high byte.
static FROM: [LaneTable; 2] = [
    LaneTable::twice([
        0xff, 0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0,
    ]),
    LaneTable::twice([7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 4, 0, 0, 0, 0, 0]),
];

/// The indices of the low bytes of sixteen 16-bit numbers, in either block.
static LOW_BYTES: LaneTable =
    LaneTable::twice([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]);

/// The indices of their high bytes.
static HIGH_BYTES: LaneTable =
    LaneTable::twice([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31]);

/// The rays of a register before they enter.
struct Entering {
    /// For each lane, the row or column on which the ray enters, counted from 0.
    way: LaneTable,
    /// 0xff if the ray runs towards lower columns or rows.
    backwards: LaneTable,
    /// The number of the first cell that the ray enters, counted in its direction.
    start: LaneTable,
    /// 0xff if the lane has a ray.
    used: LaneTable,
}

/// The tables for one width of the box.
struct WideLayout {
    tables: BoxTables<2>,
    /// The rays from the west and the east, and those from the south and the north.
    entering: [Entering; 2],
    /// For rows and for columns, by their numbers, the positions where a ray comes out that runs forwards, and
    /// that runs backwards.
    exits: [[LaneTable; 2]; 2],
}

static LAYOUTS: [WideLayout; MAX_WIDTH - NARROWEST + 1] =
    [WideLayout::new(9), WideLayout::new(10), WideLayout::new(11)];

impl WideLayout {
    const fn new(width: usize) -> WideLayout {
        const EMPTY: Entering = Entering {
            way: LaneTable::EMPTY,
            backwards: LaneTable::EMPTY,
            start: LaneTable::EMPTY,
            used: LaneTable::EMPTY,
        };
        const ENDS: [[Side; 2]; 2] = [[Side::East, Side::West], [Side::South, Side::North]];
        let mut lanes = [0; 2 * LANES];
        let mut layout = WideLayout {
            tables: BoxTables::new(0, lanes),
            entering: [EMPTY; 2],
            exits: [[LaneTable::EMPTY; 2]; 2],
        };
        let size = Size::of_width(width);
        let mut lane = 0;
        while lane < 4 * BLOCK * 2 {
            let (axis, backwards, number) =
                (lane / (4 * BLOCK), lane / (2 * BLOCK) % 2, lane % BLOCK);
            if number < width {
                let exit = Position::beside(ENDS[axis][backwards], number, size);
                layout.exits[axis][backwards].0[lane % (2 * BLOCK)] = exit.index() as u8;
            }
            lane += 1;
        }
        let mut position = 0;
        while position < 4 * width {
            let (side, on_side) = (position / width, position % width);
            let from_far_end = width - 1 - on_side;
            // West and south have the first block. Rays from the east and the south run backwards.
            let (register, block) = (side % 2, side / 2);
            let backwards = side == 1 || side == 2;
            let lane = block * BLOCK + on_side;
            lanes[position] = (register * LANES + lane) as u8;
            let entering = &mut layout.entering[register];
            entering.way.0[lane] = if block == 0 { on_side } else { from_far_end } as u8;
            entering.backwards.0[lane] = if backwards { 0xff } else { 0 };
            entering.start.0[lane] = if backwards { CELLS - width as u8 } else { 0 };
            entering.used.0[lane] = 0xff;
            position += 1;
        }
        layout.tables = BoxTables::new(width, lanes);
        layout
    }
}

/// A molecule of a box 9 to 11 wide.
#[derive(Clone, Copy)]
pub(crate) struct WideBoard {
    bits: u128,
    width: usize,
}

impl WideBoard {
    /// The rows, 16 bits each, four to a word.
    #[inline(always)]
    fn lines(self) -> [u64; 3] {
        let WideBoard { bits, width } = self;
        let one = ((1 << width) - 1) * 0x0000_0001_0000_0001;
        let two = (1 << (2 * width)) - 1;
        let mut words = [0; 3];
        for (at, word) in words.iter_mut().enumerate() {
            let lines = (bits >> (4 * width * at)) as u64;
            let lines = lines & two | (lines >> (2 * width) & two) << 32;
            *word = lines & one | (lines >> width & one) << 16;
        }
        words
    }
}

impl LanedBoard<2> for WideBoard {
    type Side = u128;
    const MAX_WIDTH: usize = MAX_WIDTH;

    #[inline]
    fn of(molecule: Molecule, config: Config) -> Option<WideBoard> {
        let (bits, width) = (molecule.bits(), config.width());
        (NARROWEST..=MAX_WIDTH)
            .contains(&width)
            .then_some(WideBoard { bits, width })
    }

    #[inline(always)]
    fn tables(self) -> &'static BoxTables<2> {
        &LAYOUTS[self.width - NARROWEST].tables
    }

    #[inline(always)]
    fn shoot<S: Simd, const STATISTICS: bool>(self, simd: S) -> [Ended<S>; 2] {
        let layout = &LAYOUTS[self.width - NARROWEST];
        let axes = axes(simd, self.lines(), layout);
        let mut one = WideRays::entering(simd, &layout.entering[0]);
        let mut other = WideRays::entering(simd, &layout.entering[1]);
        let mut run = one.run::<true, STATISTICS>(simd, &axes[0])
            | other.run::<true, STATISTICS>(simd, &axes[1]);
        // Rays that ran along rows now run along columns.
        let mut axis = 1;
        while run {
            run = one.run::<false, STATISTICS>(simd, &axes[axis])
                | other.run::<false, STATISTICS>(simd, &axes[1 - axis]);
            axis = 1 - axis;
        }
        [one.ended, other.ended]
    }
}

/// The cells that stop rays on all rows, or on all columns: tables by row or column, with a low and a high byte
/// for its cells.
struct Axis<S: Simd> {
    /// Cells that stop a ray: they have an atom in them or beside them.
    stops: [u8x32<S>; 2],
    /// The same cells, counted from the far end of a row of eleven cells.
    stops_backwards: [u8x32<S>; 2],
    /// The low bytes of the cells without an atom that have one beside them in the next lower row or column.
    lower: u8x32<S>,
    /// The same for the next higher row or column.
    higher: u8x32<S>,
    /// The high bytes of `lower`, and those of `higher` shifted up by four bits.
    beside: u8x32<S>,
    /// The positions where a ray comes out that runs forwards, and that runs backwards.
    exits: &'static [LaneTable; 2],
}

/// The tables of the rows and of the columns.
#[inline(always)]
fn axes<S: Simd>(simd: S, lines: [u64; 3], layout: &'static WideLayout) -> [Axis<S>; 2] {
    let lines = bytes(simd, lines);
    let columns = bytes(simd, columns(lines));
    [
        Axis::new(simd, lines, &layout.exits[0]),
        Axis::new(simd, columns, &layout.exits[1]),
    ]
}

/// The low bytes and the high bytes of 16-bit rows, repeated in either block.
#[inline(always)]
fn bytes<S: Simd>(simd: S, [a, b, c]: [u64; 3]) -> [u8x32<S>; 2] {
    let lines: u8x32<S> = u64x4::load_array(simd, [a, b, c, 0]).bitcast();
    [
        lines.swizzle_dyn(LOW_BYTES.load(simd)),
        lines.swizzle_dyn(HIGH_BYTES.load(simd)),
    ]
}

/// The columns of a box, 16 bits each, from the bytes of its rows: shifts one column after the other to the top
/// of the bytes, and collects the top bits.
#[inline(always)]
fn columns<S: Simd>([low, high]: [u8x32<S>; 2]) -> [u64; 3] {
    // Starts with column 7 in the first block and column 10 in the second.
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
            // Reversed as 16 bits, the cells would begin at bit 5.
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
struct WideRays<S: Simd> {
    way: u8x32<S>,
    /// Whether the ray runs towards lower columns or rows. Its cells are numbered in its direction.
    backwards: mask8x32<S>,
    /// The cells ahead of the ray, and the number of the first one.
    ahead: [u8x32<S>; 2],
    start: u8x32<S>,
    runs: mask8x32<S>,
    /// The results, lengths and turns so far.
    ended: Ended<S>,
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
            ended: Ended {
                results: zero,
                length: zero,
                turns: zero,
            },
        }
    }

    /// Every ray runs until it ends or turns. Returns whether any ray has turned.
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
        let number = (LOWEST[0].look_up(simd, stops_low & 15))
            .min(LOWEST[1].look_up(simd, stops_low >> 4))
            .min(LOWEST[2].look_up(simd, stops_high));

        // If the cell that stops the ray is empty, checks whether the cells beside it on the lower and on the
        // higher side have atoms. The ray turns away from an atom on one side.
        let cell = backwards.select(u8x32::splat(simd, CELLS - 1) - number, number) & 15;
        let bit = BIT[low].look_up(simd, cell);
        let beside = seen(axis.beside) & BIT[high].look_up(simd, cell);
        let none_lower = ((seen(axis.lower) & bit) | (beside & 0x0f)).simd_eq(zero);
        let none_higher = ((seen(axis.higher) & bit) | (beside & 0xf0)).simd_eq(zero);
        let mut turned = none_lower ^ none_higher;
        let mut reflected = !(none_lower | none_higher);
        if ENTERING {
            // A ray cannot turn before it has entered the box.
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
        self.ended.results = self
            .runs
            .select(out.select(exit, symbol), self.ended.results);
        if STATISTICS {
            let end = number.min(u8x32::splat(simd, CELLS));
            self.ended.length += self.runs.select(end - self.start, zero);
            self.ended.turns += turned.select(u8x32::splat(simd, 1), zero);
        }

        // The cell where the ray turns gives its new row or column. Its old one is its place there, which gives
        // the cells ahead.
        let standing = backwards.select(u8x32::splat(simd, CELLS) - number, number - 1);
        self.backwards = none_lower;
        self.start = none_lower.select(u8x32::splat(simd, CELLS) - way, way + 1);
        self.ahead = [
            FROM[low].look_up(simd, self.start),
            FROM[high].look_up(simd, self.start),
        ];
        self.way = turned.select(standing, way);
        self.runs = turned;
        turned.to_bitmask() != 0
    }
}
