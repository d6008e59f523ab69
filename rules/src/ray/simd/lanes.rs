//! The meaning of the lanes, and tables with one byte per lane.
//!
//! Lane 8s + a belongs to the ray that enters on row or column a, counted
//! from 0, from side s: west, east, north, south. The *ways* of a ray are in
//! the same order: along a line forwards or backwards, along a column forwards
//! or backwards. Forwards is towards higher numbers.
//!
//! A ray on a line turns into a column, and all turn at the same time. So if
//! the rays of the low half, lanes 0 to 15, are on lines, those of the high
//! half are on columns, and the reverse. A look-up stays within a half: a way
//! is 4 bits, 0 to 7 for the row or column, plus [`BACKWARDS`], and the
//! tables swap halves at every turn.
//!
//! In the byte of a line, bit k is the k-th cell from the west, or from the
//! east for a ray that runs backwards. Columns are the same. A ray meets the
//! lowest bit first. In a box of p < 8, the lanes from a = p on are empty. The
//! bits of the missing cells are empty, too: the highest 8 - p, or the lowest
//! for a ray that runs backwards.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, mask8x32, u8x32};

use crate::board::symmetry::SmallBoard;
use crate::board::{Position, Side, Size};

/// The number of rays of the widest box.
pub(super) const LANES: usize = 4 * SmallBoard::MAX_WIDTH;

/// The bit of a way towards lower lines or columns.
pub(super) const BACKWARDS: u8 = 8;

#[repr(align(32))]
pub(super) struct LaneTable(pub(super) [u8; LANES]);

impl LaneTable {
    /// A table that is the same in both halves.
    pub(super) const fn twice(half: [u8; LANES / 2]) -> LaneTable {
        let mut table = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            table[lane] = half[lane % half.len()];
            lane += 1;
        }
        LaneTable(table)
    }

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> u8x32<S> {
        u8x32::load_array_ref(simd, &self.0)
    }

    /// By lane, the byte at the index, 0 to 15, in the lane's half.
    #[inline(always)]
    pub(super) fn look_up<S: Simd>(&self, simd: S, index: u8x32<S>) -> u8x32<S> {
        self.load(simd).swizzle_dyn_within_blocks(index)
    }
}

pub(super) static POSITION: LaneTable = LaneTable([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31,
]);

/// The way of each ray that enters.
pub(super) static WAY: LaneTable =
    LaneTable::twice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

/// By way, 7 if its cells count from the far end. The number of a cell, xor
/// this, is the number of its row or column.
pub(super) static COUNTED_FROM: LaneTable =
    LaneTable::twice([0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7]);

/// The cells ahead of a ray that has turned, by its new direction and its old
/// line, put together like a way.
pub(super) static AHEAD: LaneTable = LaneTable::twice([
    0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80, 0, 0, 0x80, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe,
]);

/// The same for the number of the cell before the first of them.
pub(super) static BEFORE: LaneTable =
    LaneTable::twice([0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0]);

