//! A molecule: which cells of the box hold an atom.
//!
//! It is a `u128`, because 11 × 11 cells need 121 bits. Boxes up to 8 × 8 do their
//! reflections in a `u64` with one byte per line (`SmallBoard`), so they do not pay
//! for the others.

use std::cmp::Ordering;
use std::fmt;

use super::cell::Cell;
use super::config::Config;

const ATOM: char = 'O';
const EMPTY: char = '-';

/// An arrangement of atoms, as a bit board: bit i is [`Cell`] i. Molecule 2 of A2_B4, bits 0 and 2, is
///
/// ```text
///    O - O -        cells   0  1  2  3
///    - - - -                4  5  6  7
///    - - - -                8  9 10 11
///    - - - -               12 13 14 15
/// ```
///
/// Molecules of one configuration are in the order of their numbers. A
/// molecule does not know its configuration: methods that need it ask for it.
///
/// ```
/// use blackbox_rules::board::{Cell, Config, Molecule};
///
/// let config = Config::new(2, 4)?;
/// let molecule = Molecule::parse("O-O-------------", config)?;
/// assert_eq!(molecule.number(config), 2);
/// assert_eq!(molecule.atoms().collect::<Vec<_>>(), [Cell::new(0), Cell::new(2)]);
/// assert!(Molecule::parse("O---------------", config).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Molecule(u128);

/// Why a text is not a molecule of a configuration.
///
/// ```
/// use blackbox_rules::board::{Config, Molecule, MoleculeError};
///
/// let read = Molecule::parse("O-?-", Config::new(1, 2)?);
/// assert_eq!(read, Err(MoleculeError::Character('?')));
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum MoleculeError {
    /// The text does not have one character per cell.
    #[error("a molecule of {config} has {expected} characters, one per cell, not {found}", expected = .config.cells())]
    Length { config: Config, found: usize },
    /// A character is neither an atom nor an empty cell.
    #[error(
        "a molecule is written with {ATOM} for an atom and {EMPTY} for an empty cell, not {0:?}"
    )]
    Character(char),
    /// The text has another number of atoms.
    #[error("a molecule of {config} has {expected} atoms, not {found}", expected = .config.atoms())]
    Atoms { config: Config, found: usize },
}

impl Molecule {
    /// The molecule that has an atom in cell i where bit i is set. No bit stands beyond the cells.
    pub const fn from_bits(bits: u128) -> Molecule {
        Molecule(bits)
    }

    /// Bit i is set if cell i holds an atom.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Does this cell hold an atom?
    pub const fn has_atom(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// The cells that hold an atom, lowest first.
    pub fn atoms(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| Cell(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(cell)
        })
    }

    /// The linear text: p² characters, `O` for an atom, `-` for none.
    pub fn text(self, config: Config) -> String {
        let mut text = vec![EMPTY as u8; config.cells()];
        for cell in self.atoms() {
            text[cell.index()] = ATOM as u8;
        }
        // Both characters are ASCII.
        String::from_utf8(text).unwrap_or_default()
    }

    /// Reads a linear text: the inverse of [`Molecule::text`].
    ///
    /// # Errors
    ///
    /// If the text is not a molecule of this configuration.
    pub fn parse(text: &str, config: Config) -> Result<Molecule, MoleculeError> {
        if let Some(strange) = text.chars().find(|&c| c != ATOM && c != EMPTY) {
            return Err(MoleculeError::Character(strange));
        }
        let found = text.len();
        if found != config.cells() {
            return Err(MoleculeError::Length { config, found });
        }
        let bits = text
            .chars()
            .enumerate()
            .filter(|&(_, c)| c == ATOM)
            .fold(0u128, |bits, (cell, _)| bits | 1 << cell);
        let found = bits.count_ones() as usize;
        if found != config.atoms() {
            return Err(MoleculeError::Atoms { config, found });
        }
        Ok(Molecule(bits))
    }
}

impl Ord for Molecule {
    /// By number: the one with an atom in the lowest cell where they differ comes first.
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
        f.write_str("Molecule")?;
        f.debug_set()
            .entries(self.atoms().map(Cell::index))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_molecule() {
        let config: Config = "A2_B2".parse().unwrap();
        assert!(Molecule::parse("O--O", config).is_ok());
        for (text, error) in [
            ("", MoleculeError::Length { config, found: 0 }),
            ("O--O-", MoleculeError::Length { config, found: 5 }),
            ("O--o", MoleculeError::Character('o')),
            ("O-é-", MoleculeError::Character('é')),
            ("O---", MoleculeError::Atoms { config, found: 1 }),
            ("OOO-", MoleculeError::Atoms { config, found: 3 }),
        ] {
            assert_eq!(Molecule::parse(text, config), Err(error), "{text}");
        }
    }
}
