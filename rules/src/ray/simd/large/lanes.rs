//! The meaning of the lanes, and tables with one byte per lane.
//!
//! A register has 32 lanes, two blocks of 16. In one register, the first block has the rays
//! from the west, the second those from the east. The blocks of another register have those
//! from the south and the north. Each side is in the order of its positions. Lanes from p on
//! are empty.

use super::super::lanes::LaneTable;
use super::NARROWEST;
use crate::board::{MAX_WIDTH, Position, Side, Size};

pub(super) const BLOCK: usize = 16;

/// The number of cells of the longest line.
pub(super) const CELLS: u8 = MAX_WIDTH as u8;

/// Means that there is no cell.
pub(super) const NO_CELL: u8 = 15;

/// The number of the lowest bit in the first, second or third four bits of a line, or
/// [`NO_CELL`] if no bit is set.
pub(super) static LOWEST: [LaneTable; 3] = [
    LaneTable::twice([NO_CELL, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0]),
    LaneTable::twice([NO_CELL, 4, 5, 4, 6, 4, 5, 4, 7, 4, 5, 4, 6, 4, 5, 4]),
    LaneTable::twice([NO_CELL, 8, 9, 8, 10, 8, 9, 8, 11, 8, 9, 8, 10, 8, 9, 8]),
];

/// By number, the bit of a cell: in the low byte of a line, and twice in the high one, from
/// bit 0 and from bit 4 on. [`NO_CELL`] has no bit.
pub(super) static BIT: [LaneTable; 2] = [
    LaneTable::twice([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]),
    LaneTable::twice([0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x22, 0x44, 0, 0, 0, 0, 0]),
];

/// By number, this cell and those behind it: the low byte and the high one.
pub(super) static FROM: [LaneTable; 2] = [
    LaneTable::twice([
        0xff, 0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0,
    ]),
    LaneTable::twice([7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 4, 0, 0, 0, 0, 0]),
];

/// Takes the low bytes of the first sixteen 16-bit numbers, for either block.
pub(super) static LOW_BYTES: LaneTable =
    LaneTable::twice([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]);

/// Takes the high bytes in the same way.
pub(super) static HIGH_BYTES: LaneTable =
    LaneTable::twice([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31]);

/// The rays of a register before they enter.
pub(super) struct Entering {
    /// By lane, the row or column along which the ray enters, counted from 0.
    pub way: LaneTable,
    /// All bits if it enters towards lower columns or lines.
    pub backwards: LaneTable,
    /// The number of the first cell that it enters.
    pub start: LaneTable,
    /// The position where it enters, or a number above all positions if there is no ray.
    pub position: LaneTable,
    /// All bits if there is a ray.
    pub used: LaneTable,
}

/// Tables for the width of the box.
pub(super) struct WideLayout {
    /// The rays from the west and the east, and those from the south and the north.
    pub entering: [Entering; 2],
    /// For rows and columns, where a ray comes out that runs forwards or backwards, by their numbers.
    pub exits: [[LaneTable; 2]; 2],
    /// By position, in two registers, the lane in its block of the ray that enters there.
    pub lane_of_position: [LaneTable; 2],
    /// In the first register, all bits if the position is on the west, south, east side.
    pub low_sides: [LaneTable; 3],
    /// In the second register, all bits if it is on the east side.
    pub high_east: LaneTable,
}

static LAYOUTS: [WideLayout; MAX_WIDTH - NARROWEST + 1] =
    [WideLayout::new(9), WideLayout::new(10), WideLayout::new(11)];

impl WideLayout {
    #[inline(always)]
    pub(super) fn of_width(width: usize) -> &'static WideLayout {
        &LAYOUTS[width - NARROWEST]
    }

    const fn new(width: usize) -> WideLayout {
        const EMPTY: Entering = Entering {
            way: LaneTable([0; 2 * BLOCK]),
            backwards: LaneTable([0; 2 * BLOCK]),
            start: LaneTable([0; 2 * BLOCK]),
            position: LaneTable([0x7f; 2 * BLOCK]),
            used: LaneTable([0; 2 * BLOCK]),
        };
        let p = width as u8;
        let mut layout = WideLayout {
            entering: [EMPTY; 2],
            exits: [const { [const { LaneTable([0; 2 * BLOCK]) }; 2] }; 2],
            lane_of_position: [const { LaneTable([0; 2 * BLOCK]) }; 2],
            low_sides: [const { LaneTable([0; 2 * BLOCK]) }; 3],
            high_east: LaneTable([0; 2 * BLOCK]),
        };
        const ENDS: [[Side; 2]; 2] = [[Side::East, Side::West], [Side::South, Side::North]];
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
            // West and south are first. Rays from the east and the south run backwards.
            let (register, block) = (side % 2, side / 2);
            let backwards = side == 1 || side == 2;
            let lane = block * BLOCK + on_side;
            let entering = &mut layout.entering[register];
            entering.way.0[lane] = if block == 0 { on_side } else { from_far_end } as u8;
            entering.backwards.0[lane] = if backwards { 0xff } else { 0 };
            entering.start.0[lane] = if backwards { CELLS - p } else { 0 };
            entering.position.0[lane] = position as u8;
            entering.used.0[lane] = 0xff;
            let (half, place) = (position / (2 * BLOCK), position % (2 * BLOCK));
            layout.lane_of_position[half].0[place] = on_side as u8;
            if half == 0 && side < 3 {
                layout.low_sides[side].0[place] = 0xff;
            } else if half == 1 && side == 2 {
                layout.high_east.0[place] = 0xff;
            }
            position += 1;
        }
        layout
    }
}
