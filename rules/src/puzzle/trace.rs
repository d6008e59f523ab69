//! Traces molecules in batches, and counts those that share their spectrum.

use watch::{Halt, Observed};

use crate::board::{Config, MAX_POSITIONS, Molecule};
use crate::ray::{Exits, Tracer};

const AT_ONCE: usize = 1 << 10;

pub(super) struct Queue<'a, F> {
    molecules: Vec<Molecule>,
    config: Config,
    observed: &'a Observed<'a>,
    each: F,
}

impl<'a, F: FnMut(&Exits)> Queue<'a, F> {
    /// For molecules with any number of atoms. The work is one per molecule.
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
        Tracer::best().exits(&self.molecules, self.config, |exits| (self.each)(&exits));
        let traced = self.molecules.len() as u64;
        self.molecules.clear();
        self.observed.add(traced)
    }
}

/// Exits by position, then zeros.
pub(super) type ExitRow = [u8; MAX_POSITIONS];

/// The exits of a box with this number of positions.
#[inline]
pub(super) fn row(exits: &Exits, positions: usize) -> ExitRow {
    let mut row = [0; MAX_POSITIONS];
    row[..positions].copy_from_slice(&exits.at()[..positions]);
    row
}

/// A number that is equal for molecules of the same spectrum, and rarely for others.
pub(super) fn hash(row: &ExitRow) -> u64 {
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

/// By molecule: does another one share its hash? It says so of all that do, and of few others.
/// Hashes group and never decide.
pub(super) fn look_alike(hashes: &[u64]) -> Vec<bool> {
    // With 16 bits per hash, one in 16 at most is taken for another one.
    let bits = (16 * hashes.len()).next_power_of_two().max(64);
    let place = |hash: u64| ((hash as usize & (bits - 1)) / 64, 1 << (hash % 64));
    let (mut once, mut twice) = (vec![0u64; bits / 64], vec![0u64; bits / 64]);
    for &hash in hashes {
        let (word, bit) = place(hash);
        twice[word] |= once[word] & bit;
        once[word] |= bit;
    }
    let is_twice = |&hash: &u64| {
        let (word, bit) = place(hash);
        twice[word] & bit != 0
    };
    hashes.iter().map(is_twice).collect()
}

/// Sorts molecules, and counts those that share their spectrum with another one.
pub(super) fn ambiguous(rows: &mut [ExitRow]) -> u64 {
    rows.sort_unstable();
    let groups = rows.chunk_by(|a, b| a == b).map(|group| group.len() as u64);
    groups.filter(|&molecules| molecules > 1).sum()
}

#[cfg(test)]
mod tests {
    use random::SplitMix64;

    use super::*;

    #[test]
    fn all_that_share_a_hash_look_alike_and_few_others() {
        let mut random = SplitMix64(1);
        let mut hashes: Vec<u64> = (0..10_000).map(|_| random.below(u64::MAX)).collect();
        hashes.extend_from_within(..100);
        let alike = look_alike(&hashes);
        assert!(alike[..100].iter().all(|&is| is) && alike[10_000..].iter().all(|&is| is));
        let others = alike[100..10_000].iter().filter(|&&is| is).count();
        assert!(others < 10_000 / 8, "{others}");
        assert!(look_alike(&[]).is_empty());
    }
}
