//! Tables with one byte per lane, and look-ups across several registers.
//!
//! The rays of a box up to 8 wide fill one register, those of a wider box two. Results by position use the same
//! number of registers, and the first one has the first 32 positions.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, mask8x32, u8x32};

use crate::board::Transform;

/// The number of lanes of a register.
pub(super) const LANES: usize = 32;

#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct LaneTable(pub(super) [u8; LANES]);

impl LaneTable {
    pub(super) const EMPTY: LaneTable = LaneTable([0; LANES]);

    /// A table with the same 16 bytes in both halves.
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

    /// For each lane, the byte at an index from 0 to 15 within the half of the table that the lane is in.
    #[inline(always)]
    pub(super) fn look_up<S: Simd>(&self, simd: S, index: u8x32<S>) -> u8x32<S> {
        self.load(simd).swizzle_dyn_within_blocks(index)
    }
}

static POSITION: LaneTable = LaneTable([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31,
]);

/// The positions that belong to the lanes of a register.
#[inline(always)]
pub(super) fn positions<S: Simd>(simd: S, register: usize) -> u8x32<S> {
    POSITION.load(simd) + (register * LANES) as u8
}

/// For each four-bit number, its bits in reverse order.
static REVERSED: LaneTable =
    LaneTable::twice([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);

/// As [`REVERSED`], shifted to the upper half of the byte.
static REVERSED_TO_HIGH: LaneTable = LaneTable::twice([
    0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0,
]);

/// Every byte with its bits in reverse order.
#[inline(always)]
pub(super) fn reversed<S: Simd>(simd: S, bytes: u8x32<S>) -> u8x32<S> {
    REVERSED_TO_HIGH.look_up(simd, bytes & 15) | REVERSED.look_up(simd, bytes >> 4)
}

/// Reduces a number below twice the modulus.
#[inline(always)]
pub(super) fn modulo<S: Simd>(number: u8x32<S>, modulus: u8x32<S>) -> u8x32<S> {
    number.min(number - modulus)
}

/// The lanes whose byte is negative as a signed number. Symbols are negative, positions are not.
#[inline(always)]
pub(super) fn is_negative<S: Simd>(simd: S, bytes: u8x32<S>) -> mask8x32<S> {
    let signed: i8x32<S> = bytes.bitcast();
    signed.simd_lt(i8x32::splat(simd, 0))
}

/// For each lane, the byte at an index into the registers 0 to `last`.
#[inline(always)]
pub(super) fn look_up_to<S: Simd, const R: usize>(
    simd: S,
    bytes: [u8x32<S>; R],
    last: usize,
    index: u8x32<S>,
) -> u8x32<S> {
    let mut found = bytes[0].swizzle_dyn(index);
    for register in 1..last + 1 {
        let further = index - (register * LANES) as u8;
        let other = bytes[register].swizzle_dyn(further & (LANES as u8 - 1));
        found = is_negative(simd, further).select(found, other);
    }
    found
}

/// For each lane, the byte at the index that a table gives.
#[inline(always)]
pub(super) fn look_up<S: Simd, const R: usize>(
    simd: S,
    bytes: [u8x32<S>; R],
    index: &[LaneTable; R],
) -> [u8x32<S>; R] {
    let mut found = bytes;
    for register in 0..R {
        found[register] = look_up_to(simd, bytes, R - 1, index[register].load(simd));
    }
    found
}

/// Where the R registers have the rays of a box, and how to permute them into images.
pub(crate) struct BoxTables<const R: usize> {
    pub width: usize,
    /// For each position, 0xff if the box has it, and the lane of the ray that enters there.
    pub positions: [LaneTable; R],
    pub lane_of_position: [LaneTable; R],
    /// For each lane, the position where its ray enters, or 0x7f if there is no ray.
    pub entry: [LaneTable; R],
    /// Places: the sides of the box in the order of positions, 8 R places each, of which the first `width` are
    /// used. For each place: its position, the lane of the ray that enters there, its source in the reverse
    /// order, and 0xff if it is used.
    pub position_of_place: [LaneTable; R],
    pub lane_of_place: [LaneTable; R],
    pub place_backwards: [LaneTable; R],
    pub places: [LaneTable; R],
    /// For each transform and position, the position from which the image takes its result.
    pub images: [[LaneTable; R]; 8],
}

impl<const R: usize> BoxTables<R> {
    /// The tables of a box. `lanes` has, for each position, the lane of the ray that enters there.
    pub(super) const fn new(width: usize, lanes: [u8; 2 * LANES]) -> BoxTables<R> {
        let mut tables = BoxTables {
            width,
            positions: [LaneTable::EMPTY; R],
            lane_of_position: [LaneTable::EMPTY; R],
            entry: [LaneTable([0x7f; LANES]); R],
            position_of_place: [LaneTable::EMPTY; R],
            lane_of_place: [LaneTable::EMPTY; R],
            place_backwards: [LaneTable::EMPTY; R],
            places: [LaneTable::EMPTY; R],
            images: [[LaneTable::EMPTY; R]; 8],
        };
        let mut position = 0;
        while position < 4 * width {
            let lane = lanes[position];
            put(&mut tables.positions, position, 0xff);
            put(&mut tables.lane_of_position, position, lane);
            put(&mut tables.entry, lane as usize, position as u8);
            let (side, along) = (position / width, position % width);
            let place = side * 8 * R + along;
            put(&mut tables.position_of_place, place, position as u8);
            put(&mut tables.lane_of_place, place, lane);
            put(&mut tables.places, place, 0xff);
            let mirrored = (3 - side) * 8 * R + width - 1 - along;
            put(&mut tables.place_backwards, mirrored, place as u8);
            let mut t = 0;
            while t < 8 {
                let source = Transform::ALL[t].source(position, 4 * width) as u8;
                put(&mut tables.images[t], position, source);
                t += 1;
            }
            position += 1;
        }
        tables
    }
}

const fn put<const R: usize>(tables: &mut [LaneTable; R], at: usize, byte: u8) {
    tables[at / LANES].0[at % LANES] = byte;
}
