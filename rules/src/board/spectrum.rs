//! The results of all rays of a molecule: the spectrum, which a player sees, and the lengths and turns of rays,
//! which only programs know.

use std::fmt;
use std::ops::Add;

use crate::words::counted;

use super::config::Config;
use super::size::{MOST_POSITIONS, Size};
use crate::ray::{Outcome, Ray};

pub(crate) const ABSORBED: u8 = b'@';
pub(crate) const REFLECTED: u8 = b'&';

/// The results at all positions, in their order: `@` for an absorbed ray, `&` for a reflected one, and a letter
/// at both ends of a ray that comes out. The letters first appear in the order a, b, c … Two molecules are
/// twins if and only if their spectra are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "super::stored::Text<Size>",
        try_from = "super::stored::Text<Size>"
    )
)]
pub struct Spectrum {
    /// One ASCII symbol per position, followed by zeros.
    symbols: [u8; MOST_POSITIONS],
    size: Size,
}

/// Why a text is not a spectrum of a configuration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum SpectrumError {
    /// The text does not have one character per position.
    #[error("a spectrum of {config} has {expected} characters, one per position, not {found}", expected = .config.positions())]
    Length { config: Config, found: usize },
    /// A character is not a symbol of a spectrum.
    #[error(
        "a spectrum is written with @ (absorbed), & (reflected), and a letter or digit for both ends of a ray that comes out, not with {0:?}"
    )]
    Character(char),
    /// A label does not occur exactly twice.
    #[error(
        "the label {label:?} occurs {} in the spectrum, but a ray that comes out has two ends",
        counted(*.times as u64, "time", "times")
    )]
    Label { label: char, times: usize },
}

impl Spectrum {
    /// The spectrum with these symbols, whose labels are already in order. Zeros may follow the last position.
    #[inline]
    pub(crate) fn of_symbols(symbols: &[u8], width: usize) -> Spectrum {
        let mut spectrum = Spectrum {
            symbols: [0; MOST_POSITIONS],
            size: Size::of_width(width),
        };
        spectrum.symbols[..symbols.len()].copy_from_slice(symbols);
        spectrum
    }

    /// The spectrum with these ASCII symbols, whose labels are renamed to a, b, c … in the order of positions.
    /// After `z`, which only boxes too large to be counted reach, comes `A`.
    pub(crate) fn renamed(symbols: impl ExactSizeIterator<Item = u8>, size: Size) -> Spectrum {
        let mut spectrum = Spectrum {
            symbols: [0; MOST_POSITIONS],
            size,
        };
        // Selects instead of branching, because the branch would be mispredicted.
        let mut names = [0; 128];
        names[usize::from(ABSORBED)] = ABSORBED;
        names[usize::from(REFLECTED)] = REFLECTED;
        let mut next = b'a';
        for (new, old) in spectrum.symbols.iter_mut().zip(symbols) {
            let name = &mut names[usize::from(old & 0x7f)];
            let is_new = *name == 0;
            *name = if is_new { next } else { *name };
            next += u8::from(is_new);
            next = if next > b'z' { b'A' } else { next };
            *new = *name;
        }
        spectrum
    }

    /// Parses a spectrum whose labels may be any letters and digits, and renames them to a, b, c …
    ///
    /// ```
    /// use blackbox_rules::board::{Config, Spectrum};
    ///
    /// let config: Config = "A2_B4".parse()?;
    /// let spectrum = Spectrum::parse("bac@&@&@@&ab@&@c", config)?;
    /// assert_eq!(spectrum.as_str(), "abc@&@&@@&ba@&@c");
    /// assert_eq!((spectrum.as_bytes()[3], spectrum.size()), (b'@', config.size()));
    /// let (smallest, images) = spectrum.canonical();
    /// assert_eq!(spectrum.images().iter().min(), Some(&smallest));
    /// assert_eq!(8 % images, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the length is wrong, a character is not a symbol, or a label does not occur twice.
    pub fn parse(text: &str, config: Config) -> Result<Spectrum, SpectrumError> {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '@' || c == '&';
        if let Some(strange) = text.chars().find(|&c| !known(c)) {
            return Err(SpectrumError::Character(strange));
        }
        let found = text.len();
        if found != config.positions() {
            return Err(SpectrumError::Length { config, found });
        }
        for label in text.chars().filter(char::is_ascii_alphanumeric) {
            let times = text.matches(label).count();
            if times != 2 {
                return Err(SpectrumError::Label { label, times });
            }
        }
        Ok(Spectrum::renamed(text.bytes(), config.size()))
    }

    /// The size of the box.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The symbols, one per position.
    pub fn as_bytes(&self) -> &[u8] {
        &self.symbols[..self.size.positions()]
    }

    /// The symbols as text.
    pub fn as_str(&self) -> &str {
        // The symbols are ASCII by construction.
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl fmt::Display for Spectrum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Spectrum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spectrum({self})")
    }
}

