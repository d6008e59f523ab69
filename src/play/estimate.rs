//! How many molecules agree with a board, about, and how wrong that may be.

use watch::{Halt, Observed};

use super::agreeing::{Chance, Counted, Tally};
use super::meter::Meter;
use super::population::{Grown, Random, Weighted, grow};
use super::search::{Search, Then};

/// How many populations are grown, each with random numbers of its own.
pub(super) const REPLICATES: usize = 16;

/// Student's t for 95 % and one degree of freedom less than there are replicates.
pub(super) const STUDENT: f64 = 2.131;

/// How much more than for one cell is allowed for all of them together. Of 61 boards that could
/// be counted, too, the chances of 56 lay within their errors without it, and of 61 with it.
const OF_ALL: f64 = 1.25;

/// No error is said to be smaller: what happens once in many populations may not have
/// happened in any.
const LEAST_ERROR: f64 = 1e-3;

/// How much work all of them are, as [`Grown::work`] counts it: half a second.
pub(super) const WORK: u64 = 6 << 20;

/// How many suppositions the first populations hold, which tell what one costs, and how
/// many of these there are.
const FIRST: usize = 16;
const FIRSTS: usize = 3;

/// How many one holds at least,
const LEAST: usize = 8;

/// and at most.
const MOST: usize = 1 << 12;

/// Any seed does, but the answer must not change.
pub(super) const SEED: u64 = 0xb1ac_b0c5;

/// What is estimated.
pub(super) struct Estimate {
    pub(super) counted: Counted,
    /// By replicate, what it found.
    pub(super) samples: Vec<Vec<Weighted>>,
}

/// Estimates by so much work how many molecules a search would find; nothing, if none was
/// found.
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
    let mut random = Random(SEED);
    let mut meter = Meter::silent(observed);
    let mut dearest = 1;
    for _ in 0..FIRSTS {
        dearest = dearest.max(grow(search, FIRST, &mut random, &mut meter)?.work);
    }
    let affordable = FIRST as u64 * work / (REPLICATES as u64 * dearest);
    let mut most = (affordable as usize).clamp(LEAST, MOST);
    loop {
        let mut samples = Vec::with_capacity(REPLICATES);
        for _ in 0..REPLICATES {
            let Grown { families, .. } = grow(search, most, &mut random, &mut meter)?;
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
    let tallies: Vec<Tally> = samples
        .iter()
        .map(|sample| {
            let mut tally = Tally::new(cells);
            sample.iter().for_each(|one| tally.add(search, one));
            tally
        })
        .collect();
    let mean = |of: &dyn Fn(&Tally) -> f64| -> f64 {
        tallies.iter().map(of).sum::<f64>() / tallies.len() as f64
    };
    // The error of a mean.
    let error = |of: &dyn Fn(&Tally) -> f64| -> f64 {
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
        // Both parts of a fraction go up and down together.
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
