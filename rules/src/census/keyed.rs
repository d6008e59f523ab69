//! The canonical molecules of a range of numbers by the [keys](SpectrumKey) of their
//! spectra: a census for an engine that does the grouping.
//!
//! Molecules with close numbers share most of their atoms, and some of them their spectrum.
//! So they are sorted block by block, and those of equal keys put together. For A7_B8,
//! blocks of two million leave 0.76 rows per canonical molecule. The sorted keys take few
//! bytes.

use std::ops::Range;

use fearless_simd::{Level, dispatch};

use super::canonical_walk::CanonicalMolecules;
use super::key::SpectrumKey;
use super::ray_extremes::RayExtremes;
use super::signature::{Side, Signature};
use super::slices::{slice_of, slices};
use crate::board::{Config, Molecule};
use crate::ray::{Sides, Tracer};

/// Molecules that share a spectrum up to rotation and reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedSpectrum {
    /// The key of the spectrum.
    pub key: SpectrumKey,
    /// Its [slice](super::Slice), counted from 1.
    pub slice: u16,
    /// The number of different images of the spectrum.
    pub spectra: u8,
    /// The number of molecules that have one of these images.
    pub molecules: u64,
}

/// What a range of numbers holds beside its spectra.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeyedRange {
    /// The number of canonical molecules.
    pub canonical: u64,
    /// The number of molecules that are images of these.
    pub molecules: u64,
    /// The longest rays of these molecules, and those that turn most often.
    pub rays: RayExtremes,
}

/// Traces the canonical molecules of a range of numbers and gives `each` their spectra, in
/// blocks of `block` molecules. A block is sorted, and has every key once.
///
/// # Errors
///
/// What `each` returns; then nothing more is traced.
pub fn keyed_spectra<E>(
    config: Config,
    numbers: Range<u64>,
    block: usize,
    each: impl FnMut(&[KeyedSpectrum]) -> Result<(), E>,
) -> Result<KeyedRange, E> {
    match config.width() {
        ..=8 => of_width::<u64, E>(config, numbers, block, each),
        _ => of_width::<u128, E>(config, numbers, block, each),
    }
}

/// Behind the key come the slice, at most a thousand, and two binary logarithms, 0 to 3: of the
/// number of images of the spectrum and of the molecule. So one word is sorted.
const SLICE: u32 = 4;
const SPECTRA: u32 = 2;
const MOLECULES: u32 = 0;
const KEY: u32 = 14;

fn of_width<W: Side, E>(
    config: Config,
    numbers: Range<u64>,
    block: usize,
    mut each: impl FnMut(&[KeyedSpectrum]) -> Result<(), E>,
) -> Result<KeyedRange, E> {
    let level = Level::new();
    let slices = slices(config);
    let canonical = CanonicalMolecules::<W>::new(config);
    let mut walk = canonical.numbered(numbers.start, numbers.end);
    let mut range = KeyedRange::default();
    let mut bundle = Bundle::<W>::default();
    let (mut words, mut rows) = (Vec::with_capacity(block.min(1 << 24)), Vec::new());
    loop {
        bundle.take(&mut walk, Bundle::<W>::SIZE.min(block - words.len()));
        bundle.trace_rays(config, &mut range.rays);
        range.canonical += bundle.molecules.len() as u64;
        dispatch!(level, _simd => keys::<W>(config, slices, &bundle, &mut words));
        if words.len() == block || bundle.molecules.is_empty() {
            words.sort_unstable();
            combine(&words, &mut rows);
            words.clear();
            if !rows.is_empty() {
                each(&rows)?;
            }
            range.molecules += rows.iter().map(|row| row.molecules).sum::<u64>();
        }
        if bundle.molecules.is_empty() {
            return Ok(range);
        }
    }
}

/// Appends the keys of some molecules with their slices, and their numbers of images.
#[inline(always)]
fn keys<W: Side>(config: Config, slices: usize, bundle: &Bundle<W>, words: &mut Vec<u128>) {
    for (molecule, sides) in bundle.molecules.iter().zip(&bundle.sides) {
        let signature = Signature::of(sides);
        // A molecule is at most as symmetric as its spectrum.
        let (spectra, molecules) = match signature.is_symmetric() {
            false => (8, 8),
            true => (signature.orbit(), orbit(*molecule, config)),
        };
        let images = u128::from(spectra.trailing_zeros() << SPECTRA)
            | u128::from(molecules.trailing_zeros() << MOLECULES);
        let slice = slice_of(signature.sides[0], slices) as u128;
        words.push(signature.rank(config.width()) << KEY | slice << SLICE | images);
    }
}

