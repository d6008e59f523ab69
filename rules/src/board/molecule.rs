//! The bare bits of a molecule, for loops over many of them.
//!
//! They are a `u128`, because 11 × 11 cells need 121 bits. Boxes up to 8 × 8 do their
//! reflections in a `u64` with one byte per row (`SmallBoard`), so they do not pay
//! for the others. The bits do not know their box, so they stay inside this package: outside, a
//! molecule is a [`Board`](super::Board).

use std::cmp::Ordering;
use std::fmt;

/// An arrangement of atoms, as a bit board: bit i is cell i. Molecule 2 of A2_B4, bits 0 and 2, is
///
/// ```text
///    O - O -        cells   0  1  2  3
///    - - - -                4  5  6  7
///    - - - -                8  9 10 11
///    - - - -               12 13 14 15
/// ```
///
/// Molecules of one configuration are in the order of their numbers. A molecule does not know its
/// configuration: methods that need it ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Molecule(u128);

impl Molecule {
    /// The molecule that has an atom in cell i where bit i is set. No bit stands beyond the cells.
    pub(crate) const fn from_bits(bits: u128) -> Molecule {
        Molecule(bits)
    }

    /// Bit i is set if cell i holds an atom.
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// The numbers of the cells that hold an atom, lowest first.
    pub(crate) fn atoms(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = (left != 0).then_some(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(cell)
        })
    }
}

impl Ord for Molecule {
    /// By number: the one with an atom in the lowest cell where they differ comes first.
    #[inline]
    fn cmp(&self, other: &Molecule) -> Ordering {
        let differing = self.0 ^ other.0;
        let lowest = differing & differing.wrapping_neg();
        if lowest == 0 {
            Ordering::Equal
        } else if self.0 & lowest != 0 {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }
}

impl PartialOrd for Molecule {
    fn partial_cmp(&self, other: &Molecule) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Molecule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.atoms()).finish()
    }
}
