//! Estimates the ambiguity of a configuration that is too large to enumerate, from random molecules.
//!
//! Each molecule of the sample is decided exactly, by a search for another one with the same spectrum. Only the share
//! of ambiguous molecules is an estimate.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use random::{SplitMix64, mix};
use watch::{Halt, Observed, on_threads};

use super::evidence::Evidence;
use super::question::Puzzle;
use crate::board::{Board, Config, WideMask};
use crate::partial::meter::within_limit;

/// The greatest number of steps of the search for one molecule, which takes some minutes.
const STEPS: u64 = 1 << 26;

/// The result of a sample of molecules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sampled {
    /// The size of the sample.
    pub molecules: u64,
    /// The number of ambiguous molecules.
    pub ambiguous: u64,
    /// The number of undecided molecules, whose search took too long.
    pub undecided: u64,
}

impl Sampled {
    /// The share of ambiguous molecules among the decided ones.
    pub fn share(self) -> f64 {
        self.ambiguous as f64 / (self.molecules - self.undecided).max(1) as f64
    }

    /// A confidence interval of at least 99 % for the share of ambiguous molecules, whatever the share is: the
    /// interval of Clopper and Pearson. An undecided molecule may be either.
    ///
    /// At each end, the probability of a sample that is at least as extreme is 0.5 %. Near 0 and 1, intervals from
    /// the normal distribution contain the share less often than they claim.
    pub fn interval(self) -> [f64; 2] {
        let unambiguous = self.molecules - self.ambiguous - self.undecided;
        [
            least_share(self.ambiguous, self.molecules),
            1.0 - least_share(unambiguous, self.molecules),
        ]
    }
}

/// The share at which `some` or more of `all` are sampled with a probability of 0.5 %, or slightly less.
fn least_share(some: u64, all: u64) -> f64 {
    const PROBABILITY: f64 = 0.005;
    if some == 0 {
        return 0.0;
    }
    let logarithm_of_ways: f64 = (1..=all - some)
        .map(|n| ((some + n) as f64 / n as f64).ln())
        .sum();
    let probability = |share: f64| {
        let of_one = share.ln() * some as f64 + (-share).ln_1p() * (all - some) as f64;
        let mut term = (logarithm_of_ways + of_one).exp();
        let mut sum = 0.0;
        // The terms decrease, because `some` is more than expected.
        for n in some..=all {
            sum += term;
            let ratio = (all - n) as f64 / (n + 1) as f64 * share / (1.0 - share);
            term *= ratio;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        sum
    };
    // The probability grows with the share.
    let (mut least, mut most) = (0.0, some as f64 / all as f64);
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = (least + most) / 2.0;
        match probability(middle) <= PROBABILITY {
            true => least = middle,
            false => most = middle,
        }
    }
    least
}

/// Takes a sample of this size, with replacement. A seed always gives the same molecules, on any number of threads.
/// Progress counts one per molecule.
pub fn sample(
    config: Config,
    molecules: u64,
    seed: u64,
    threads: usize,
    observed: &Observed,
) -> Result<Sampled, Halt> {
    let [next, ambiguous, undecided]: [AtomicU64; 3] = Default::default();
    let done = on_threads(threads, |_| -> Result<(), Halt> {
        loop {
            let at = next.fetch_add(1, Relaxed);
            if at >= molecules {
                return Ok(());
            }
            let mut random = SplitMix64(mix(seed.wrapping_add(mix(at))));
            let molecule = one(config, &mut random);
            match within_limit(is_ambiguous(molecule, observed))? {
                Some(is) => ambiguous.fetch_add(is.into(), Relaxed),
                None => undecided.fetch_add(1, Relaxed),
            };
            observed.add(1)?;
        }
    })?;
    done.into_iter().collect::<Result<(), Halt>>()?;
    Ok(Sampled {
        molecules,
        ambiguous: ambiguous.into_inner(),
        undecided: undecided.into_inner(),
    })
}

