//! Boards: a box and the atoms that are hidden in it.
//!
//! A [`Config`] is a number of atoms and the [`Size`] of their box. A [`Board`] is a configuration with one
//! arrangement of its atoms, a *molecule*. A [`Cell`] and a [`Position`] contain the size of their box, so a
//! call that mixes boxes of different sizes returns an error or does not compile.
//!
//! The rules, the vocabulary and the symbols come from Jean Forget's text on exploring Black Box
//! (`Blackbox-en.md`, CC-BY-SA), which describes the program that this one reimplements.

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
#[cfg(feature = "serde")]
mod stored;
mod successor;
pub(crate) mod symmetry;

use std::fmt;

#[doc(hidden)]
pub use binomial::wide_binomial;
pub(crate) use binomial::{Binomials, binomial};
pub use cell::Cell;
pub(crate) use cell_mask::{CellMask, NarrowMask, WideMask};
pub use config::{CONFIG_EXAMPLES, Config, ConfigError};
pub(crate) use molecule::Molecule;
pub use orbit::{Image, Orbit};
pub use position::{Position, PositionError, Side};
pub(crate) use size::MAX_POSITIONS;
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
/// assert_eq!((image.canonical(), board.is_canonical()), (board, true));
/// assert_eq!(board.images().nth(4), Some(image));
/// assert_eq!(board.paths().len(), 16);
/// assert!(Board::parse("O---------------", config).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A board contains its configuration, so its methods cannot be called with another one:
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
/// Boards of one configuration compare as their numbers do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "stored::Text<Config>", try_from = "stored::Text<Config>")
)]
pub struct Board {
    config: Config,
    cells: WideMask,
}

/// Why a text, or some cells, are not a board.
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
    /// The number of atoms in the text is not that of the configuration.
    #[error("a molecule of {config} has {expected} atoms, not {found}", expected = .config.atoms())]
    Atoms { config: Config, found: usize },
    /// A cell is listed twice.
    #[error("the cell in row {}, column {} is there twice", .0.row() + 1, .0.column() + 1)]
    Twice(Cell),
    /// A cell belongs to another box.
    #[error(transparent)]
    WrongBox(#[from] WrongBox),
}

impl Board {
    /// The board of a molecule, in a box whose boards are counted.
    #[inline]
    pub(crate) const fn of(molecule: Molecule, config: Config) -> Board {
        debug_assert!(molecule.bits().count_ones() as usize == config.atoms());
        let cells = WideMask::of_bits(molecule.bits());
        Board { config, cells }
    }

    /// The board that has atoms in exactly these cells of a box.
    #[inline]
    pub(crate) fn of_cells(cells: impl CellMask, size: Size) -> Board {
        Board {
            config: Config::of_size(cells.count(), size),
            cells: cells.wide(),
        }
    }

    /// The cells with an atom.
    #[inline]
    pub(crate) const fn cells(self) -> WideMask {
        self.cells
    }

    /// The board as a [`Molecule`], in a box whose boards are counted.
    #[inline]
    pub(crate) const fn molecule(self) -> Molecule {
        debug_assert!(self.size().is_counted());
        Molecule::from_bits(self.cells.low_bits())
    }

    /// The board that has atoms in exactly these cells of a box.
    pub fn with_atoms(
        cells: impl IntoIterator<Item = Cell>,
        size: Size,
    ) -> Result<Board, BoardError> {
        let mut atoms = WideMask::EMPTY;
        for cell in cells {
            size.expect(cell.size())?;
            if atoms.has(cell.index()) {
                return Err(BoardError::Twice(cell));
            }
            atoms |= WideMask::cell(cell.index());
        }
        Ok(Board::of_cells(atoms, size))
    }

    /// The configuration of the board.
    #[inline]
    pub const fn config(self) -> Config {
        self.config
    }

    /// The size of the box.
    #[inline]
    pub const fn size(self) -> Size {
        self.config.size()
    }

    /// Whether this cell holds an atom.
    pub fn has_atom(self, cell: Cell) -> Result<bool, WrongBox> {
        self.size().expect(cell.size())?;
        Ok(self.cells.has(cell.index()))
    }

    /// The cells that hold an atom, lowest first.
    pub fn atoms(self) -> impl Iterator<Item = Cell> {
        let size = self.size();
        self.cells.cells().map(move |index| Cell::of(index, size))
    }

    /// This board without the atoms that it has in common with `other`, a board of the same box.
    pub fn without(self, other: Board) -> Result<Board, WrongBox> {
        self.size().expect(other.size())?;
        Ok(Board::of_cells(self.cells & !other.cells, self.size()))
    }

    /// The linear text: one character per cell, `O` for an atom, `-` for none.
    pub fn text(self) -> String {
        let mut text = vec![EMPTY as u8; self.config.cells()];
        for cell in self.cells.cells() {
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
        let atoms = text.match_indices(ATOM).map(|(cell, _)| cell);
        let board = Board::of_cells(WideMask::of_cells(atoms), config.size());
        let found = board.config.atoms();
        if found != config.atoms() {
            return Err(BoardError::Atoms { config, found });
        }
        Ok(board)
    }

    /// The number of this board among those of its configuration, counted from 1, or `None` if
    /// [they are not numbered](Config::is_numbered).
    #[inline]
    pub fn number(self) -> Option<u64> {
        (self.config.is_numbered()).then(|| self.molecule().number(self.config))
    }

    /// The board with this number, if there is one: the inverse of [`Board::number`].
    #[inline]
    pub fn from_number(number: u64, config: Config) -> Option<Board> {
        if !config.is_numbered() {
            return None;
        }
        Molecule::from_number(number, config).map(|molecule| Board::of(molecule, config))
    }

    /// The board rotated or reflected. A quarter turn swaps the rows and the columns of its box.
    #[must_use]
    pub fn transformed(self, transform: Transform) -> Board {
        let atoms = self.atoms().map(|atom| transform.cell(atom).index());
        Board::of_cells(WideMask::of_cells(atoms), transform.size(self.size()))
    }

    /// The images of this board in its box, in the order of its [symmetries](Size::symmetries).
    pub fn images(self) -> impl ExactSizeIterator<Item = Board> {
        let symmetries = self.size().symmetries();
        let fast = (self.size().is_counted()).then(|| self.molecule().images(self.config));
        symmetries
            .iter()
            .enumerate()
            .map(move |(at, &transform)| match fast {
                Some(molecules) => Board::of(molecules[at], self.config),
                None => self.transformed(transform),
            })
    }

    /// The image with the smallest number.
    #[must_use]
    pub fn canonical(self) -> Board {
        self.images().min().unwrap_or(self)
    }

    /// Whether no image of this board has a smaller number.
    #[inline]
    pub fn is_canonical(self) -> bool {
        match self.size().is_counted() {
            true => self.molecule().is_canonical(self.config),
            false => self.images().all(|image| self <= image),
        }
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
        write!(f, "{} {}", self.config, self.text())
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
