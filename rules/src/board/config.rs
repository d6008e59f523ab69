//! A configuration: the number of atoms and the width of the box.

use std::fmt;
use std::str::FromStr;

use super::binomial::binomial;
use super::size::{MAX_WIDTH, Size};

/// `n` atoms in a box of `p` by `p` cells, written `An_Bp`.
///
/// A `Config` always makes sense: 1 ≤ p ≤ 11 and 0 ≤ n ≤ p². The number of its
/// molecules fits a signed 64-bit integer, which is what SQLite stores. Only
/// [`Config::of_board`] also makes others.
///
/// ```
/// use blackbox_rules::board::Config;
///
/// let standard: Config = "A4_B8".parse()?;
/// assert_eq!(standard.molecules(), 635_376);
/// assert_eq!(standard.canonical_molecules(), 79_920);
/// assert_eq!("a4_b8".parse::<Config>()?.to_string(), "A4_B8");
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Config {
    size: Size,
    atoms: u16,
}

/// Why a text or a pair of numbers is not a configuration.
///
/// ```
/// use blackbox_rules::board::{Config, ConfigError};
///
/// assert_eq!("A4B8".parse::<Config>(), Err(ConfigError::Syntax));
/// let error = Config::new(10, 3).unwrap_err();
/// assert_eq!(error.to_string(), "10 atoms do not fit into the 9 cells of a box 3 wide");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ConfigError {
    /// The text does not have the form `An_Bp`.
    #[error(
        "a configuration is written An_Bp, n atoms in a box of p by p cells, without leading zeros, such as A4_B8"
    )]
    Syntax,
    /// The box is too small or too large.
    #[error("a box is 1 to {MAX_WIDTH} cells wide, not {}", told(*.0))]
    Width(u64),
    /// The box has another number of rows than of columns.
    #[error("a box has as many rows as columns here, not {0}")]
    Oblong(Size),
    /// There are more atoms than cells.
    #[error("{} atoms do not fit into the {cells} cells of a box {width} wide", told(*.atoms))]
    Atoms { atoms: u64, width: u64, cells: u64 },
    /// The molecules cannot be numbered by signed 64-bit integers.
    #[error(
        "A{atoms}_B{width} has more than 2^63 - 1 molecules, too many to be numbered; take fewer atoms or a smaller box"
    )]
    TooManyMolecules { atoms: u64, width: u64 },
}

/// A number that was typed. The largest one stands for any that is too long to be read.
fn told(number: u64) -> String {
    match number {
        u64::MAX => "so many".to_owned(),
        number => number.to_string(),
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
    /// All of [`ConfigError`] except `Syntax`.
    pub fn new(atoms: u64, width: u64) -> Result<Config, ConfigError> {
        let config = Config::of_board(atoms, width)?;
        if !config.is_numbered() {
            return Err(ConfigError::TooManyMolecules { atoms, width });
        }
        Ok(config)
    }

    /// As [`Config::new`], but there may be too many molecules to be numbered. A board can be played and
    /// decoded without numbers.
    ///
    /// # Errors
    ///
    /// If the box is too small or too large, or has fewer cells than atoms.
    pub fn of_board(atoms: u64, width: u64) -> Result<Config, ConfigError> {
        if width < 1 || width > MAX_WIDTH as u64 {
            return Err(ConfigError::Width(width));
        }
        let cells = width * width;
        if atoms > cells {
            return Err(ConfigError::Atoms {
                atoms,
                width,
                cells,
            });
        }
        Ok(Config::of_size(
            atoms as usize,
            Size::of_width(width as usize),
        ))
    }

    /// As [`Config::of_board`], in a box of this size, which must be square.
    pub fn in_box(atoms: u64, size: Size) -> Result<Config, ConfigError> {
        match size.rows() == size.columns() {
            true => Config::of_board(atoms, size.columns() as u64),
            false => Err(ConfigError::Oblong(size)),
        }
    }

    /// As [`Config::of_board`], from its name, such as `A4_B8`.
    ///
    /// # Errors
    ///
    /// If the text does not have this form, the box is too small or too large, or it has fewer cells than
    /// atoms.
    pub fn of_board_named(name: &str) -> Result<Config, ConfigError> {
        let (atoms, width) = Config::atoms_and_width(name)?;
        Config::of_board(atoms, width)
    }

    /// The configuration of some atoms, at most its cells, in a box.
    pub(crate) const fn of_size(atoms: usize, size: Size) -> Config {
        debug_assert!(atoms <= size.cells());
        let atoms = atoms as u16;
        Config { size, atoms }
    }

    fn atoms_and_width(text: &str) -> Result<(u64, u64), ConfigError> {
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
        let (atoms, width) = text
            .strip_prefix(['A', 'a'])
            .and_then(|rest| rest.split_once("_B").or_else(|| rest.split_once("_b")))
            .ok_or(ConfigError::Syntax)?;
        Ok((number(atoms)?, number(width)?))
    }

    /// Can the molecules be numbered? If not, there are more than 2⁶³ − 1.
    pub fn is_numbered(self) -> bool {
        self.molecules() <= i64::MAX as u64
    }

    /// `n`, the number of atoms.
    pub const fn atoms(self) -> usize {
        self.atoms as usize
    }

    /// `p`, the width and height of the box in cells.
    pub const fn width(self) -> usize {
        self.size.columns()
    }

    /// The size of the box.
    pub const fn size(self) -> Size {
        self.size
    }

    /// p², the number of cells.
    pub const fn cells(self) -> usize {
        self.size.cells()
    }

    /// 4p, the number of positions from which rays are fired.
    pub const fn positions(self) -> usize {
        self.size.positions()
    }

    /// C(p², n), the number of molecules, or `u64::MAX` if it is larger.
    pub fn molecules(self) -> u64 {
        binomial(self.cells(), self.atoms())
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("A{}_B{}", self.atoms, self.width()))
    }
}

/// Every table has its name in the column `config`.
#[cfg(feature = "rusqlite")]
impl rusqlite::ToSql for Config {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(self.to_string().into())
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Config, ConfigError> {
        let (atoms, width) = Config::atoms_and_width(text)?;
        Config::new(atoms, width)
    }
}

#[cfg(test)]
impl Config {
    /// All whose molecules are numbered, in boxes up to this width.
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