/// Four bits with their order reversed.
pub(super) static REVERSED: LaneTable =
    LaneTable::twice([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);

/// The same, moved to the upper half of the byte.
pub(super) static REVERSED_TO_HIGH: LaneTable = LaneTable::twice([
    0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0,
]);

/// A number below 16 for each byte with at most one bit set, as an index for
/// [`NUMBER_BEFORE`]. In the order of bits: 1, 2, 4, 8, 15, 14, 13, 11; 0 for none.
#[inline(always)]
pub(super) fn code<S: Simd>(simd: S, bit: u8x32<S>) -> u8x32<S> {
    bit.min(u8x32::splat(simd, 15)) - (bit >> 5)
}

/// By code, the number of the bit before, from -1 to 6, or 7 if there is none.
pub(super) static NUMBER_BEFORE: LaneTable =
    LaneTable::twice([7, 0xff, 0, 0, 1, 0, 0, 0, 2, 0, 0, 6, 0, 5, 4, 3]);

/// A number below twice the modulus, modulo the modulus.
#[inline(always)]
pub(super) fn modulo<S: Simd>(number: u8x32<S>, modulus: u8x32<S>) -> u8x32<S> {
    number.min(number - modulus)
}

/// By lane, is the byte negative as a signed number? Symbols are; positions are not.
#[inline(always)]
pub(super) fn is_negative<S: Simd>(simd: S, bytes: u8x32<S>) -> mask8x32<S> {
    let signed: i8x32<S> = bytes.bitcast();
    signed.simd_lt(i8x32::splat(simd, 0))
}

/// Tables for the width of the box.
pub(super) struct LaneLayout {
    /// By lane, the first cell that the ray enters.
    pub edge: LaneTable,
    /// By lane, the number of the cell before that one, which may be -1.
    pub before: LaneTable,
    /// By lane, the position where the ray enters, or a number above all
    /// positions if there is no ray.
    pub entry: LaneTable,
    /// By way, the position where a ray that runs to its end comes out.
    pub exit: LaneTable,
    /// By lane, all bits if there is a ray.
    pub used: LaneTable,
    /// By position, the lane of the ray that enters there.
    pub lane_of_position: LaneTable,
    /// By position, all bits if the box has it.
    pub positions: LaneTable,
    /// The sides of the box in the order of positions, 8 places each, of which the first
    /// ones are used. By place: the position, the lane of the ray that enters there, its
    /// place in reverse order, and all bits if it is used.
    pub position_of_place: LaneTable,
    pub lane_of_place: LaneTable,
    pub place_backwards: LaneTable,
    pub places: LaneTable,
    /// In all lanes, the number of positions.
    pub around: LaneTable,
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
    #[inline(always)]
    pub(super) fn of_width(width: usize) -> &'static LaneLayout {
        &LAYOUTS[width]
    }

    const fn new(width: usize) -> LaneLayout {
        let mut layout = LaneLayout {
            edge: LaneTable([0; LANES]),
            before: LaneTable([0; LANES]),
            entry: LaneTable([0x7f; LANES]),
            exit: LaneTable([0; LANES]),
            used: LaneTable([0; LANES]),
            lane_of_position: LaneTable([0; LANES]),
            positions: LaneTable([0; LANES]),
            position_of_place: LaneTable([0; LANES]),
            lane_of_place: LaneTable([0; LANES]),
            place_backwards: LaneTable([0; LANES]),
            places: LaneTable([0; LANES]),
            around: LaneTable([4 * width as u8; LANES]),
        };
        let mut lane = 0;
        while lane < LANES {
            let across = lane % SmallBoard::MAX_WIDTH;
            if across < width {
                let size = Size::of_width(width);
                let west = Position::beside(Side::West, across, size).index();
                let south = Position::beside(Side::South, across, size).index();
                let east = Position::beside(Side::East, across, size).index();
                let north = Position::beside(Side::North, across, size).index();
                let missing = SmallBoard::MAX_WIDTH - width;
                let (entry, exit, start) = match lane / SmallBoard::MAX_WIDTH {
                    0 => (west, east, 0),
                    1 => (east, west, missing),
                    2 => (north, south, 0),
                    _ => (south, north, missing),
                };
                layout.edge.0[lane] = 1 << start;
                layout.before.0[lane] = (start as u8).wrapping_sub(1);
                layout.entry.0[lane] = entry as u8;
                layout.exit.0[lane] = exit as u8;
                layout.used.0[lane] = 0xff;
                layout.lane_of_position.0[entry] = lane as u8;
                layout.positions.0[entry] = 0xff;
                let (side, along) = (entry / width, entry % width);
                let place = side * SmallBoard::MAX_WIDTH + along;
                layout.position_of_place.0[place] = entry as u8;
                layout.lane_of_place.0[place] = lane as u8;
                let mirrored = (3 - side) * SmallBoard::MAX_WIDTH + width - 1 - along;
                layout.place_backwards.0[mirrored] = place as u8;
                layout.places.0[place] = 0xff;
            }
            lane += 1;
        }
        layout
    }
}
