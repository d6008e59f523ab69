//! A census of a wide box with few atoms.
//!
//! The census walks through the canonical molecules in the order of their numbers.
//!
//! Each molecule is stored as one word: a part of a hash of its spectrum, which is the same for all images, and its
//! index in the walk. Equal hashes only give candidates, which are traced again and compared exactly.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fearless_simd::Level;
use random::mix;
use watch::{Halt, Observed, locked, on_threads};

use super::board::{Atoms, RayEnd, Rectangle, SparseBoard};
use super::cells::{Cells, SpectrumHashes, atom};
use super::law::BoxCounts;
use crate::board::{Transform, wide_binomial};
use crate::census::{AmbiguityRow, AmbiguityTable, Resources};
use crate::ray::on_any_level;

/// The findings of a census.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SparseTally {
    /// The number of molecules, counted during the walk.
    pub molecules: u64,
    /// The number of canonical molecules.
    pub canonical: u64,
    /// The ambiguous molecules and spectra.
    pub ambiguous: BoxCounts,
}

impl SparseTally {
    /// The number of spectra by the number of molecules that share them, including 1.
    pub fn table(&self) -> AmbiguityTable {
        // A false law may give more ambiguous molecules than there are molecules.
        let orbits = self.canonical.saturating_sub(self.ambiguous.canonical);
        let spectra = self.molecules.saturating_sub(self.ambiguous.molecules);
        let alone = (spectra > 0).then(|| AmbiguityRow::from([1, orbits, spectra]));
        (alone.into_iter().chain(self.ambiguous.ambiguity.rows())).collect()
    }
}

/// A [spectrum](SparseBoard::spectrum).
type Rays = Vec<(u8, RayEnd)>;

#[derive(Clone, Copy, Default)]
struct MoleculeCounts {
    canonical: u64,
    /// The number of molecules, including all images.
    molecules: u64,
}

/// A census of a wide box, before it runs.
pub struct SparseCensus {
    atoms: usize,
    cells: Cells,
    /// For each transform, where it moves each position.
    images: [Vec<u8>; 8],
    hashes: SpectrumHashes<8>,
    leads: Vec<u16>,
    others: Vec<Vec<u16>>,
    /// The number of molecules in the walk before each lead, and in total. Some of them are not canonical.
    before: Vec<u64>,
}

const BUCKETS: u64 = 256;

impl SparseCensus {
    /// A census of 1 to 5 atoms in a square box 1 to 32 wide.
    pub fn new(atoms: usize, width: u8) -> SparseCensus {
        let size = Rectangle::square(width);
        let (cells, positions) = (Cells::new(size), size.positions());
        let images = Transform::ALL.map(|transform| {
            let images = (0..positions).map(|position| transform.source(position, positions) as u8);
            images.collect::<Vec<u8>>()
        });
        let leads = cells.leads();
        let others: Vec<Vec<u16>> = (leads.iter().map(|&lead| cells.others(lead))).collect();
        let mut before = vec![0];
        for others in &others {
            let molecules = choose(others.len(), atoms - 1);
            before.push(before[before.len() - 1] + molecules);
        }
        SparseCensus {
            atoms,
            cells,
            hashes: SpectrumHashes::new(&images),
            images,
            leads,
            others,
            before,
        }
    }

