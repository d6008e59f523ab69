//! Where every ray comes out: a spectrum without its labels.

use super::path::Outcome;
use crate::board::{MAX_POSITIONS, Position, Size};

/// By position, the position where the ray shot from there comes out: its own
/// if it is reflected, [`Exits::ABSORBED`] if it is absorbed. What follows the
/// last position means nothing.
///
/// Two molecules have the same exits if and only if they have the same
/// spectrum. Exits are compared without renaming labels.
/// [`Tracer::exits`](super::Tracer::exits) finds them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exits {
    at: [u8; MAX_POSITIONS],
}

impl Exits {
    /// Means an absorbed ray.
    pub(crate) const ABSORBED: u8 = u8::MAX;

    /// Means a ray that has not been fired.
    pub(crate) const UNKNOWN: u8 = u8::MAX - 1;

    /// How the ray from a position ended, in a byte.
    pub(crate) const fn of(outcome: Outcome, position: u8) -> u8 {
        match outcome {
            Outcome::Absorbed => Exits::ABSORBED,
            Outcome::Reflected => position,
            Outcome::Out(exit) => exit.index() as u8,
        }
    }

    /// How the ray from a position of a box ended, from a byte.
    pub(crate) const fn outcome(exit: u8, position: u8, size: Size) -> Outcome {
        match exit {
            Exits::ABSORBED => Outcome::Absorbed,
            _ if exit == position => Outcome::Reflected,
            _ => Outcome::Out(Position::of(exit as usize, size)),
        }
    }

    #[inline]
    pub(super) fn of_positions(exits: &[u8]) -> Exits {
        let mut at = [0; MAX_POSITIONS];
        at[..exits.len()].copy_from_slice(exits);
        Exits { at }
    }

    /// The exits, by position.
    #[inline]
    pub(crate) const fn at(&self) -> &[u8; MAX_POSITIONS] {
        &self.at
    }
}

/// The exits side by side: one machine word per side, one byte per position. The byte is
/// the number of positions from there to where the ray comes out, around the box. It is 0
/// for a reflected ray and [`Exits::ABSORBED`] for an absorbed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sides<W> {
    /// Sides and positions in their order.
    pub(crate) forwards: [W; 4],
    /// Both in reverse order, with the offsets counted backwards.
    pub(crate) backwards: [W; 4],
}

/// A side as one machine word.
pub(crate) trait SideWord: Copy {
    /// From bytes in the order of positions, at most those of a word.
    fn from_offsets(offsets: &[u8]) -> Self;
    /// The first `positions` bytes in reverse order.
    fn reversed(self, positions: usize) -> Self;
}

impl SideWord for u64 {
    #[inline]
    fn from_offsets(offsets: &[u8]) -> u64 {
        let mut bytes = [0; 8];
        bytes[..offsets.len()].copy_from_slice(offsets);
        u64::from_le_bytes(bytes)
    }

    #[inline]
    fn reversed(self, positions: usize) -> u64 {
        self.swap_bytes() >> (u64::BITS as usize - 8 * positions)
    }
}

impl SideWord for u128 {
    #[inline]
    fn from_offsets(offsets: &[u8]) -> u128 {
        let mut bytes = [0; 16];
        bytes[..offsets.len()].copy_from_slice(offsets);
        u128::from_le_bytes(bytes)
    }

    #[inline]
    fn reversed(self, positions: usize) -> u128 {
        self.swap_bytes() >> (u128::BITS as usize - 8 * positions)
    }
}

impl<W: SideWord> Sides<W> {
    /// The sides of a spectrum of a box `width` cells wide.
    #[inline]
    pub(crate) fn of(exits: &Exits, width: usize) -> Sides<W> {
        // With a width that the compiler knows, a census takes 0.7 of the time.
        match width {
            1 => Sides::of_width::<1>(exits),
            2 => Sides::of_width::<2>(exits),
            3 => Sides::of_width::<3>(exits),
            4 => Sides::of_width::<4>(exits),
            5 => Sides::of_width::<5>(exits),
            6 => Sides::of_width::<6>(exits),
            7 => Sides::of_width::<7>(exits),
            8 => Sides::of_width::<8>(exits),
            9 => Sides::of_width::<9>(exits),
            10 => Sides::of_width::<10>(exits),
            _ => Sides::of_width::<11>(exits),
        }
    }

    #[inline(always)]
    fn of_width<const P: usize>(exits: &Exits) -> Sides<W> {
        let (forwards, backwards) = offsets::<P>(exits);
        let side = |offsets: &[u8], k: usize| W::from_offsets(&offsets[k * P..(k + 1) * P]);
        Sides {
            forwards: [0, 1, 2, 3].map(|k| side(&forwards, k)),
            backwards: [3, 2, 1, 0].map(|k| side(&backwards, k).reversed(P)),
        }
    }
}

/// The offsets of all positions, forwards and backwards; 0 for a reflected ray.
#[inline]
fn offsets<const P: usize>(exits: &Exits) -> ([u8; MAX_POSITIONS], [u8; MAX_POSITIONS]) {
    let around = 4 * P as u8;
    let difference = |to: u8, from: u8| {
        let difference = to.wrapping_sub(from);
        difference.wrapping_add(if to < from { around } else { 0 })
    };
    let mut forwards = [0; MAX_POSITIONS];
    let mut backwards = [0; MAX_POSITIONS];
    for entry in 0..4 * P {
        let exit = exits.at[entry];
        let absorbed = exit == Exits::ABSORBED;
        let on = difference(exit, entry as u8);
        let back = difference(entry as u8, exit);
        forwards[entry] = if absorbed { Exits::ABSORBED } else { on };
        backwards[entry] = if absorbed { Exits::ABSORBED } else { back };
    }
    (forwards, backwards)
}
