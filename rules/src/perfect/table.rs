//! The bounds of the costs of sets, in a table of a fixed size that threads share without locks.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::classes::SetKey;

/// The bounds of the least cost of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// A lower bound of the cost.
    pub lower: u32,
    /// The cost of a known strategy, or [`Bounds::OPEN`] if none is known.
    pub upper: u32,
}

impl Default for Bounds {
    /// Nothing is known.
    fn default() -> Bounds {
        Bounds::at_least(0)
    }
}

impl Bounds {
    /// No strategy is known.
    #[doc(hidden)]
    pub const OPEN: u32 = u32::MAX;

    /// The cost is known.
    #[doc(hidden)]
    pub fn exact(cost: u32) -> Bounds {
        Bounds {
            lower: cost,
            upper: cost,
        }
    }

    /// The bounds if no strategy is known.
    pub(super) fn at_least(lower: u32) -> Bounds {
        let upper = Bounds::OPEN;
        Bounds { lower, upper }
    }

    /// The bounds that follow from both. A lower bound above the upper one is wrong, because a strategy costs the upper
    /// one.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        let upper = self.upper.min(other.upper);
        let lower = self.lower.max(other.lower).min(upper);
        Bounds { lower, upper }
    }

    /// Whether the cost is known.
    #[doc(hidden)]
    pub fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    fn pack(self, size: u64) -> u64 {
        let gap = match self.upper {
            Bounds::OPEN => MOST,
            upper => u64::from(upper.saturating_sub(self.lower)).min(MOST),
        };
        u64::from(self.lower).min(MOST) | gap << BITS | size << SIZE
    }

    fn unpack(packed: u64) -> Bounds {
        let lower = (packed & MOST) as u32;
        let upper = match packed >> BITS & MOST {
            MOST => Bounds::OPEN,
            gap => lower + gap as u32,
        };
        Bounds { lower, upper }
    }
}

/// The number of bits for each of the first two parts of a packed word. From the lowest bit on, the word contains the
/// lower bound, the upper bound minus the lower one, and the size of the set in quarters of a doubling.
const BITS: u32 = 29;
const SIZE: u32 = 2 * BITS;

/// The highest cost that the table can hold, and the difference if no upper bound is known.
const MOST: u64 = (1 << BITS) - 1;

/// The size of a set in quarters of a doubling.
pub(super) fn quarters(classes: usize) -> usize {
    let log = classes.ilog2() as usize;
    let quarter = if log < 2 { 0 } else { classes >> (log - 2) & 3 };
    4 * log + quarter
}

fn size_class(classes: usize) -> u64 {
    (quarters(classes) as u64).clamp(1, 63)
}

const WAYS: usize = 4;

/// A place: the two halves of the key of a set, each XORed with the packed bounds, and the packed bounds. If another
/// thread writes while a place is read, the key that is read does not match.
type Place = [AtomicU64; 3];

/// The places where a set may be. A row lies in two lines of the cache.
#[derive(Debug)]
#[repr(align(32))]
struct TableRow([Place; WAYS]);

/// The bounds of sets. When the table is full, large sets displace smaller ones.
#[derive(Debug)]
pub struct Table {
    rows: Vec<TableRow>,
}

impl Table {
    /// A table of about this number of bytes.
    ///
    /// # Errors
    ///
    /// If the system does not provide so much memory.
    pub fn new(bytes: u64) -> Result<Table, TryReserveError> {
        let number = (bytes / size_of::<TableRow>() as u64).max(1) as usize;
        let place = || std::array::from_fn(|_| AtomicU64::new(0));
        let empty = || TableRow(std::array::from_fn(|_| place()));
        let mut rows = Vec::new();
        rows.try_reserve_exact(number)?;
        rows.extend((0..number).map(|_| empty()));
        Ok(Table { rows })
    }

    fn row(&self, key: SetKey) -> &[Place; WAYS] {
        // The first half is the least of eight, so only the second one is spread evenly.
        let row = (u128::from(key.1) * self.rows.len() as u128) >> 64;
        &self.rows[row as usize].0
    }

    #[inline]
    pub(super) fn get(&self, key: SetKey) -> Bounds {
        let mut records = self.row(key).iter().map(record);
        let found = records.find(|&[high, low, known]| known != 0 && SetKey(high, low) == key);
        found.map_or_else(Bounds::default, |[.., known]| Bounds::unpack(known))
    }

    /// Fetches the row of a set into the processor's cache, so that the next look-up does not wait for it.
    #[inline]
    pub(super) fn touch(&self, key: SetKey) {
        let row = self.row(key);
        std::hint::black_box(row[0][0].load(Relaxed));
        std::hint::black_box(row[WAYS - 1][2].load(Relaxed));
    }

    /// Stores the bounds of a set with this number of classes.
    #[inline]
    pub(super) fn put(&self, key: SetKey, classes: usize, bounds: Bounds) {
        self.restore([key.0, key.1, bounds.pack(size_class(classes))]);
    }

    /// Stores a set again, from a record of [`Table::records`].
    #[doc(hidden)]
    pub fn restore(&self, [high, low, mut packed]: [u64; 3]) {
        let mut least = u64::MAX;
        let mut best = None;
        for place in self.row(SetKey(high, low)) {
            let [other_high, other_low, known] = record(place);
            let same = known != 0 && [other_high, other_low] == [high, low];
            if same {
                // Another thread may know more.
                let both = Bounds::unpack(packed).and(Bounds::unpack(known));
                packed = both.pack(packed >> SIZE);
            }
            if same || known >> SIZE < least {
                (least, best) = (known >> SIZE, Some(place));
            }
            if same || known == 0 {
                break;
            }
        }
        if let Some(place) = best {
            place[2].store(packed, Relaxed);
            place[0].store(high ^ packed, Relaxed);
            place[1].store(low ^ packed, Relaxed);
        }
    }

    /// The sets with at least this number of classes, each as three words that [`Table::restore`] takes.
    #[doc(hidden)]
    pub fn records(&self, classes: usize) -> impl Iterator<Item = [u64; 3]> {
        let size = size_class(classes);
        let places = self.rows.iter().flat_map(|row| &row.0);
        places
            .map(record)
            .filter(move |[.., known]| known >> SIZE >= size)
    }
}

/// The key of the set in a place, and its packed bounds.
#[inline(always)]
fn record([high, low, known]: &Place) -> [u64; 3] {
    let known = known.load(Relaxed);
    [high.load(Relaxed) ^ known, low.load(Relaxed) ^ known, known]
}
