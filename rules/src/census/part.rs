//! Splits a census into parts, for several machines that do not communicate, and each part into buckets, of which each
//! pass counts some. A hash of the answers to the first rays decides the bucket of a spectrum.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use super::signature::{FACTOR, folded_product};
use crate::board::Config;
use crate::words::thousands;

/// One of several parts of a census, written `3/64`, or several consecutive ones, written `17..32/64`.
///
/// Every spectrum belongs to exactly one part, together with its images, so the findings of the parts only have to be
/// added up. The answers to the first rays decide the part of a spectrum, so the count of each part fires these rays
/// for all spectra, and then skips the spectra of other parts.
///
/// ```
/// use blackbox_rules::census::{NoPart, Part};
///
/// let part: Part = "3/64".parse()?;
/// assert_eq!((part.numbers(), part.total()), (3..=3, 64));
/// assert_eq!("17..32/64".parse::<Part>()?.count(), 16);
/// assert_eq!("65/64".parse::<Part>(), Err(NoPart));
/// # Ok::<(), NoPart>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    first: u64,
    last: u64,
    total: u64,
}

/// The error for a text that is not a part of a census.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected I/N or I..J/N with 1 <= I <= J <= N <= {}, such as 3/64 or 17..32/64",
    thousands(Part::MAX_PARTS)
)]
pub struct NoPart;

impl Part {
    /// The whole census, as one part.
    #[doc(hidden)]
    pub const WHOLE: Part = Part {
        first: 1,
        last: 1,
        total: 1,
    };

    /// The greatest number of parts of a census.
    #[doc(hidden)]
    pub const MAX_PARTS: u64 = 1_000_000;

    /// The parts with these numbers, from 1 to `total`, or `None` if there are no such parts or `total` exceeds
    /// [`Part::MAX_PARTS`].
    pub fn new(numbers: RangeInclusive<u64>, total: u64) -> Option<Part> {
        let (first, last) = numbers.into_inner();
        (1 <= first && first <= last && last <= total && total <= Part::MAX_PARTS).then_some(Part {
            first,
            last,
            total,
        })
    }

    /// The number of the part, from 1, or the range of several parts.
    pub fn numbers(self) -> RangeInclusive<u64> {
        self.first..=self.last
    }

    /// The number of parts in the range.
    pub fn count(self) -> u64 {
        self.last - self.first + 1
    }

    /// The number of parts of the whole census.
    pub fn total(self) -> u64 {
        self.total
    }

    /// The number of buckets into which the spectra of this part are distributed. For a whole census, the number is
    /// part of its checksum, so it stays as it was when each bucket had a quarter of a million records in memory.
    pub(super) fn buckets(self, config: Config) -> usize {
        /// Above this number of molecules, the number of buckets is fixed.
        const MANY: u64 = 1 << 44;
        let bits = u64::BITS - config.canonical_molecules().leading_zeros();
        match self {
            Part::WHOLE if config.molecules() > MANY => 1 << 12,
            Part::WHOLE => 1 << bits.saturating_sub(19).clamp(6, 24),
            _ => (self.count() as usize) << 6,
        }
    }

    /// Converts buckets of this part to their numbers in the whole census, if each of its parts has `each` buckets.
    /// Also returns the number of all buckets.
    pub(super) fn in_census(self, buckets: Range<usize>, each: usize) -> (Range<usize>, usize) {
        let before = (self.first - 1) as usize * each;
        let buckets = before + buckets.start..before + buckets.end;
        (buckets, self.total as usize * each)
    }
}

/// The bucket, among this number of buckets, of the spectra with these answers to the first rays.
#[inline]
pub(super) fn bucket_of(answers: impl Iterator<Item = u8>, buckets: usize) -> usize {
    let hash = answers.fold(0, |hash, answer| {
        folded_product(hash ^ u64::from(answer), FACTOR)
    });
    ((u128::from(hash.wrapping_mul(FACTOR)) * buckets as u128) >> 64) as usize
}

impl FromStr for Part {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Part, NoPart> {
        let read = || {
            let (numbers, total) = text.split_once('/')?;
            let (first, last) = numbers.split_once("..").unwrap_or((numbers, numbers));
            Part::new(
                first.parse().ok()?..=last.parse().ok()?,
                total.parse().ok()?,
            )
        };
        read().ok_or(NoPart)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(formatter, "{}/{}", self.first, self.total),
            false => write!(formatter, "{}..{}/{}", self.first, self.last, self.total),
        }
    }
}