/// The number of rays of one outcome, with the maxima and sums of their lengths and turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RayTally {
    /// The number of rays. A ray that comes out counts once, not once at each end.
    pub number: u16,
    /// The greatest length of a ray, in cells.
    pub max_length: u16,
    /// The greatest number of turns of a ray.
    pub max_turns: u16,
    /// The sum of all lengths.
    pub tot_length: u16,
    /// The sum of all turns.
    pub tot_turns: u16,
}

impl RayTally {
    #[inline]
    pub(crate) fn count(&mut self, length: u16, turns: u16) {
        self.number += 1;
        self.max_length = self.max_length.max(length);
        self.max_turns = self.max_turns.max(turns);
        self.tot_length += length;
        self.tot_turns += turns;
    }
}

/// Statistics of all rays of a molecule, which are the same for all its images.
///
/// ```
/// use blackbox_rules::board::{Board, Config};
///
/// // One atom in the corner of nine cells: four rays hit it, the two that would enter beside
/// // it are reflected at the edge, and three pairs of positions are joined.
/// let config = Config::new(1, 3)?;
/// let (_, statistics) = Board::first(config).trace();
/// assert_eq!(statistics.absorbed.number, 4);
/// assert_eq!(statistics.reflected_edge, 2);
/// assert_eq!(statistics.out.number, 3);
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RayStatistics {
    /// The absorbed rays.
    pub absorbed: RayTally,
    /// The reflected rays.
    pub reflected: RayTally,
    /// The number of rays that were reflected before they entered the box.
    pub reflected_edge: u16,
    /// The number of rays that were reflected inside the box.
    pub reflected_deep: u16,
    /// The rays that came out at another position.
    pub out: RayTally,
}

impl RayStatistics {
    /// The values in the order of the columns of the table of molecules.
    #[doc(hidden)]
    pub fn columns(&self) -> [u16; 17] {
        let (a, r, o) = (self.absorbed, self.reflected, self.out);
        [
            a.number,
            a.max_length,
            a.max_turns,
            a.tot_length,
            a.tot_turns,
            r.number,
            self.reflected_edge,
            self.reflected_deep,
            r.max_length,
            r.max_turns,
            r.tot_length,
            r.tot_turns,
            o.number,
            o.max_length,
            o.max_turns,
            o.tot_length,
            o.tot_turns,
        ]
    }

    /// Adds a ray. The caller adds a ray that comes out only once, not from both ends.
    pub(crate) fn count(&mut self, ray: Ray) {
        let tally = match ray.outcome {
            Outcome::Absorbed => &mut self.absorbed,
            Outcome::Reflected => {
                self.reflected_edge += u16::from(ray.length == 0);
                self.reflected_deep += u16::from(ray.length > 0);
                &mut self.reflected
            }
            Outcome::Out(_) => &mut self.out,
        };
        tally.count(ray.length, ray.turns);
    }

    /// Whether a ray is longer than the first limit, or has more turns than the second.
    pub(crate) fn exceed(&self, [length, turns]: [u8; 2]) -> bool {
        [self.absorbed, self.reflected, self.out]
            .iter()
            .any(|tally| tally.max_length > length.into() || tally.max_turns > turns.into())
    }
}

impl Add for RayTally {
    type Output = RayTally;

    #[inline]
    fn add(self, other: RayTally) -> RayTally {
        RayTally {
            number: self.number + other.number,
            max_length: self.max_length.max(other.max_length),
            max_turns: self.max_turns.max(other.max_turns),
            tot_length: self.tot_length + other.tot_length,
            tot_turns: self.tot_turns + other.tot_turns,
        }
    }
}

impl Add for RayStatistics {
    type Output = RayStatistics;

    #[inline]
    fn add(self, other: RayStatistics) -> RayStatistics {
        RayStatistics {
            absorbed: self.absorbed + other.absorbed,
            reflected: self.reflected + other.reflected,
            reflected_edge: self.reflected_edge + other.reflected_edge,
            reflected_deep: self.reflected_deep + other.reflected_deep,
            out: self.out + other.out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_spectra_are_rejected() {
        let config: Config = "A0_B1".parse().unwrap();
        assert_eq!(Spectrum::parse("x7x7", config).unwrap().as_str(), "abab");
        let label = |times| SpectrumError::Label { label: 'a', times };
        for (text, error) in [
            ("", SpectrumError::Length { config, found: 0 }),
            ("@@@@@", SpectrumError::Length { config, found: 5 }),
            ("@@é@", SpectrumError::Character('é')),
            ("@@ @", SpectrumError::Character(' ')),
            ("@a@@", label(1)),
            ("aaa@", label(3)),
        ] {
            assert_eq!(Spectrum::parse(text, config), Err(error), "{text}");
        }
    }
}
