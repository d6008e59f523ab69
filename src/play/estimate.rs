//! About how many molecules agree with a board, and how wrong that may be.

use random::SplitMix64;
use watch::{Halt, Observed};

use super::counted::{Chance, Counted, Tally, shares};
use super::meter::Meter;
use super::particle_filter::{Filtered, Weighted, run};
use super::search::{Search, Then};

/// How often the filter runs, each time with other random numbers.
pub(super) const REPLICATES: usize = 16;

/// Student's t for 95 % and one degree of freedom less than there are replicates.
pub(super) const STUDENT: f64 = 2.131;

/// The error for all cells together is larger than for one cell, by this factor. The chances of
/// 61 boards could be counted, too: 56 boards lay within their errors without the factor, and
/// all 61 with it.
const OF_ALL: f64 = 1.25;

/// No error is smaller than this: something that happens in one of many runs may not have
/// happened in any.
const LEAST_ERROR: f64 = 1e-3;

/// The work of all runs, as [`Filtered::work`] counts it: half a second.
pub(super) const WORK: u64 = 6 << 20;

/// How many particles the first runs have, and how many of these runs there are. They tell
/// what a run costs.
const FIRST: usize = 16;
const FIRSTS: usize = 3;

/// The fewest particles of a run,
const LEAST: usize = 8;

/// and the most.
const MOST: usize = 1 << 12;

/// Any seed will do, but the answer must not change.
pub(super) const SEED: u64 = 0xb1ac_b0c5;

/// What is estimated.
pub(super) struct Estimate {
    pub(super) counted: Counted,
    /// By replicate, what it found.
    pub(super) samples: Vec<Vec<Weighted>>,
}

/// Estimates with this amount of work how many molecules a search would find. `None` if
/// it finds no molecule.
///
/// # Errors
///
/// If somebody wants to stop.
pub(super) fn estimate(
    search: &Search,
    cells: usize,
    work: u64,
    observed: &Observed,
) -> Result<Option<Estimate>, Halt> {
    let mut random = SplitMix64(SEED);
    let mut meter = Meter::silent(observed);
    let mut dearest = 1;
    for _ in 0..FIRSTS {
        dearest = dearest.max(run(search, FIRST, &mut random, &mut meter)?.work);
    }
    let affordable = FIRST as u64 * work / (REPLICATES as u64 * dearest);
    let mut most = (affordable as usize).clamp(LEAST, MOST);
    loop {
        let mut samples = Vec::with_capacity(REPLICATES);
        for _ in 0..REPLICATES {
            let Filtered { families, .. } = run(search, most, &mut random, &mut meter)?;
            samples.push(families);
        }
        let found = samples.iter().filter(|sample| !sample.is_empty()).count();
        if 2 * found >= REPLICATES || most >= MOST {
            return Ok((found > 0).then(|| summed(search, cells, samples)));
        }
        most *= 4;
    }
}

fn summed(search: &Search, cells: usize, samples: Vec<Vec<Weighted>>) -> Estimate {
    let tallies: Vec<Tally<f64>> = samples
        .iter()
        .map(|sample| {
            let mut tally = Tally::new(cells);
            for Weighted { family, weight } in sample {
                let (all, with_one) = shares(search, family);
                tally.add(family, (weight * all as f64, weight * with_one as f64));
            }
            tally
        })
        .collect();
    let mean = |of: &dyn Fn(&Tally<f64>) -> f64| -> f64 {
        tallies.iter().map(of).sum::<f64>() / tallies.len() as f64
    };
    // The error of a mean.
    let error = |of: &dyn Fn(&Tally<f64>) -> f64| -> f64 {
        let centre = mean(of);
        let squares: f64 = tallies.iter().map(|one| (of(one) - centre).powi(2)).sum();
        let replicates = tallies.len() as f64;
        STUDENT * (squares / (replicates - 1.0) / replicates).sqrt()
    };
    let count = mean(&|tally| tally.all);
    let known = match search.root().then {
        Then::Fork(fork) => fork.known(),
        Then::Family(_) | Then::Nothing => search.known(),
    };
    let mut chance_error = LEAST_ERROR;
    let chances = (0..cells).map(|cell| {
        let share = mean(&|tally| tally.cells[cell]) / count;
        // The two parts of the fraction rise and fall together.
        let wrong = error(&|tally| tally.cells[cell] - share * tally.all) / count;
        chance_error = chance_error.max(OF_ALL * wrong);
        Chance {
            share,
            sure: known.of(cell),
        }
    });
    let cells = chances.collect();
    Estimate {
        counted: Counted {
            count: count.round().max(1.0) as u128,
            error: Some((error(&|tally| tally.all) / count).max(LEAST_ERROR)),
            cells,
            chance_error: Some(chance_error),
        },
        samples,
    }
}

#[cfg(test)]
mod tests;
