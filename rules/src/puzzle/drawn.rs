//! Estimates how ambiguous a configuration is that is too large to enumerate, by molecules drawn at random.
//!
//! Each drawn molecule is decided exactly: a search looks for another one with the same spectrum. Only
//! the share is an estimate.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use random::{SplitMix64, mix};
use watch::{Halt, Observed, on_threads};

use super::evidence::Evidence;
use super::question::Puzzle;
use crate::board::{Board, Config, Molecule};
use crate::partial::meter::within_limit;

/// How many steps the search takes for a molecule before it gives up: some minutes.
const STEPS: u64 = 1 << 26;

/// Drawn molecules.
///
/// ```
/// use blackbox_rules::board::Config;
/// use blackbox_rules::puzzle::drawn::draw;
/// use watch::unwatched;
///
/// let config = Config::new(6, 8)?;
/// let drawn = unwatched(|observed| draw(config, 100, 1, 1, observed)).unwrap();
/// assert_eq!((drawn.molecules, drawn.undecided), (100, 0));
/// let [least, most] = drawn.interval();
/// assert!(least < drawn.share() && drawn.share() < most);
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Drawn {
    /// The number of them.
    pub molecules: u64,
    /// The number of them that are ambiguous.
    pub ambiguous: u64,
    /// The number of them of which the search gave up to find out.
    pub undecided: u64,
}

impl Drawn {
    /// The ambiguous share of those that were decided.
    pub fn share(self) -> f64 {
        self.ambiguous as f64 / (self.molecules - self.undecided).max(1) as f64
    }

    /// Where the ambiguous share of all molecules lies, with a confidence of 99 %: Wilson's interval. A
    /// molecule that is not decided may be either.
    pub fn interval(self) -> [f64; 2] {
        /// The standard deviations that 99 % of a normal distribution are within.
        const NORMAL: f64 = 2.575_829_303_548_901;
        let drawn = self.molecules.max(1) as f64;
        let end = |ambiguous: u64, side: f64| {
            let share = ambiguous as f64 / drawn;
            let square = NORMAL * NORMAL / drawn;
            let half = (square * (share * (1.0 - share) + square / 4.0)).sqrt();
            ((share + square / 2.0 + side * half) / (1.0 + square)).clamp(0.0, 1.0)
        };
        [
            end(self.ambiguous, -1.0),
            end(self.ambiguous + self.undecided, 1.0),
        ]
    }
}

/// Draws this number of molecules, with replacement. A seed always gives the same ones, on any number
/// of threads. The work is one per molecule.
///
/// # Errors
///
/// If it is interrupted, or the system does not give the threads.
pub fn draw(
    config: Config,
    molecules: u64,
    seed: u64,
    threads: usize,
    observed: &Observed,
) -> Result<Drawn, Halt> {
    let [next, ambiguous, undecided]: [AtomicU64; 3] = Default::default();
    let done = on_threads(threads, |_| -> Result<(), Halt> {
        loop {
            let at = next.fetch_add(1, Relaxed);
            if at >= molecules {
                return Ok(());
            }
            let mut random = SplitMix64(mix(seed.wrapping_add(mix(at))));
            let molecule = one(config, |end| random.below(end));
            match within_limit(is_ambiguous(molecule, observed))? {
                Some(is) => ambiguous.fetch_add(is.into(), Relaxed),
                None => undecided.fetch_add(1, Relaxed),
            };
            observed.add(1)?;
        }
    })?;
    done.into_iter().collect::<Result<(), Halt>>()?;
    Ok(Drawn {
        molecules,
        ambiguous: ambiguous.into_inner(),
        undecided: undecided.into_inner(),
    })
}

/// A board; all are equally likely. `below` is a random number below another one.
pub fn one(config: Config, mut below: impl FnMut(u64) -> u64) -> Board {
    let mut missing = config.atoms() as u64;
    let atoms = (0..config.cells()).filter(|&cell| {
        let is_atom = below((config.cells() - cell) as u64) < missing;
        missing -= u64::from(is_atom);
        is_atom
    });
    let bits = atoms.fold(0, |bits, cell| bits | 1 << cell);
    Board::of(Molecule::from_bits(bits), config)
}

/// Does another molecule have the same spectrum? [`Halt::Enough`] if that would take too long.
fn is_ambiguous(board: Board, observed: &Observed) -> Result<bool, Halt> {
    let puzzle = Puzzle::among(Evidence::of_all_rays(board), vec![board.config()]);
    Ok(puzzle.count(1, STEPS, observed)? > 1)
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;

    /// Each molecule of small configurations, against the tables in `data/reference`.
    #[test]
    fn the_search_decides_as_the_census_does() {
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
        let mut drawn = [0; 36];
        for seed in 0..36_000 {
            let mut random = SplitMix64(mix(seed));
            let number = one(config, |end| random.below(end)).number().unwrap();
            drawn[number as usize - 1] += 1;
        }
        assert!(
            drawn.iter().all(|number| (850..1150).contains(number)),
            "{drawn:?}"
        );
    }

    #[test]
    fn intervals_have_both_ends() {
        let interval = |ambiguous, undecided| {
            let molecules = 1000;
            let drawn = Drawn {
                molecules,
                ambiguous,
                undecided,
            };
            drawn.interval().map(|end| (1e5 * end).round() / 1e5)
        };
        // By the formula, in another language.
        assert_eq!(interval(0, 0), [0.0, 0.00659]);
        assert_eq!(interval(300, 0), [0.26409, 0.33855]);
        assert_eq!(interval(1000, 0), [0.99341, 1.0]);
        assert_eq!(interval(0, 1000), [0.0, 1.0]);
    }
}
