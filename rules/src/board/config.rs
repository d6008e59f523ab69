//! A configuration: the number of atoms and the size of the box.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::binomial::{binomial, wide_binomial};
use super::size::{MAX_SIDE, MAX_WIDTH, Size};

/// `n` atoms in a box of `p` by `p` cells, written `An_Bp`, or in a box of `r` rows and `c` columns, written `An_Brxc`.
///
/// A `Config` is always valid: the box has 1 to [`MAX_SIDE`] rows and columns, and at least as many cells as atoms.
/// Every configuration can be played and decoded. Molecules are numbered, stored and counted in a census only if the
/// box is a square of at most [`MAX_WIDTH`] rows and their number fits a signed 64-bit integer, which
/// [`Config::counted`] checks.
///
/// ```
/// use blackbox_rules::board::Config;
///
/// let standard: Config = "A4_B8".parse()?;
/// assert_eq!(standard.molecules(), 635_376);
/// assert_eq!(standard.canonical_molecules(), 79_920);
/// assert_eq!("a4_b8".parse::<Config>()?.to_string(), "A4_B8");
/// assert_eq!((standard, standard.width()), (Config::STANDARD, 8));
///
/// // Boxes that are not square, or have too many molecules to be numbered, can still be played.
/// let [rectangle, large]: [Config; 2] = ["A4_B5x7".parse()?, "A60_B11".parse()?];
/// assert!(rectangle.molecules() == 52_360 && rectangle.counted().is_err());
/// assert!(!large.is_numbered() && large.arrangements() > 1 << 116);
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "super::stored::Name", try_from = "super::stored::Name")
)]
pub struct Config {
    size: Size,
    atoms: u16,
}

/// Examples of how a configuration is written, for help and messages.
#[doc(hidden)]
pub const CONFIG_EXAMPLES: &str = "A4_B8, or A4_B9x7 for 9 rows and 7 columns";

/// Why a text or a pair of numbers is not a configuration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ConfigError {
    /// The text does not have the form `An_Bp` or `An_Brxc`.
    #[error(
        "a configuration is written An_Bp without leading zeros, for n atoms in a box of p by p cells, such as {CONFIG_EXAMPLES}"
    )]
    Syntax,
    /// The box is too small, or too large to count and store its molecules.
    #[error("molecules are numbered and stored only in boxes 1 to {MAX_WIDTH} cells wide, not {}", number(*.0))]
    Width(u64),
    /// The box has too many rows or columns to be played, or none.
    #[error("a box has 1 to {MAX_SIDE} rows and columns, not {}", sides(*.rows, *.columns))]
    Sides { rows: u64, columns: u64 },
    /// The box is not a square.
    #[error("molecules are numbered and stored only in square boxes, not in {0}")]
    Oblong(Size),
    /// The range of atoms begins with the larger number.
    #[error("{least} to {most} atoms is not a range; the lower number comes first")]
    Range { least: u64, most: u64 },
    /// There are more atoms than cells.
    #[error("{} atoms do not fit into a box of {size} cells", number(*.atoms))]
    Atoms { atoms: u64, size: Size },
    /// There are more molecules than a count of 127 bits can hold.
    #[error(
        "there are more than 2^127 molecules of {0}, too many to be counted; choose fewer atoms or a smaller box"
    )]
    TooManyToCount(Config),
    /// The molecules cannot be numbered by signed 64-bit integers.
    #[error(
        "there are more than 2^63 - 1 molecules of A{atoms}_B{width}, too many to be numbered; choose fewer atoms or a smaller box"
    )]
    TooManyMolecules { atoms: u64, width: u64 },
}

/// A number in a message. `u64::MAX` stands for a number with too many digits to be parsed.
fn number(number: u64) -> String {
    match number {
        u64::MAX => "so many".to_owned(),
        number => number.to_string(),
    }
}

/// The sides of a box in a message, see [`number`].
fn sides(rows: u64, columns: u64) -> String {
    match rows.max(columns) {
        u64::MAX => "more".to_owned(),
        _ => format!("{rows} by {columns}"),
    }
}

impl Config {
    /// The standard game, A4_B8.
    pub const STANDARD: Config = Config {
        size: Size::of_width(8),
        atoms: 4,
    };

    /// The configuration of `atoms` atoms in a box `width` cells wide.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Width`], [`ConfigError::Atoms`] or [`ConfigError::TooManyMolecules`].
    pub fn new(atoms: u64, width: u64) -> Result<Config, ConfigError> {
        let config = Config::of_board(atoms, width)?;
        match config.is_numbered() {
            true => Ok(config),
            false => Err(ConfigError::TooManyMolecules { atoms, width }),
        }
    }

    /// Like [`Config::new`], but accepts a configuration with too many molecules to number them.
    ///
    /// # Errors
    ///
    /// If the box is too small or too large, or has fewer cells than atoms.
    pub fn of_board(atoms: u64, width: u64) -> Result<Config, ConfigError> {
        if width < 1 || width > MAX_WIDTH as u64 {
            return Err(ConfigError::Width(width));
        }
        Config::in_box(atoms, Size::of_width(width as usize))
    }

