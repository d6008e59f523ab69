//! The order in which molecules are numbered: a step to the next molecule, and the number in closed form.
//!
//! Molecule 1 has all its atoms packed into the lowest cells. The successor of a molecule turns its rightmost
//! `O-` into `-O` and packs the atoms on the right of it directly behind it. This is the lexicographic order of
//! the texts with `O` before `-`, and therefore of the sorted lists of cells. The combinatorial number system
//! computes the number of a molecule without enumerating the others.

use std::iter::successors;

use super::Board;
use super::binomial::BINOMIALS;
use super::cell_mask::CellMask;
use super::config::Config;
use super::molecule::Molecule;

impl Molecule {
    /// Molecule 1: all atoms packed into the lowest cells.
    pub(crate) fn first(config: Config) -> Molecule {
        Molecule::from_bits(u128::before(config.atoms()))
    }

    /// The molecule that follows, or `None` after the last one.
    pub(crate) fn successor(self, config: Config) -> Option<Molecule> {
        // To the right of the rightmost `O-`, there are only atoms, which fill the end of the box.
        let stuck = (self.bits() << (u128::BITS as usize - config.cells())).leading_ones() as usize;
        let free = self.bits() & u128::before(config.cells() - stuck);
        let mover = free.checked_ilog2()? as usize;
        let behind = u128::before(stuck + 1) << (mover + 1);
        Some(Molecule::from_bits(free ^ 1 << mover | behind))
    }

    /// The number of this molecule, counted from 1: the number of all molecules minus the number of later ones. A
    /// later molecule has its first differing atom further right, and the atoms after that one anywhere behind it.
    /// The time is proportional to the number of atoms. The molecules of the configuration must be numbered.
    pub(crate) fn number(self, config: Config) -> u64 {
        config.molecules() - later_than(self, config)
    }

    /// The molecule with this number, if there is one: the inverse of [`Molecule::number`].
    pub(crate) fn from_number(number: u64, config: Config) -> Option<Molecule> {
        if !(1..=config.molecules()).contains(&number) {
            return None;
        }
        let mut later = config.molecules() - number;
        let mut bits = 0;
        let mut cells_left = config.cells();
        for atoms_left in (1..=config.atoms()).rev() {
            // The atom is in the first cell that leaves at most this number of later molecules.
            cells_left -= 1;
            while BINOMIALS[atoms_left][cells_left] > later {
                cells_left -= 1;
            }
            later -= BINOMIALS[atoms_left][cells_left];
            bits |= 1 << (config.cells() - 1 - cells_left);
        }
        Some(Molecule::from_bits(bits))
    }
}

impl Config {
    /// All boards, in the order of their numbers.
    pub fn boards(self) -> impl Iterator<Item = Board> {
        successors(Some(Board::first(self)), |board| board.successor())
    }

    /// The bits of all boards, in the order of their numbers.
    pub(crate) fn all_molecules(self) -> impl Iterator<Item = Molecule> {
        let first = Some(Molecule::first(self));
        successors(first, move |molecule| molecule.successor(self))
    }
}

/// The number of molecules that come after all those that begin with these atoms.
fn later_than(first: Molecule, config: Config) -> u64 {
    let last = config.cells() - 1;
    let atoms_left = (1..=config.atoms()).rev();
    (first.atoms().zip(atoms_left))
        .map(|(cell, atoms_left)| BINOMIALS[atoms_left][last - cell])
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_form_covers_exactly_all_numbers() {
        for config in Config::all_up_to(11) {
            let last = Molecule::from_number(config.molecules(), config).unwrap();
            assert_eq!(last.successor(config), None, "{config}");
            assert_eq!(last.number(config), config.molecules());
            for number in [0, config.molecules() + 1, u64::MAX] {
                assert_eq!(Molecule::from_number(number, config), None);
            }
        }
    }
}
