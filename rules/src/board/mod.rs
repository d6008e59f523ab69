//! Boards: a box and the atoms that are hidden in it.
//!
//! A [`Config`] says how many atoms are hidden in a box of which [`Size`]. A [`Board`] is one
//! arrangement of them, a *molecule*, and knows its configuration. A [`Cell`] and a [`Position`]
//! know their box. So nothing here can be asked about another box than its own: that is an
//! error, or it does not compile.
//!
//! The rules, the vocabulary and the symbols come from Jean Forget's text on
//! exploring Black Box (`Blackbox-en.md`, CC-BY-SA). His program is the
//! original of this one.

mod binomial;
mod cell;
mod cell_mask;
mod config;
mod molecule;
mod numbering;
mod orbit;
mod position;
mod size;
pub(crate) mod spectrum;
pub(crate) mod symmetry;

use std::fmt;

pub use binomial::{binomial, wide_binomial};
pub use cell::Cell;
pub(crate) use cell_mask::CellMask;
pub use config::{Config, ConfigError};
pub(crate) use molecule::Molecule;
pub use orbit::{Image, Orbit};
pub use position::{Position, PositionError, Side};
pub(crate) use size::{MAX_CELLS, MAX_POSITIONS};
pub use size::{MAX_SIDE, MAX_WIDTH, Size, SizeError, WrongBox};
pub use spectrum::{RayStatistics, RayTally, Spectrum, SpectrumError};
pub use symmetry::Transform;

const ATOM: char = 'O';
const EMPTY: char = '-';

/// A box with its atoms: a configuration, and one of its molecules. Molecule 2 of A2_B4 is
///
/// ```text
///    O - O -        cells   0  1  2  3
///    - - - -                4  5  6  7
///    - - - -                8  9 10 11
///    - - - -               12 13 14 15
/// ```
///
/// ```
/// use blackbox_rules::board::{Board, Config, Transform};
/// use blackbox_rules::ray::Outcome;
///
/// let config: Config = "A2_B4".parse()?;
/// let board = Board::parse("O-O-------------", config)?;
/// assert_eq!(board.number(), Some(2));
/// assert_eq!(board.atoms().map(|cell| cell.column()).collect::<Vec<_>>(), [0, 2]);
///
/// // A ray from the west hits the atom in the corner at once.
/// let west = config.size().position(0).expect("it has 16 positions");
/// assert_eq!(board.fire(west)?.outcome, Outcome::Absorbed);
///
/// let image = board.transformed(Transform::SymmH);
/// assert_eq!(image.text(), "-O-O------------");
/// assert_eq!(image.canonical(), board);
/// assert!(Board::parse("O---------------", config).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A board is asked about no other configuration than its own:
///
/// ```compile_fail
/// use blackbox_rules::board::{Board, Config};
///
/// let [a4_b8, a4_b6]: [Config; 2] = ["A4_B8", "A4_B6"].map(|name| name.parse().unwrap());
/// let spectrum = Board::from_number(635_376, a4_b8).unwrap().spectrum(a4_b6);
/// ```
///
/// ```compile_fail
/// use blackbox_rules::board::{Board, Config};
///
/// let [a4_b8, a2_b4]: [Config; 2] = ["A4_B8", "A2_B4"].map(|name| name.parse().unwrap());
/// let number = Board::from_number(2813, a4_b8).unwrap().number(a2_b4);
/// ```
///
/// ```compile_fail
/// use blackbox_rules::board::{Board, Config};
///
/// let [a4_b8, a2_b4]: [Config; 2] = ["A4_B8", "A2_B4"].map(|name| name.parse().unwrap());
/// let symbols = Board::from_number(2813, a4_b8).unwrap().spectrum(a2_b4).to_string();
/// ```
///
/// Boards of one configuration are in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    config: Config,
    molecule: Molecule,
}