    /// The configuration of `atoms` atoms in a box of any size, which can be played and decoded.
    ///
    /// # Errors
    ///
    /// If the box has fewer cells than atoms.
    pub fn in_box(atoms: u64, size: Size) -> Result<Config, ConfigError> {
        match atoms <= size.cells() as u64 {
            true => Ok(Config::of_size(atoms as usize, size)),
            false => Err(ConfigError::Atoms { atoms, size }),
        }
    }

    /// This configuration, if its molecules can be counted and stored.
    ///
    /// # Errors
    ///
    /// As [`Config::new`], and [`ConfigError::Oblong`] if the box is not a square.
    pub fn counted(self) -> Result<Config, ConfigError> {
        match self.size.is_square() {
            true => Config::new(self.atoms() as u64, self.width() as u64),
            false => Err(ConfigError::Oblong(self.size)),
        }
    }

    /// The configuration of at most `size.cells()` atoms in a box.
    pub(crate) const fn of_size(atoms: usize, size: Size) -> Config {
        debug_assert!(atoms <= size.cells());
        let atoms = atoms as u16;
        Config { size, atoms }
    }

    /// Parses a name into its numbers of atoms, rows and columns.
    fn atoms_and_sides(text: &str) -> Result<(u64, u64, u64), ConfigError> {
        let number = |digits: &str| -> Result<u64, ConfigError> {
            let plain = digits.bytes().all(|b| b.is_ascii_digit())
                && !digits.is_empty()
                && (digits == "0" || !digits.starts_with('0'));
            if !plain {
                return Err(ConfigError::Syntax);
            }
            // Digits fail to parse only if there are too many.
            Ok(digits.parse().unwrap_or(u64::MAX))
        };
        let (atoms, sides) = text
            .strip_prefix(['A', 'a'])
            .and_then(|rest| rest.split_once("_B").or_else(|| rest.split_once("_b")))
            .ok_or(ConfigError::Syntax)?;
        let (rows, columns) = sides.split_once(['x', 'X']).unwrap_or((sides, sides));
        Ok((number(atoms)?, number(rows)?, number(columns)?))
    }

    /// Whether the molecules are numbered, that is, whether the box is a square up to 11 wide and there are at most
    /// 2⁶³ − 1 molecules.
    pub fn is_numbered(self) -> bool {
        self.size.is_counted() && self.molecules() <= i64::MAX as u64
    }

    /// `n`, the number of atoms.
    pub const fn atoms(self) -> usize {
        self.atoms as usize
    }

    /// The number of columns: for a square box, `p`.
    pub const fn width(self) -> usize {
        self.size.columns()
    }

    /// The size of the box.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The number of atoms as a range that contains only this number, for
    /// [`Game::new`](crate::puzzle::game::Game::new).
    pub fn balls(self) -> RangeInclusive<u64> {
        let atoms = self.atoms() as u64;
        atoms..=atoms
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.size.cells()
    }

    /// The number of positions from which rays are fired.
    pub const fn positions(self) -> usize {
        self.size.positions()
    }

    /// The number of molecules, or `u64::MAX` if it is larger.
    pub fn molecules(self) -> u64 {
        match self.size.is_counted() {
            true => binomial(self.cells(), self.atoms()),
            false => self.arrangements().try_into().unwrap_or(u64::MAX),
        }
    }

    /// The number of molecules, or `u128::MAX` if it is larger.
    pub fn arrangements(self) -> u128 {
        wide_binomial(self.cells(), self.atoms())
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [atoms, rows, columns] = [self.atoms(), self.size.rows(), self.size.columns()];
        f.pad(&match self.size.is_square() {
            true => format!("A{atoms}_B{columns}"),
            false => format!("A{atoms}_B{rows}x{columns}"),
        })
    }
}

/// Stores the name, as in the column `config` of every table.
#[cfg(feature = "rusqlite")]
impl rusqlite::ToSql for Config {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(self.to_string().into())
    }
}

/// Reads a name such as `A4_B8`, or `A10_B12x20` for 12 rows and 20 columns.
///
/// Fails if the text does not have this form, the box is too small or too large, or it has fewer cells than atoms.
impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Config, ConfigError> {
        let (atoms, rows, columns) = Config::atoms_and_sides(text)?;
        let side = |side| usize::try_from(side).unwrap_or(usize::MAX);
        let size = Size::new(side(rows), side(columns));
        let size = size.map_err(|_| ConfigError::Sides { rows, columns })?;
        Config::in_box(atoms, size)
    }
}

#[cfg(test)]
impl Config {
    /// All configurations in square boxes up to this width whose molecules are numbered.
    pub(crate) fn all_up_to(width: u64) -> impl Iterator<Item = Config> {
        let of_width = |width| (0..=width * width).map(move |atoms| Config::new(atoms, width));
        (1..=width).flat_map(of_width).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_names_are_rejected() {
        for text in [
            "A4_B", "A_B8", "A4_B08", "A00_B4", " A4_B8", "A+4_B8", "A4_B8_B8",
        ] {
            assert_eq!(text.parse::<Config>(), Err(ConfigError::Syntax), "{text}");
        }
    }
}