fn combine(words: &[u128], rows: &mut Vec<KeyedSpectrum>) {
    rows.clear();
    for &word in words {
        let key = SpectrumKey(word >> KEY);
        let molecules = 1 << (word >> MOLECULES & 3);
        match rows.last_mut() {
            Some(row) if row.key == key => row.molecules += molecules,
            _ => rows.push(KeyedSpectrum {
                key,
                slice: (word >> SLICE & 0x3ff) as u16 + 1,
                spectra: 1 << (word >> SPECTRA & 3),
                molecules,
            }),
        }
    }
}

/// Molecules that are traced together, because that is faster.
#[derive(Default)]
struct Bundle<S> {
    numbers: Vec<u64>,
    molecules: Vec<Molecule>,
    sides: Vec<Sides<S>>,
    /// The places of molecules with a ray that may be an extreme.
    beyond: Vec<usize>,
}

impl<S: Side> Bundle<S> {
    /// The work per bundle costs next to nothing, and it fits the processor's nearest cache.
    const SIZE: usize = 128;

    /// Takes the next molecules, at most `most`. The bundle is empty if there are no more.
    fn take(&mut self, walk: &mut impl Iterator<Item = (u64, Molecule)>, most: usize) {
        self.numbers.clear();
        self.molecules.clear();
        for (number, molecule) in walk.take(most) {
            self.numbers.push(number);
            self.molecules.push(molecule);
        }
    }

    fn trace_rays(&mut self, config: Config, rays: &mut RayExtremes) {
        let (sides, beyond) = (&mut self.sides, &mut self.beyond);
        // Once each outcome has been seen, few molecules can have an extreme.
        S::trace_within(&self.molecules, config, rays.limits(), sides, beyond);
        for &place in &*beyond {
            let statistics = Tracer::best().trace(self.molecules[place], config).1;
            rays.see(self.numbers[place], &statistics);
        }
    }
}

/// The number of images of a molecule.
fn orbit(molecule: Molecule, config: Config) -> u64 {
    let images = molecule.images(config);
    let same = images.iter().filter(|&&image| image == molecule).count();
    (images.len() / same) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::convert::Infallible;

    use super::super::parts::part;
    use super::*;
    use crate::census::{AmbiguityTable, Census, Resources};

    /// Compares the whole table from keys with that of a census.
    fn check(text: &str, parts: u64, block: usize) {
        let config: Config = text.parse().unwrap();
        let mut groups: BTreeMap<SpectrumKey, (u8, u64)> = BTreeMap::new();
        let mut all = KeyedRange::default();
        for number in 1..=parts {
            let numbers = part(config, number, parts);
            let range = keyed_spectra(config, numbers, block, |rows| {
                assert!(rows.len() <= block);
                assert!(rows.is_sorted_by(|one, other| one.key < other.key));
                for row in rows {
                    let group = groups.entry(row.key).or_insert((row.spectra, 0));
                    assert_eq!(group.0, row.spectra);
                    group.1 += row.molecules;
                }
                Ok::<(), Infallible>(())
            });
            let Ok(range) = range;
            all.canonical += range.canonical;
            all.molecules += range.molecules;
            all.rays.merge(&range.rays);
        }
        assert_eq!(all.canonical, config.canonical_molecules());
        assert_eq!(all.molecules, config.molecules());
        let mut found = AmbiguityTable::default();
        for (spectra, molecules) in groups.into_values() {
            assert_eq!(molecules % u64::from(spectra), 0);
            found.add(molecules / u64::from(spectra), 1, spectra.into());
        }
        let (memory, threads) = (1 << 24, 1);
        let mut census = Census::new(config);
        let plan = census.plan(Resources { memory, threads });
        while !census.is_finished() {
            let (work, stop) = Default::default();
            census.next_pass(&plan, &work, &stop).unwrap();
        }
        assert_eq!(found, census.findings().ambiguity, "{config}");
        assert_eq!(all.rays, census.findings().rays, "{config}");
    }

    #[test]
    fn keys_group_molecules_as_their_spectra_do() {
        for (text, parts, block) in [
            ("A0_B3", 1, 10),
            ("A1_B1", 2, 10),
            ("A3_B4", 3, 7),
            ("A5_B4", 1, 1),
            ("A16_B4", 2, 10),
            ("A4_B5", 5, 128),
            ("A4_B6", 4, 1000),
            ("A3_B8", 2, 500),
            ("A2_B9", 3, 100),
            ("A3_B10", 2, 1000),
            ("A2_B11", 2, 300),
        ] {
            check(text, parts, block);
        }
    }
}
