//! Canonical molecules as records of one machine word each.
//!
//! A record keeps the molecule's number and all bits of the hash of its spectrum that fit.
//! The first bits of the hash are not in it: they tell its [bucket](super::buckets).

use std::ops::RangeInclusive;

use crate::game::Config;

/// The layout of a record, from the highest bits to the lowest: the next bits
/// of the hash, the mark of a symmetric spectrum, the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    number_bits: u32,
    bucket_bits: u32,
}

/// The most molecules that a configuration may have, so that a record has
/// bits left for the hash. A census takes about ten nanoseconds per pass and
/// canonical molecule, an eighth of all. So it takes days even below this.
pub(super) const MAX_MOLECULES: u64 = 1 << 44;

/// A bucket has this number of records or up to twice as many, 2 to 4 MB. So it
/// is sorted in a processor's outer cache. There are so few buckets that the
/// pages that are written to in turn stay at hand. On A8_B8, buckets of a
/// quarter of this size took 1.14 times as long.
const BUCKET_RECORDS_BITS: u32 = 18;
/// The limits for the number of buckets. Even small configurations are cut into
/// the lowest number. Above the highest number, the buckets would take more
/// memory than what is in them.
const BUCKET_BITS: RangeInclusive<u32> = 6..=24;

impl Layout {
    /// The layout for a configuration. It depends on nothing else, because
    /// buckets tell what finished passes have done.
    pub(super) fn of(config: Config) -> Layout {
        let bits = |count: u64| u64::BITS - count.leading_zeros();
        Layout {
            number_bits: bits(config.molecules()),
            bucket_bits: (bits(config.canonical_molecules())
                .saturating_sub(BUCKET_RECORDS_BITS + 1))
            .clamp(*BUCKET_BITS.start(), *BUCKET_BITS.end()),
        }
    }

    pub(super) const fn buckets(self) -> usize {
        1 << self.bucket_bits
    }

    #[inline]
    pub(super) const fn bucket(self, hash: u64) -> usize {
        (hash >> (u64::BITS - self.bucket_bits)) as usize
    }

    #[inline]
    pub(super) const fn record(self, hash: u64, symmetric: bool, number: u64) -> Record {
        let key = hash << self.bucket_bits >> (self.number_bits + 1);
        Record(key << 1 << self.number_bits | (symmetric as u64) << self.number_bits | number)
    }

    /// Equal for equal spectra in one bucket; the reverse is not true.
    #[inline]
    pub(super) const fn key(self, record: Record) -> u64 {
        record.0 >> (self.number_bits + 1)
    }

    #[inline]
    pub(super) const fn is_symmetric(self, record: Record) -> bool {
        record.0 >> self.number_bits & 1 == 1
    }

    #[inline]
    pub(super) const fn number(self, record: Record) -> u64 {
        record.0 & ((1 << self.number_bits) - 1)
    }
}

/// A canonical molecule and a part of its spectrum's hash, ordered by key and last by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Record(pub(super) u64);

impl From<Record> for u64 {
    fn from(record: Record) -> u64 {
        record.0
    }
}

/// Sorts the records of a bucket. They begin with bits of a hash, which spread them evenly
/// over small parts. The parts are sorted one by one.
pub(crate) fn sort<R: Copy + Ord + Into<u64>>(records: &mut [R], scratch: &mut Vec<R>) {
    const PART: usize = 128;
    let parts = (records.len() / PART).next_power_of_two();
    if parts < 2 {
        records.sort_unstable();
        return;
    }
    let shift = u64::BITS - parts.trailing_zeros();
    let part_of = |record: R| (record.into() >> shift) as usize;
    let mut ends = vec![0; parts];
    for &record in &*records {
        ends[part_of(record)] += 1;
    }
    let mut next = Vec::with_capacity(parts);
    let mut end = 0;
    for count in &mut ends {
        next.push(end);
        end += *count;
        *count = end;
    }
    scratch.clear();
    scratch.extend_from_slice(records);
    for &record in &*scratch {
        let place = &mut next[part_of(record)];
        records[*place] = record;
        *place += 1;
    }
    let mut start = 0;
    for end in ends {
        records[start..end].sort_unstable();
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_gives_back_what_it_was_made_of() {
        for text in ["A0_B1", "A4_B4", "A4_B8", "A9_B8", "A8_B11"] {
            let config: Config = text.parse().unwrap();
            assert!(config.molecules() <= MAX_MOLECULES);
            let layout = Layout::of(config);
            for number in [1, config.molecules().div_ceil(2), config.molecules()] {
                for hash in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
                    for symmetric in [false, true] {
                        let record = layout.record(hash, symmetric, number);
                        assert_eq!(layout.number(record), number);
                        assert_eq!(layout.is_symmetric(record), symmetric);
                        let again = layout.record(hash, !symmetric, 1);
                        assert_eq!(layout.key(record), layout.key(again));
                        assert!(layout.bucket(hash) < layout.buckets());
                    }
                }
            }
            // The key continues the hash where the bucket ends.
            let hash = 1 << (63 - layout.bucket_bits);
            assert_eq!(layout.bucket(hash), 0);
            assert!(layout.key(layout.record(hash, false, 1)) > 0);
        }
    }

    #[test]
    fn records_are_sorted_however_they_are_spread() {
        let spread = |step: u64| (0..).map(move |index: u64| Record(index.wrapping_mul(step)));
        for count in [0, 1, 2, 100, 256, 300, 5_000] {
            // By all bits, by the highest only, by the lowest only, and all equal.
            for step in [0x9e37_79b9_7f4a_7c15, 1 << 60, 1, 0] {
                let mut records: Vec<Record> = spread(step).take(count).collect();
                let mut expected = records.clone();
                expected.sort_unstable();
                sort(&mut records, &mut Vec::new());
                assert_eq!(records, expected);
            }
        }
    }
}