    /// The number of molecules in the walk: all canonical ones, and some others.
    pub fn walked(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The number of passes that this memory requires. Each pass walks through all molecules.
    pub fn passes(&self, resources: Resources) -> u64 {
        self.memory(1).div_ceil(resources.memory.max(1)).max(1)
    }

    /// The bytes of memory that a census needs if it is divided into this number of passes.
    pub fn memory(&self, passes: u64) -> u64 {
        // Allows for buckets of slightly different sizes.
        (self.walked() * 8 + self.walked() / 2 + (BUCKETS << 12)) / passes
    }

    /// Runs the census. Progress counts one per molecule of the walk in each pass.
    pub fn count(&self, resources: Resources, observed: &Observed) -> Result<SparseTally, Halt> {
        let passes = self.passes(resources);
        let mut counts = BoxCounts::default();
        let mut walked = MoleculeCounts::default();
        for pass in 0..passes {
            let pass = Pass {
                census: self,
                pass,
                passes,
                id_bits: u64::BITS - self.walked().leading_zeros(),
            };
            let (buckets, all) = pass.walk(resources.threads, observed)?;
            walked = all;
            for mut bucket in buckets {
                bucket.sort_unstable();
                for same in bucket.chunk_by(|one, other| (one ^ other) >> pass.id_bits == 0) {
                    if same.len() > 1 {
                        let ids = same.iter().map(|word| word & ((1 << pass.id_bits) - 1));
                        let mut ids: Vec<u64> = ids.collect();
                        ids.dedup();
                        self.compare(&ids, &mut counts);
                    }
                }
                observed.add(0)?;
            }
        }
        Ok(SparseTally {
            molecules: walked.molecules,
            canonical: walked.canonical,
            ambiguous: counts,
        })
    }

    /// Compares the spectra of candidates exactly, up to rotation and reflection.
    fn compare(&self, ids: &[u64], counts: &mut BoxCounts) {
        let size = self.cells.size;
        // By the smallest image of a spectrum: the number of its images, and the molecules.
        let mut groups: BTreeMap<Rays, (u64, MoleculeCounts)> = BTreeMap::new();
        for &id in ids {
            let molecule = self.molecule(id);
            let atoms: Atoms = molecule.iter().map(|&cell| atom(cell, size)).collect();
            let mut images = self.images_of(&SparseBoard::with(size, &atoms).spectrum());
            let orbit = images.len() as u64;
            let group = groups.entry(images.pop_first().unwrap_or_default());
            let (_, walked) = group.or_insert((orbit, MoleculeCounts::default()));
            walked.molecules += self.orbit(&molecule).unwrap_or(0);
            walked.canonical += 1;
        }
        for (orbit, walked) in groups.into_values() {
            if walked.molecules > orbit {
                counts.ambiguity.add(walked.molecules / orbit, 1, orbit);
                counts.molecules += walked.molecules;
                counts.canonical += walked.canonical;
            }
        }
    }

    /// The different images of a spectrum.
    fn images_of(&self, spectrum: &Rays) -> BTreeSet<Rays> {
        let images = self.images.iter().map(|images| {
            let rays = spectrum.iter().map(|&(position, ray_end)| {
                let position = images[usize::from(position)];
                match images.get(usize::from(ray_end)) {
                    Some(&exit) => (position.min(exit), position.max(exit)),
                    None => (position, ray_end),
                }
            });
            let mut rays: Rays = rays.collect();
            rays.sort_unstable();
            rays
        });
        images.collect()
    }

    /// The number of different images of a molecule, or `None` if it is not canonical.
    fn orbit(&self, molecule: &[u16]) -> Option<u64> {
        let (last, before) = molecule.split_last()?;
        let cells = &self.cells;
        cells.orbit(before, &cells.sorted_images(before), *last)
    }

    fn molecule(&self, id: u64) -> Vec<u16> {
        let lead = self.before.partition_point(|&before| before <= id) - 1;
        let others = &self.others[lead];
        let mut left = id - self.before[lead];
        let mut molecule = vec![self.leads[lead]];
        let mut next = 0;
        while molecule.len() < self.atoms {
            let missing = self.atoms - molecule.len();
            let from = |at: usize| choose(others.len() - at, missing);
            // The number of molecules whose next atom is before an index.
            let before = |at: usize| from(next) - from(at);
            let (mut at, mut end) = (next, others.len() + 1 - missing);
            while end - at > 1 {
                let middle = usize::midpoint(at, end);
                match before(middle) <= left {
                    true => at = middle,
                    false => end = middle,
                }
            }
            left -= before(at);
            molecule.push(others[at]);
            next = at + 1;
        }
        molecule
    }
}

/// C(things, chosen), which fits a word in the largest box: five atoms in 1,024 cells.
fn choose(things: usize, chosen: usize) -> u64 {
    wide_binomial(things, chosen) as u64
}

/// One pass, which keeps the molecules whose hashes belong to its buckets.
#[derive(Clone, Copy)]
struct Pass<'a> {
    census: &'a SparseCensus,
    pass: u64,
    passes: u64,
    id_bits: u32,
}

impl Pass<'_> {
    /// Walks through all molecules, and puts the words of this pass into buckets.
    fn walk(
        self,
        threads: usize,
        observed: &Observed,
    ) -> Result<(Vec<Vec<u64>>, MoleculeCounts), Halt> {
        let expected = self.census.walked() / self.passes / BUCKETS;
        let room = (expected + expected / 64 + 64) as usize;
        let buckets: Vec<Mutex<Vec<u64>>> = (0..BUCKETS)
            .map(|_| Mutex::new(Vec::with_capacity(room)))
            .collect();
        let next = AtomicUsize::new(0);
        let found = on_threads(threads, |_| {
            let mut walker = Walker::new(self, &buckets);
            loop {
                let lead = next.fetch_add(1, Ordering::Relaxed);
                if lead >= self.census.leads.len() {
                    for (words, bucket) in walker.words.iter_mut().zip(&buckets) {
                        locked(bucket).append(words);
                    }
                    return Ok::<MoleculeCounts, Halt>(walker.walked);
                }
                walker.lead(lead, observed)?;
            }
        })?;
        let mut walked = MoleculeCounts::default();
        for one in found {
            let one = one?;
            walked.canonical += one.canonical;
            walked.molecules += one.molecules;
        }
        let buckets = buckets.into_iter();
        let buckets = buckets.map(|b| b.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok((buckets.collect(), walked))
    }
}

