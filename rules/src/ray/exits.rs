//! Where every ray comes out: the spectrum with positions instead of labels.

use super::rule::Outcome;
use crate::board::{MAX_POSITIONS, NarrowMask, Position, Size};

/// For each position, the position where the ray fired from there comes out: the same one if the ray is reflected,
/// [`Exits::ABSORBED`] if it is absorbed. The bytes after the last position of the box are unspecified.
///
/// Two molecules have the same exits if and only if they have the same spectrum, and comparing exits needs no
/// renaming of labels. [`Tracer::exits`](super::Tracer::exits) computes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exits {
    at: [u8; MAX_POSITIONS],
}

impl Exits {
    /// Stands for an absorbed ray.
    pub(crate) const ABSORBED: u8 = u8::MAX;

    /// Stands for a ray that has not been fired.
    pub(crate) const UNKNOWN: u8 = u8::MAX - 1;

    /// Encodes the outcome of the ray from a position in a byte.
    pub(crate) const fn of(outcome: Outcome, position: u8) -> u8 {
        match outcome {
            Outcome::Absorbed => Exits::ABSORBED,
            Outcome::Reflected => position,
            Outcome::Out(exit) => exit.index() as u8,
        }
    }

    /// Decodes the outcome of the ray from a position from a byte.
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

    /// One byte per position.
    #[inline]
    pub(crate) const fn at(&self) -> &[u8; MAX_POSITIONS] {
        &self.at
    }
}

/// The exits by side of the box: one machine word per side, one byte per position. The byte is the *offset*,
/// the number of positions around the box from there to where the ray comes out: 0 for a reflected ray, and
/// [`Exits::ABSORBED`] for an absorbed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sides<W> {
    /// The sides and the positions of each side in the order of positions.
    pub(crate) forwards: [W; 4],
    /// The sides and their positions in reverse order, with offsets counted in that direction.
    pub(crate) backwards: [W; 4],
}

impl<W: NarrowMask> Sides<W> {
    /// The sides for these offsets, one per position, in a box `width` cells wide.
    pub(crate) fn of(offsets: &[u8], width: usize) -> Sides<W> {
        let around = 4 * width;
        let (mut forwards, mut backwards) = ([0; MAX_POSITIONS], [0; MAX_POSITIONS]);
        forwards[..around].copy_from_slice(&offsets[..around]);
        for (back, &offset) in backwards.iter_mut().zip(&forwards) {
            *back = match offset {
                0 | Exits::ABSORBED => offset,
                _ => (around as u8).wrapping_sub(offset),
            };
        }
        let side = |offsets: &[u8], side: usize| {
            let mut bytes = [0; size_of::<u128>()];
            bytes[..width].copy_from_slice(&offsets[side * width..][..width]);
            u128::from_le_bytes(bytes)
        };
        let reversed = |bits: u128| bits.swap_bytes() >> (u128::BITS as usize - 8 * width);
        Sides {
            forwards: [0, 1, 2, 3].map(|at| W::from_bits(side(&forwards, at))),
            backwards: [3, 2, 1, 0].map(|at| W::from_bits(reversed(side(&backwards, at)))),
        }
    }
}
