//! Pairs of molecules with one spectrum that differ by two atoms or more. To
//! take one for the other costs ten points or more.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use itertools::Itertools;

use super::spectral_group::{SpectralGroup, difference};
use crate::board::Molecule;

/// Two molecules with one spectrum. The costliest pairs come first, then those of the group with the
/// lowest canonical number, then those with the lowest numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair {
    /// The number of atoms by which they differ.
    pub atoms: Reverse<u32>,
    /// The canonical number of their spectral group.
    pub canonical_number: u64,
    /// The one with the lower number.
    pub one: Molecule,
    /// The other.
    pub other: Molecule,
}

/// The number of pairs that differ by a number of atoms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCount {
    /// Pairs of the groups up to symmetry.
    pub up_to_symmetry: u64,
    /// Pairs of all groups.
    pub in_all: u64,
    /// Groups up to symmetry that have such a pair.
    pub groups: u64,
}

/// The pairs of all groups: how many there are, and the costliest of them.
#[derive(Clone, Debug)]
pub struct Pairs {
    counts: BTreeMap<u32, PairCount>,
    costliest: BinaryHeap<Pair>,
    kept: usize,
}

impl Pairs {
    /// The fewest atoms by which a pair that is kept differs.
    pub const DISTANT: u32 = 2;

    /// No pairs yet. It keeps at most `kept` of those to come.
    pub fn new(kept: usize) -> Pairs {
        Pairs {
            counts: BTreeMap::new(),
            costliest: BinaryHeap::new(),
            kept,
        }
    }

    /// Adds the pairs of a group.
    pub fn add(&mut self, group: &SpectralGroup) {
        for (atoms, &pairs) in (0..).zip(&group.differences()) {
            if pairs > 0 {
                let count = self.counts.entry(atoms).or_default();
                count.up_to_symmetry += pairs;
                count.in_all += pairs * group.images;
                count.groups += 1;
            }
        }
        for (&one, &other) in group.molecules.iter().tuple_combinations() {
            let pair = Pair {
                atoms: Reverse(difference(one, other)),
                canonical_number: group.canonical_number,
                one,
                other,
            };
            if pair.atoms.0 >= Pairs::DISTANT {
                self.keep(pair);
            }
        }
    }

    fn keep(&mut self, pair: Pair) {
        if self.costliest.len() < self.kept {
            self.costliest.push(pair);
        } else if let Some(mut last) = self.costliest.peek_mut()
            && pair < *last
        {
            *last = pair;
        }
    }

    /// The number of pairs by the number of atoms by which they differ.
    pub fn counts(&self) -> impl Iterator<Item = (u32, PairCount)> {
        self.counts.iter().map(|(&atoms, &count)| (atoms, count))
    }

    /// The number of pairs that differ by two atoms or more, up to symmetry.
    pub fn distant(&self) -> u64 {
        let distant = self.counts.range(Pairs::DISTANT..);
        distant.map(|(_, count)| count.up_to_symmetry).sum()
    }

    /// The costliest of these, the costliest first.
    pub fn costliest(&self) -> Vec<Pair> {
        self.costliest.clone().into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Config;

    #[test]
    fn the_costliest_pairs_are_kept_and_all_are_counted() {
        let config: Config = "A2_B2".parse().unwrap();
        let molecules: Vec<Molecule> = (1..=6)
            .map(|number| Molecule::from_number(number, config).unwrap())
            .collect();
        let group = SpectralGroup {
            spectrum: molecules[0].spectrum(config),
            canonical_number: 7,
            images: 4,
            molecules,
        };
        for kept in [0, 1, 2, 3, 10] {
            let mut pairs = Pairs::new(kept);
            pairs.add(&group);
            let counts: Vec<_> = pairs.counts().collect();
            let count = |up_to_symmetry| PairCount {
                up_to_symmetry,
                in_all: 4 * up_to_symmetry,
                groups: 1,
            };
            assert_eq!(counts, [(1, count(12)), (2, count(3))]);
            assert_eq!(pairs.distant(), 3);
            let costliest = pairs.costliest();
            let numbers = costliest.iter().map(|pair| pair.one.number(config));
            assert!(numbers.eq(1..=kept.min(3) as u64));
        }
    }
}
