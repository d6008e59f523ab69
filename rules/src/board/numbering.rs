//! The number of a molecule, in closed form, in the order in which [`successor`](super::successor) enumerates them.
//!
//! The combinatorial number system computes the number of a molecule without enumerating the others.

use super::binomial::BINOMIALS;
use super::config::Config;
use super::molecule::Molecule;

impl Molecule {
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
