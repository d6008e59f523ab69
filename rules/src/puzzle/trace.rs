//! Traces molecules in batches, and counts those that share their spectrum.

use watch::{Halt, Observed};

use crate::board::{CellMask, Config, Molecule, Size};
use crate::ray::{Tracer, exits_by_cells};

const AT_ONCE: usize = 1 << 10;

/// Fires all rays into boards of a box, and calls `each` with the exits of each board, in their order: one byte per
/// position, as in [`Exits`](crate::ray::Exits).
pub(super) fn exits<W: CellMask>(boards: &[W], size: Size, each: &mut dyn FnMut(&[u8])) {
    if size.is_counted() {
        // The number of atoms makes no difference to a tracer.
        let config = Config::of_size(0, size);
        let bits = |board: &W| Molecule::from_bits(board.wide().low_bits());
        let molecules: Vec<Molecule> = boards.iter().map(bits).collect();
        let positions = size.positions();
        for exits in Tracer::best().exits(&molecules, config) {
            each(&exits.at()[..positions]);
        }
        return;
    }
    for &board in boards {
        each(&exits_by_cells(board, size).collect::<Vec<u8>>());
    }
}

pub(super) struct Queue<'a, W> {
    boards: Vec<W>,
    size: Size,
    observed: &'a Observed<'a>,
    each: &'a mut dyn FnMut(&[u8]),
}

impl<'a, W: CellMask> Queue<'a, W> {
    /// A queue for boards with any number of atoms. Progress counts one per board.
    pub(super) fn new(
        size: Size,
        observed: &'a Observed<'a>,
        each: &'a mut dyn FnMut(&[u8]),
    ) -> Queue<'a, W> {
        Queue {
            boards: Vec::with_capacity(AT_ONCE),
            size,
            observed,
            each,
        }
    }

    pub(super) fn add(&mut self, board: W) -> Result<(), Halt> {
        self.boards.push(board);
        if self.boards.len() == AT_ONCE {
            return self.flush();
        }
        Ok(())
    }

    /// Traces the boards that are still in the queue.
    pub(super) fn flush(&mut self) -> Result<(), Halt> {
        exits(&self.boards, self.size, self.each);
        let traced = self.boards.len() as u64;
        self.boards.clear();
        self.observed.add(traced)
    }
}

/// A hash of the exits of a molecule, which is equal for molecules with the same spectrum.
pub(super) fn hash(row: &[u8]) -> u64 {
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

/// For each molecule, whether another one may have the same hash. True for all that do, and for few others, so the
/// result only selects candidates.
pub(super) fn may_repeat(hashes: &[u64]) -> Vec<bool> {
    // With 16 bits per hash, at most one in 16 is a false candidate.
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

/// Sorts the exits of molecules, and counts the molecules that share them with another one.
pub(super) fn ambiguous(rows: &mut [&[u8]]) -> u64 {
    rows.sort_unstable();
    let groups = rows
        .chunk_by(|one, other| one == other)
        .map(|group| group.len() as u64);
    groups.filter(|&molecules| molecules > 1).sum()
}

#[cfg(test)]
mod tests {
    use random::SplitMix64;

    use super::*;

    #[test]
    fn repeated_hashes_are_candidates_and_few_others() {
        let mut random = SplitMix64(1);
        let mut hashes: Vec<u64> = (0..10_000).map(|_| random.below(u64::MAX)).collect();
        hashes.extend_from_within(..100);
        let repeated = may_repeat(&hashes);
        assert!(repeated[..100].iter().all(|&is| is) && repeated[10_000..].iter().all(|&is| is));
        let others = repeated[100..10_000].iter().filter(|&&is| is).count();
        assert!(others < 10_000 / 8, "{others}");
        assert!(may_repeat(&[]).is_empty());
    }
}
