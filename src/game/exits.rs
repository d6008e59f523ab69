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
