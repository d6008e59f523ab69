//! Whether the pieces that are left have the demanded doors.

use super::boards::Fit;
use crate::rules::Doors;

/// A number for every direction, in bytes side by side: the doors of a piece.
#[inline(always)]
pub(super) fn spread(doors: Doors) -> u64 {
    static SPREAD: [u64; 64] = {
        let mut spread = [0; 64];
        let mut i = 0;
        while i < 64 * 6 {
            let (set, d) = (i / 6, i % 6);
            spread[set] |= (set as u64 >> d & 1) << (8 * d);
            i += 1;
        }
        spread
    };
    SPREAD[usize::from(doors & 63)]
}

/// For every direction, the number of cells that demand a piece with a door there, and of those
/// that demand a piece without one.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Demand {
    cells: u32,
    doors: u64,
    blanks: u64,
}

impl Demand {
    /// One more cell that demands a piece.
    #[inline(always)]
    pub(super) fn add(&mut self, Fit { must, must_not }: Fit) {
        self.cells += 1;
        self.doors += spread(must);
        self.blanks += spread(must_not);
    }

    /// Are this number of pieces with these doors enough for all demands?
    #[inline(always)]
    pub(super) fn is_met_by(self, pieces: u32, doors: u64) -> bool {
        const ONES: u64 = 0x0000_0101_0101_0101;
        const GUARD: u64 = ONES << 7;
        if self.cells > pieces {
            return false;
        }
        // No byte is above 64, so a guard bit is lost only where the demand is greater.
        let blanks = ONES * u64::from(pieces) - doors;
        ((doors | GUARD) - self.doors) & ((blanks | GUARD) - self.blanks) & GUARD == GUARD
    }
}