/// A random board, all equally likely.
pub fn one(config: Config, random: &mut SplitMix64) -> Board {
    let mut missing = config.atoms() as u64;
    let atoms = (0..config.cells()).filter(|&cell| {
        let is_atom = random.below((config.cells() - cell) as u64) < missing;
        missing -= u64::from(is_atom);
        is_atom
    });
    Board::of_cells(WideMask::of_cells(atoms), config.size())
}

/// Whether another molecule has the same spectrum. [`Halt::Enough`] if the search takes too long.
fn is_ambiguous(board: Board, observed: &Observed) -> Result<bool, Halt> {
    let puzzle = Puzzle::among(Evidence::of_all_rays(board), vec![board.config()]);
    Ok(puzzle.count(1, STEPS, observed)? > 1)
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;

    /// Compares each molecule of small configurations with the tables in `data/reference`.
    #[test]
    fn the_search_for_a_twin_agrees_with_the_census() {
        for (name, ambiguous) in [
            ("A3_B4", 8),
            ("A6_B4", 3858),
            ("A12_B4", 1316),
            ("A24_B5", 9),
        ] {
            let config: Config = name.parse().unwrap();
            let molecules = (1..=config.molecules())
                .filter_map(|number| Board::from_number(number, config))
                .filter(|&molecule| {
                    unwatched(|observed| is_ambiguous(molecule, observed)).unwrap()
                });
            assert_eq!(molecules.count(), ambiguous, "{name}");
        }
    }

    #[test]
    fn molecules_are_equally_likely() {
        let config: Config = "A2_B3".parse().unwrap();
        let mut sampled = [0; 36];
        for seed in 0..36_000 {
            let mut random = SplitMix64(mix(seed));
            let number = one(config, &mut random).number().unwrap();
            sampled[number as usize - 1] += 1;
        }
        assert!(
            sampled.iter().all(|number| (850..1150).contains(number)),
            "{sampled:?}"
        );
    }

    #[test]
    fn intervals_have_both_ends() {
        let interval = |ambiguous, undecided| {
            let molecules = 1000;
            let sampled = Sampled {
                molecules,
                ambiguous,
                undecided,
            };
            sampled.interval().map(|end| (1e5 * end).round() / 1e5)
        };
        // Computed with the same sums, but the logarithm of the gamma function, in Python.
        assert_eq!(interval(0, 0), [0.0, 0.00528]);
        assert_eq!(interval(300, 0), [0.26321, 0.33873]);
        assert_eq!(interval(1000, 0), [0.99472, 1.0]);
        assert_eq!(interval(0, 1000), [0.0, 1.0]);
    }

    /// The probability of each number of ambiguous molecules, by the exact binomial sum, for shares up to
    /// the ends. Wilson's interval holds the share of A20_B6, 0.99986, in 0.92 of the cases for 600 molecules.
    #[test]
    fn intervals_hold_the_share_as_often_as_stated() {
        for molecules in [1, 2, 7, 30, 200, 600] {
            let intervals: Vec<[f64; 2]> = (0..=molecules)
                .map(|ambiguous| {
                    let undecided = 0;
                    Sampled {
                        molecules,
                        ambiguous,
                        undecided,
                    }
                    .interval()
                })
                .collect();
            let near_zero = (0..60).map(|step| 0.8_f64.powi(step) / 2.0);
            for share in near_zero.flat_map(|share| [share, 1.0 - share]) {
                // Pascal's triangle, row by row.
                let mut chances = vec![1.0];
                for _ in 0..molecules {
                    let mut next = vec![0.0; chances.len() + 1];
                    for (ambiguous, chance) in chances.iter().enumerate() {
                        next[ambiguous] += chance * (1.0 - share);
                        next[ambiguous + 1] += chance * share;
                    }
                    chances = next;
                }
                let holds =
                    |&(&[least, most], _): &(&[f64; 2], f64)| least <= share && share <= most;
                let held = intervals.iter().zip(chances).filter(holds);
                let held: f64 = held.map(|(_, chance)| chance).sum();
                assert!(
                    held >= 0.99,
                    "{held} of {molecules} with a share of {share}"
                );
            }
        }
    }
}
