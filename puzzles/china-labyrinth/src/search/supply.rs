//! Whether the pieces that are left have the doors that are demanded.

use super::boards::{Fit, members};
use crate::rules::Doors;

/// A set of directions, one a byte, and one in the seventh byte.
static SPREAD: [u64; 64] = {
    let mut spread = [1 << 48; 64];
    let mut set = 0;
    while set < 64 {
        let mut d = 0;
        while d < 6 {
            if set >> d & 1 == 1 {
                spread[set] |= 1 << (8 * d);
            }
            d += 1;
        }
        set += 1;
    }
    spread
};

/// For every direction how many pieces have a door there, and how many are
/// blank, in bytes side by side; in the seventh byte, how many pieces there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Supply {
    doors: u64,
    blanks: u64,
}

impl Supply {
    pub(super) fn of(directions: usize, pieces: u64) -> Supply {
        let mut supply = Supply::default();
        for piece in members(pieces) {
            supply.add_piece(directions, piece);
        }
        supply
    }

    #[inline(always)]
    fn of_piece(directions: usize, piece: Doors) -> Supply {
        let all = (1 << directions) - 1;
        Supply {
            doors: SPREAD[usize::from(piece & 63)],
            blanks: SPREAD[usize::from(!piece & all & 63)],
        }
    }

    #[inline(always)]
    pub(super) fn add_piece(&mut self, directions: usize, piece: Doors) {
        let piece = Supply::of_piece(directions, piece);
        self.doors += piece.doors;
        self.blanks += piece.blanks;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, directions: usize, piece: Doors) {
        let piece = Supply::of_piece(directions, piece);
        self.doors -= piece.doors;
        self.blanks -= piece.blanks;
    }

    /// How many doors the pieces have together.
    #[inline(always)]
    pub(super) fn doors(self) -> u32 {
        self.doors.to_le_bytes()[..6]
            .iter()
            .copied()
            .map(u32::from)
            .sum()
    }

    /// One more cell that demands a piece.
    #[inline(always)]
    pub(super) fn add(&mut self, fit: Fit) {
        self.doors += SPREAD[usize::from(fit.must & 63)];
        self.blanks += SPREAD[usize::from(fit.must_not & 63)];
    }

    /// Is there enough of everything?
    #[inline(always)]
    pub(super) fn covers(self, demand: Supply) -> bool {
        const GUARD: u64 = 0x0080_8080_8080_8080;
        // No byte is above 64, so a guard bit is only lost where the demand
        // is greater.
        let doors = (self.doors | GUARD) - demand.doors;
        let blanks = (self.blanks | GUARD) - demand.blanks;
        doors & blanks & GUARD == GUARD
    }
}