/// The part of a walk that one thread does.
struct Walker<'a> {
    pass: Pass<'a>,
    board: SparseBoard,
    level: Level,
    buckets: &'a [Mutex<Vec<u64>>],
    /// Words that are not yet in the shared buckets.
    words: Vec<Vec<u64>>,
    /// The cells of all atoms but the last.
    molecule: Vec<u16>,
    id: u64,
    walked: MoleculeCounts,
}

impl<'a> Walker<'a> {
    /// The number of words that a thread collects per bucket before it appends them.
    const WAITING: usize = 64;

    fn new(pass: Pass<'a>, buckets: &'a [Mutex<Vec<u64>>]) -> Walker<'a> {
        Walker {
            pass,
            board: SparseBoard::new(pass.census.cells.size),
            level: Level::new(),
            buckets,
            words: vec![Vec::with_capacity(Walker::WAITING); buckets.len()],
            molecule: Vec::new(),
            id: 0,
            walked: MoleculeCounts::default(),
        }
    }

    fn lead(&mut self, at: usize, observed: &Observed) -> Result<(), Halt> {
        let census = self.pass.census;
        let lead = census.leads[at];
        self.id = census.before[at];
        if census.atoms == 1 {
            return self.last(&[lead], observed);
        }
        self.put(lead);
        let done = self.others(&census.others[at], observed);
        self.take();
        done
    }

    fn others(&mut self, others: &[u16], observed: &Observed) -> Result<(), Halt> {
        if self.molecule.len() + 1 == self.pass.census.atoms {
            return self.last(others, observed);
        }
        for (at, &cell) in others.iter().enumerate() {
            self.put(cell);
            let done = self.others(&others[at + 1..], observed);
            self.take();
            done?;
        }
        Ok(())
    }

    fn put(&mut self, cell: u16) {
        self.board.toggle(atom(cell, self.board.size));
        self.molecule.push(cell);
    }

    fn take(&mut self) {
        if let Some(cell) = self.molecule.pop() {
            self.board.toggle(atom(cell, self.board.size));
        }
    }

    /// Traces the molecules with the last atom in each of some cells.
    fn last(&mut self, cells: &[u16], observed: &Observed) -> Result<(), Halt> {
        if cells.is_empty() {
            return Ok(());
        }
        on_any_level!(self.level, _simd => self.through(cells));
        observed.add(cells.len() as u64)
    }

    /// As `last`, compiled for the SIMD level of the processor.
    #[inline(always)]
    fn through(&mut self, cells: &[u16]) {
        let (pass, census) = (self.pass, self.pass.census);
        let known = census.cells.sorted_images(&self.molecule);
        for &cell in cells {
            let id = self.id;
            self.id += 1;
            let Some(orbit) = census.cells.orbit(&self.molecule, &known, cell) else {
                continue;
            };
            self.walked.canonical += 1;
            self.walked.molecules += orbit;
            let last = atom(cell, self.board.size);
            self.board.toggle(last);
            let hashes = census.hashes.of(&self.board);
            self.board.toggle(last);
            let hash = mix(hashes.iter().fold(u64::MAX, |least, &hash| least.min(hash)));
            let bucket = ((u128::from(hash) * u128::from(pass.passes * BUCKETS)) >> 64) as u64;
            if bucket / BUCKETS != pass.pass {
                continue;
            }
            let bucket = (bucket % BUCKETS) as usize;
            let words = &mut self.words[bucket];
            let word = hash << pass.id_bits | id;
            words.push(word);
            let same = hashes.iter().filter(|hash| **hash == hashes[0]).count() as u64;
            if same * orbit > 8 {
                // The molecule has an image with the same spectrum, so it is ambiguous even if no other molecule
                // has it.
                words.push(word);
            }
            if words.len() + 1 >= Walker::WAITING {
                locked(&self.buckets[bucket]).append(words);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ignores hashes: the exact comparison gets all molecules of a box as one set of candidates.
    #[test]
    fn equal_hashes_are_compared_in_full() {
        for (atoms, width, ambiguous) in [(3, 5, 16), (4, 5, 665)] {
            let census = SparseCensus::new(atoms, width);
            let is_canonical = |id: &u64| census.orbit(&census.molecule(*id)).is_some();
            let all: Vec<u64> = (0..census.walked()).filter(is_canonical).collect();
            let mut counts = BoxCounts::default();
            census.compare(&all, &mut counts);
            assert_eq!(counts.molecules, ambiguous);
        }
    }
}
