//! The bare bits of a molecule, for loops over many of them.
//!
//! A molecule is a `u128`, because 11 × 11 cells need 121 bits. Boxes up to 8 × 8 are reflected as a `u64` with
//! one byte per row (`SmallBoard`), which is faster. The bits do not include the size of the box, so this type
//! is private: the public type of a molecule is [`Board`](super::Board).

use std::cmp::Ordering;
use std::fmt;

use super::cell_mask::CellMask;

/// An arrangement of atoms, as a bit board: bit i is cell i. Molecule 2 of A2_B4, bits 0 and 2, is
///
/// ```text
///    O - O -        cells   0  1  2  3
///    - - - -                4  5  6  7
///    - - - -                8  9 10 11
///    - - - -               12 13 14 15
/// ```
///
/// Molecules of one configuration compare as their numbers do. A molecule does not contain its configuration,
/// so methods that need it take it as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Molecule(u128);

impl Molecule {
    /// The molecule with an atom in cell i for each set bit i. No bit beyond the last cell may be set.
    pub(crate) const fn from_bits(bits: u128) -> Molecule {
        Molecule(bits)
    }

    /// Bit i is set if cell i holds an atom.
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// The numbers of the cells that hold an atom, lowest first.
    pub(crate) fn atoms(self) -> impl Iterator<Item = usize> {
        self.0.cells()
    }
}

impl Ord for Molecule {
    /// Orders by number: the molecule with an atom in the lowest cell where they differ comes first.
    #[inline]
    fn cmp(&self, other: &Molecule) -> Ordering {
        self.0.by_number(other.0)
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