/// Why a text, or some cells, are not a board.
///
/// ```
/// use blackbox_rules::board::{Board, BoardError, Config};
///
/// let read = Board::parse("O-?-", Config::new(1, 2)?);
/// assert_eq!(read, Err(BoardError::Character('?')));
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum BoardError {
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

impl Board {
    /// The board of a molecule's bits.
    #[inline]
    pub(crate) const fn of(molecule: Molecule, config: Config) -> Board {
        debug_assert!(molecule.bits().count_ones() as usize == config.atoms());
        Board { config, molecule }
    }

    /// The board of the molecule's bits, whose number of atoms makes its configuration.
    pub(crate) const fn of_bits(bits: u128, size: Size) -> Board {
        Board {
            config: Config::of_size(bits.count_ones() as usize, size),
            molecule: Molecule::from_bits(bits),
        }
    }

    /// The bits.
    #[inline]
    pub(crate) const fn molecule(self) -> Molecule {
        self.molecule
    }

    /// Board 1 of a configuration: all atoms packed into the lowest cells.
    pub fn first(config: Config) -> Board {
        Board::of(Molecule::first(config), config)
    }

    /// The board that has atoms in some cells of a box. Its configuration has as many atoms.
    ///
    /// ```
    /// use blackbox_rules::board::{Board, Config};
    ///
    /// let config: Config = "A2_B4".parse()?;
    /// let size = config.size();
    /// let corners = [size.cell(0, 0), size.cell(3, 3)].into_iter().flatten();
    /// assert_eq!(Board::with_atoms(corners, size)?.config(), config);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_atoms(
        cells: impl IntoIterator<Item = Cell>,
        size: Size,
    ) -> Result<Board, WrongBox> {
        let bits = cells.into_iter().try_fold(0u128, |bits, cell| {
            size.expect(cell.size())?;
            Ok(bits | 1 << cell.index())
        })?;
        Ok(Board::of_bits(bits, size))
    }

    /// Its configuration.
    #[inline]
    pub const fn config(self) -> Config {
        self.config
    }

    /// The size of its box.
    #[inline]
    pub const fn size(self) -> Size {
        self.config.size()
    }

    /// Does this cell hold an atom?
    pub fn has_atom(self, cell: Cell) -> Result<bool, WrongBox> {
        self.size().expect(cell.size())?;
        Ok(self.molecule.has_atom(cell.index()))
    }

    /// The cells that hold an atom, lowest first.
    pub fn atoms(self) -> impl Iterator<Item = Cell> {
        let size = self.size();
        self.molecule
            .atoms()
            .map(move |index| Cell::of(index, size))
    }

    /// The board with only those atoms that another board of this box does not have.
    ///
    /// ```
    /// use blackbox_rules::board::{Board, Config};
    ///
    /// let config: Config = "A2_B4".parse()?;
    /// let [one, other] = ["OO--------------", "-OO-------------"];
    /// let [one, other] = [Board::parse(one, config)?, Board::parse(other, config)?];
    /// assert_eq!(one.without(other)?.text(), "O---------------");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(self, other: Board) -> Result<Board, WrongBox> {
        self.size().expect(other.size())?;
        let bits = self.molecule.bits() & !other.molecule.bits();
        Ok(Board::of_bits(bits, self.size()))
    }

    /// The linear text: one character per cell, `O` for an atom, `-` for none.
    pub fn text(self) -> String {
        let mut text = vec![EMPTY as u8; self.config.cells()];
        for cell in self.molecule.atoms() {
            text[cell] = ATOM as u8;
        }
        // Both characters are ASCII.
        String::from_utf8(text).unwrap_or_default()
    }

    /// Reads a linear text: the inverse of [`Board::text`].
    pub fn parse(text: &str, config: Config) -> Result<Board, BoardError> {
        if let Some(strange) = text.chars().find(|&c| c != ATOM && c != EMPTY) {
            return Err(BoardError::Character(strange));
        }
        let found = text.len();
        if found != config.cells() {
            return Err(BoardError::Length { config, found });
        }
        let bits = text
            .chars()
            .enumerate()
            .filter(|&(_, c)| c == ATOM)
            .fold(0u128, |bits, (cell, _)| bits | 1 << cell);
        let found = bits.count_ones() as usize;
        if found != config.atoms() {
            return Err(BoardError::Atoms { config, found });
        }
        Ok(Board::of(Molecule::from_bits(bits), config))
    }

    /// The number of this board among those of its configuration, counted from 1, or `None` if
    /// [they are not numbered](Config::is_numbered).
    #[inline]
    pub fn number(self) -> Option<u64> {
        (self.config.is_numbered()).then(|| self.molecule.number(self.config))
    }

    /// The board with this number, if there is one: the inverse of [`Board::number`].
    #[inline]
    pub fn from_number(number: u64, config: Config) -> Option<Board> {
        if !config.is_numbered() {
            return None;
        }
        Molecule::from_number(number, config).map(|molecule| Board::of(molecule, config))
    }

    /// The board that follows in the order of numbers, or `None` after the last one.
    ///
    /// ```
    /// use blackbox_rules::board::{Board, Config};
    ///
    /// let config: Config = "A6_B4".parse()?;
    /// let board = Board::parse("-O--O-O------OOO", config)?;
    /// let next = board.successor().expect("it is not the last one");
    /// assert_eq!(next.text(), "-O--O--OOOO-----");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn successor(self) -> Option<Board> {
        let next = self.molecule.successor(self.config)?;
        Some(Board::of(next, self.config))
    }

    /// The board rotated or reflected.
    #[must_use]
    pub fn transformed(self, transform: Transform) -> Board {
        Board::of(transform.molecule(self.molecule, self.config), self.config)
    }

    /// The eight images of this board, in the order of [`Transform::ALL`].
    pub fn images(self) -> [Board; 8] {
        let images = self.molecule.images(self.config);
        images.map(|image| Board::of(image, self.config))
    }

    /// The image with the smallest number.
    #[must_use]
    pub fn canonical(self) -> Board {
        let images = self.molecule.images(self.config);
        // The minimum of eight images always exists.
        let smallest = images.into_iter().min().unwrap_or(self.molecule);
        Board::of(smallest, self.config)
    }

    /// Is this board the one with the smallest number among its images?
    #[inline]
    pub fn is_canonical(self) -> bool {
        self.molecule.is_canonical(self.config)
    }
}

/// The linear text.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.config, self.molecule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_boards_are_rejected() {
        let config: Config = "A2_B2".parse().unwrap();
        assert!(Board::parse("O--O", config).is_ok());
        for (text, error) in [
            ("", BoardError::Length { config, found: 0 }),
            ("O--O-", BoardError::Length { config, found: 5 }),
            ("O--o", BoardError::Character('o')),
            ("O-é-", BoardError::Character('é')),
            ("O---", BoardError::Atoms { config, found: 1 }),
            ("OOO-", BoardError::Atoms { config, found: 3 }),
        ] {
            assert_eq!(Board::parse(text, config), Err(error), "{text}");
        }
    }
}
