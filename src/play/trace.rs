//! Traces molecules in batches, and counts those that share their spectrum.

use watch::{Halt, Observed};

use crate::game::{Config, Exits, MAX_POSITIONS, Molecule, Tracer};

/// How many molecules are traced at once.
const AT_ONCE: usize = 1 << 10;

/// Molecules that are traced together.
pub(super) struct Queue<'a, F> {
    molecules: Vec<Molecule>,
    config: Config,
    observed: &'a Observed<'a>,
    each: F,
}

impl<'a, F: FnMut(&Exits) -> Result<(), Halt>> Queue<'a, F> {
    /// For molecules in the box of a configuration, with any number of atoms. The work
    /// is one per molecule.
    pub(super) fn new(config: Config, observed: &'a Observed<'a>, each: F) -> Queue<'a, F> {
        Queue {
            molecules: Vec::with_capacity(AT_ONCE),
            config,
            observed,
            each,
        }
    }

    pub(super) fn add(&mut self, molecule: Molecule) -> Result<(), Halt> {
        self.molecules.push(molecule);
        if self.molecules.len() == AT_ONCE {
            return self.flush();
        }
        Ok(())
    }

    /// Traces those that still wait.
    pub(super) fn flush(&mut self) -> Result<(), Halt> {
        let mut result = Ok(());
        Tracer::best().exits(&self.molecules, self.config, |_, exits| {
            if result.is_ok() {
                result = (self.each)(&exits);
            }
        });
        result?;
        let traced = self.molecules.len() as u64;
        self.molecules.clear();
        self.observed.add(traced)
    }
}

/// Exits by position, then zeros.
pub(super) type Row = [u8; MAX_POSITIONS];

/// The exits of a box with this number of positions.
#[inline]
pub(super) fn row(exits: &Exits, positions: usize) -> Row {
    let mut row = [0; MAX_POSITIONS];
    row[..positions].copy_from_slice(&exits.at()[..positions]);
    row
}

/// A number that is equal for molecules of the same spectrum, and rarely for others.
pub(super) fn hash(row: &Row) -> u64 {
    let (words, rest) = row.as_chunks::<{ size_of::<u64>() }>();
    let rest = rest
        .iter()
        .fold(0, |word, &byte| word << 8 | u64::from(byte));
    let words = words.iter().map(|&word| u64::from_le_bytes(word));
    words.chain([rest]).fold(0, |hash, word| {
        // The odd number is 2^64 divided by the golden ratio.
        let hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 32
    })
}

/// The hashes that occur more than once, in order.
pub(super) fn repeated(mut hashes: Vec<u64>) -> Vec<u64> {
    hashes.sort_unstable();
    let groups = hashes.chunk_by(|a, b| a == b);
    let groups = groups.filter(|group| group.len() > 1);
    groups.map(|group| group[0]).collect()
}

/// Counts the molecules that share their spectrum, among those that share their hash.
/// Hashes group and never decide.
pub(super) struct Alike {
    hashes: Vec<u64>,
    /// By hash, the first spectrum found with it, and how many molecules have it.
    first: Vec<(Row, u64)>,
    /// Other spectra with one of the hashes: there is almost never one.
    others: Vec<(Row, u64)>,
}

impl Alike {
    pub(super) fn new(hashes: Vec<u64>) -> Alike {
        Alike {
            first: vec![([0; MAX_POSITIONS], 0); hashes.len()],
            hashes,
            others: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, row: Row) {
        if let Ok(index) = self.hashes.binary_search(&hash(&row)) {
            self.add_to(index, row);
        }
    }

    fn add_to(&mut self, index: usize, row: Row) {
        let first = &mut self.first[index];
        if first.1 == 0 {
            *first = (row, 1);
        } else if first.0 == row {
            first.1 += 1;
        } else {
            match self.others.iter_mut().find(|other| other.0 == row) {
                Some(other) => other.1 += 1,
                None => self.others.push((row, 1)),
            }
        }
    }

    /// How many molecules share their spectrum with others.
    pub(super) fn molecules(&self) -> u64 {
        let spectra = self.first.iter().chain(&self.others);
        let counts = spectra.map(|&(_, count)| count);
        counts.filter(|&count| count > 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_of_different_spectra_are_told_apart() {
        let [one, two, three] = [1, 2, 3].map(|exit| [exit; MAX_POSITIONS]);
        let mut alike = Alike::new(vec![7]);
        for row in [one, two, one, three, two, two] {
            alike.add_to(0, row);
        }
        assert_eq!(alike.molecules(), 2 + 3);
    }

    #[test]
    fn only_hashes_of_several_are_repeated() {
        assert_eq!(repeated(vec![5, 1, 5, 9, 1, 1, 2]), [1, 5]);
        assert!(repeated(vec![]).is_empty());
    }
}
