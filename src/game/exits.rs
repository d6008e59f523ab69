//! Where every ray comes out: a spectrum without its labels.

use super::size::MAX_POSITIONS;

/// By position, the position where the ray shot from there comes out: its own
/// if it is reflected, [`Exits::ABSORBED`] if it is absorbed. Behind the last
/// position stands nothing of meaning.
///
/// Two molecules have the same exits if and only if they have the same
/// spectrum, and no labels have to be renamed to see it.
/// [`Tracer::exits`](super::Tracer::exits) finds them.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    at: [u8; MAX_POSITIONS],
}

impl Exits {
    /// Stands for a ray that does not come out.
    pub const ABSORBED: u8 = u8::MAX;

    /// The exits by position, as many as there are.
    #[inline]
    pub(super) fn of_positions(exits: &[u8]) -> Exits {
        let mut at = [0; MAX_POSITIONS];
        at[..exits.len()].copy_from_slice(exits);
        Exits { at }
    }

    /// The exits, by position.
    #[inline]
    pub const fn at(&self) -> &[u8; MAX_POSITIONS] {
        &self.at
    }
}

/// The exits side by side: a machine word a side, a byte a position, and in it how many
/// positions further around the box the ray comes out. A reflected ray comes out 0
/// further, and [`Exits::ABSORBED`] stands for an absorbed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sides<W> {
    /// Sides and positions in their order.
    pub(crate) forwards: [W; 4],
    /// Both in the reverse order, and the offsets counted backwards.
    pub(crate) backwards: [W; 4],
}

impl Sides<u64> {
    /// The sides of exits of a box so wide, which is 8 at most.
    pub(super) fn of_exits(exits: &Exits, width: usize) -> Sides<u64> {
        let positions = 4 * width;
        let mut sides = Sides {
            forwards: [0; 4],
            backwards: [0; 4],
        };
        for position in 0..positions {
            let (side, place) = (position / width, position % width);
            let on = match exits.at[position] {
                Exits::ABSORBED => Exits::ABSORBED,
                exit => ((usize::from(exit) + positions - position) % positions) as u8,
            };
            sides.forwards[side] |= u64::from(on) << (8 * place);
            let back = match on {
                0 | Exits::ABSORBED => on,
                _ => positions as u8 - on,
            };
            sides.backwards[3 - side] |= u64::from(back) << (8 * (width - 1 - place));
        }
        sides
    }
}
