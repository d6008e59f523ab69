//! Whether the pieces that are left have the doors that are demanded.

use super::boards::Fit;
use crate::rules::Doors;

/// A set of directions, one a byte.
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

/// The pieces with a door in a direction.
const fn with_door(direction: usize) -> u64 {
    // The pieces without it stand in blocks of 2^d, and so do those with it.
    (u64::MAX / ((1 << (1 << direction)) + 1)) << (1 << direction)
}

/// How many doors these pieces have together.
#[inline(always)]
pub(super) fn doors(pieces: u64) -> u32 {
    (0..6).map(|d| (pieces & with_door(d)).count_ones()).sum()
}

/// For every direction how many cells demand a piece with a door there, and how many a
/// piece without one, in bytes side by side.
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
        let spread = |doors: Doors| SPREAD[usize::from(doors & 63)];
        self.cells += 1;
        self.doors += spread(must);
        self.blanks += spread(must_not);
    }

    /// Do these pieces have enough of everything?
    #[inline(always)]
    pub(super) fn is_met_by(self, pieces: u64) -> bool {
        let all = pieces.count_ones();
        let (doors, blanks) = (self.doors.to_le_bytes(), self.blanks.to_le_bytes());
        self.cells <= all
            && (0..6).all(|d| {
                let with = (pieces & with_door(d)).count_ones();
                u32::from(doors[d]) <= with && u32::from(blanks[d]) <= all - with
            })
    }
}
