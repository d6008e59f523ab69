//! A census in parts, for several machines that need not know of each other.

use std::fmt;
use std::str::FromStr;

use crate::words::thousands;

/// One of several parts of a census, written `3/64`.
///
/// Every spectrum belongs to exactly one part, and all eight images of a spectrum to the same one. So
/// the findings of the parts only have to be added up: no part needs anything from another one. The
/// first rays decide the part of a spectrum. A part fires these, and leaves out what is not its own.
///
/// ```
/// use blackbox_rules::board::Config;
/// use blackbox_rules::census::{Census, Findings, NoPart, Part, Resources};
///
/// let part: Part = "3/64".parse()?;
/// assert_eq!((part.number(), part.of()), (3, 64));
/// assert_eq!("65/64".parse::<Part>(), Err(NoPart));
///
/// let config = Config::new(4, 5)?;
/// let mut findings = Findings::default();
/// for part in [1, 2].map(|number| Part::new(number, 2).expect("one of two parts")) {
///     let mut census = Census::of_part(config, part);
///     let plan = census.plan(Resources { memory: 1 << 28, threads: 1 });
///     while !census.is_finished() {
///         census.next_pass(&plan, &Default::default(), &Default::default())?;
///     }
///     findings.merge(census.findings());
/// }
/// assert_eq!(findings.canonical, config.canonical_molecules());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    number: u64,
    of: u64,
}

/// A text is not a part of a census. See the [example](Part).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of up to {} parts, such as 3/64", thousands(Part::MOST))]
pub struct NoPart;

impl Part {
    /// The whole, as one part.
    #[doc(hidden)]
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// The most parts of a census.
    #[doc(hidden)]
    pub const MOST: u64 = 1_000_000;

    /// A part, if `number` is one from 1 to `of`, and `of` at most [`Part::MOST`].
    pub fn new(number: u64, of: u64) -> Option<Part> {
        ((1..=of).contains(&number) && of <= Part::MOST).then_some(Part { number, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// The number of all parts.
    pub fn of(self) -> u64 {
        self.of
    }
}

impl FromStr for Part {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Part, NoPart> {
        let numbers = text.split_once('/');
        let part =
            numbers.and_then(|(number, of)| Part::new(number.parse().ok()?, of.parse().ok()?));
        part.ok_or(NoPart)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}
