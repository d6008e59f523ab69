//! Tags, which the first pass leaves to the later ones: for every canonical molecule, the
//! sixteenth of the buckets to which it belongs, in half a byte. A later pass walks through
//! all canonical molecules again, but traces only those of its sixteenths.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use super::records::Layout;
use crate::game::{Config, Molecule};

pub(super) struct Tags {
    ranges: Vec<OnceLock<Box<[u8]>>>,
}

/// The number of parts into which the tags cut the buckets.
pub(super) const PARTS: u64 = 16;

/// The number of tags in a byte, and the number of bits of each.
const A_BYTE: usize = 2;
const BITS: usize = 4;

impl Tags {
    /// Room for the tags of a configuration, in ranges of this number of numbers.
    pub(super) fn new(config: Config, range: u64) -> Tags {
        let ranges = config.molecules().div_ceil(range);
        Tags {
            ranges: (0..ranges).map(|_| OnceLock::new()).collect(),
        }
    }

    pub(super) fn bytes(config: Config, range: u64) -> u64 {
        /// A slot, the overhead of the allocator, and half a byte at the end.
        const A_RANGE: u64 = 48;
        config.canonical_molecules().div_ceil(A_BYTE as u64)
            + config.molecules().div_ceil(range) * A_RANGE
    }

    /// The tags of a range, counted from 0, once a pass has made them.
    pub(super) fn of_range(&self, range: usize) -> Option<&[u8]> {
        self.ranges.get(range)?.get().map(|tags| &**tags)
    }

    pub(super) fn keep(&self, range: usize, made: MadeTags) {
        if let Some(slot) = self.ranges.get(range) {
            // An earlier thread found the same tags.
            let _ = slot.set(made.tags.into_boxed_slice());
        }
    }
}

#[derive(Default)]
pub(super) struct MadeTags {
    tags: Vec<u8>,
    count: usize,
}

impl MadeTags {
    /// Adds the tag of the next molecule, from the hash of its spectrum.
    #[inline]
    pub(super) fn push(&mut self, hash: u64) {
        let tag = (hash >> (u64::BITS as usize - BITS)) as u8;
        match (self.count % A_BYTE, self.tags.last_mut()) {
            (0, _) | (_, None) => self.tags.push(tag),
            (place, Some(last)) => *last |= tag << (place * BITS),
        }
        self.count += 1;
    }
}

/// The canonical molecules of a range with known tags that a pass looks at.
pub(super) struct TaggedWalk<'a, W> {
    walk: W,
    tags: &'a [u8],
    place: usize,
    first: u8,
    /// The number of sixteenths behind the first one that belong to the pass, too.
    further: u8,
}

impl<'a, W: Iterator<Item = (u64, Molecule)>> TaggedWalk<'a, W> {
    pub(super) fn new(
        walk: W,
        tags: &'a [u8],
        buckets: RangeInclusive<usize>,
        layout: Layout,
    ) -> Self {
        let part = |bucket: usize| (bucket as u64 * PARTS / layout.buckets() as u64) as u8;
        let (first, last) = (part(*buckets.start()), part(*buckets.end()));
        TaggedWalk {
            walk,
            tags,
            place: 0,
            first,
            further: last - first,
        }
    }

    /// Fills both with the next molecules, at most `most`. Returns the number of molecules
    /// that it walked through.
    /// It writes every molecule, and mostly writes the next one over it, so that the
    /// processor has nothing to predict.
    pub(super) fn take(
        &mut self,
        numbers: &mut Vec<u64>,
        molecules: &mut Vec<Molecule>,
        most: usize,
    ) -> u64 {
        numbers.resize(most, 0);
        molecules.resize(most, Molecule::from_bits(0));
        let before = self.place;
        let mut kept = 0;
        while kept < most
            && let Some((number, molecule)) = self.walk.next()
        {
            let byte = self.tags.get(self.place / A_BYTE).copied();
            let byte = byte.unwrap_or_default();
            let tag = byte >> (self.place % A_BYTE * BITS) & (PARTS as u8 - 1);
            self.place += 1;
            numbers[kept] = number;
            molecules[kept] = molecule;
            kept += usize::from(tag.wrapping_sub(self.first) <= self.further);
        }
        numbers.truncate(kept);
        molecules.truncate(kept);
        (self.place - before) as u64
    }
}
