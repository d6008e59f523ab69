//! Where every ray comes out: a spectrum without its labels.

use super::size::MAX_POSITIONS;

/// By position, the position where the ray shot from there comes out: its own
/// if it is reflected, [`Exits::ABSORBED`] if it is absorbed. What follows the
/// last position means nothing.
///
/// Two molecules have the same exits if and only if they have the same
/// spectrum. To compare exits, nobody renames labels.
/// [`Tracer::exits`](super::Tracer::exits) finds them.
///
/// ```
/// use blackbox::game::{Config, Exits, Molecule, Tracer};
///
/// let config = Config::new(1, 3)?;
/// Tracer::best().exits(&[Molecule::first(config)], config, |exits| {
///     assert_eq!(exits.at()[..6], [Exits::ABSORBED, 1, 6, Exits::ABSORBED, 7, 9]);
/// });
/// # Ok::<(), blackbox::game::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    at: [u8; MAX_POSITIONS],
}

impl Exits {
    /// Means an absorbed ray.
    pub const ABSORBED: u8 = u8::MAX;

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

impl Sides<u64> {
    /// The sides of the exits of a box of this width, at most 8.
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
