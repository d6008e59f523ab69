//! Estimates how many molecules agree with a board, with the error of the estimate.
//!
//! [`search`](crate::partial::search) tries all partial assignments, one after another. In the
//! particle filter here, each incomplete assignment is a particle, and many of them continue together,
//! those with most rays on their way first. If they become too many, they are resampled: those with a
//! high score stay, and some of the others are drawn. A particle that is drawn with the chance q has
//! 1/q times its weight, so every sum is right on average, whatever the scores are. This is threshold
//! resampling. The source is P. Fearnhead and P. Clifford, *On-line inference for hidden Markov models via particle filters*,
//! 2003.
//!
//! The filter runs several times with other random numbers. The differences between the results say
//! how wrong they may be. It counts steps, not time, so the same board always has the same answer.

use random::SplitMix64;
use watch::{Halt, Observed};

use crate::board::CellMask;
use crate::partial::meter::Meter;
use crate::partial::partial_board::PartialBoard;
use crate::partial::search::{BoardSearch, Fork, Opened, Then};
use crate::partial::tally::{Chance, Counted, Tally};

/// How often the filter runs, each time with other random numbers.
pub(super) const REPLICATES: usize = 16;

/// Student's t for 95 % and one degree of freedom less than there are replicates.
pub(super) const STUDENT: f64 = 2.131;

/// The error for all cells together is larger than for one cell, by this factor. The chances of
/// 61 boards could be counted, too: 56 boards lay within their errors without the factor, and
/// all 61 with it.
const OF_ALL: f64 = 1.25;

/// Most runs find a little too few and some find far too many, so Student's t is too small for the
/// count. Of 500 boards, 25 lay outside their errors without this factor, 19 of them among the 202
/// with an error of 0.2 to 3 %. With it, 13 do.
const OF_COUNT: f64 = 1.25;

/// The same in boxes that are not [narrow](crate::board::Size::is_narrow), whose runs have fewer particles. Of 100
/// boards 12 to 15 wide, 13 lay outside their errors with the factor above, and at most 5 do with this one.
const OF_WIDE_COUNT: f64 = 2.5;

/// No error is smaller: what happens in one of many runs may not have happened in any.
const LEAST_ERROR: f64 = 1e-3;

/// The work of all runs, as [`run`] counts it: a quarter of a second.
pub(super) const WORK: u64 = 3 << 20;

/// How many particles the first runs have, and how many there are. They tell what a run costs.
const FIRST: usize = 16;
const FIRSTS: usize = 3;

/// The fewest particles of a run,
const LEAST: usize = 8;

/// and the most.
const MOST: usize = 1 << 12;

/// Any seed will do, but the answer must not change.
pub(super) const SEED: u64 = 0xb1ac_b0c5;

pub(super) struct Estimate<W: CellMask> {
    pub(super) counted: Counted,
    /// By replicate, what it found.
    pub(super) samples: Vec<Vec<Weighted<W>>>,
}

/// Estimates with this work how many molecules a search would find. `None` if it finds none.
pub(super) fn estimate<W: CellMask>(
    search: &BoardSearch<W>,
    work: u64,
    observed: &Observed,
) -> Result<Option<Estimate<W>>, Halt> {
    let mut random = SplitMix64(SEED);
    let mut meter = Meter::silent(observed);
    let mut dearest = 1;
    for _ in 0..FIRSTS {
        dearest = dearest.max(run(search, FIRST, &mut random, &mut meter)?.1);
    }
    let affordable = FIRST as u64 * work / (REPLICATES as u64 * dearest);
    let mut most = (affordable as usize).clamp(LEAST, MOST);
    loop {
        let sample = |_| Ok(run(search, most, &mut random, &mut meter)?.0);
        let samples: Vec<Vec<Weighted<W>>> =
            (0..REPLICATES).map(sample).collect::<Result<_, Halt>>()?;
        let found = samples.iter().filter(|sample| !sample.is_empty()).count();
        if 2 * found >= REPLICATES || most >= MOST {
            return Ok((found > 0).then(|| summed(search, samples)));
        }
        most *= 4;
    }
}

fn summed<W: CellMask>(search: &BoardSearch<W>, samples: Vec<Vec<Weighted<W>>>) -> Estimate<W> {
    let tallies: Vec<Tally<f64>> = samples
        .iter()
        .map(|sample| {
            let mut tally = Tally::new(search.cells());
            for Weighted { family, weight } in sample {
                let (all, with_one) = search.shares(family);
                tally.add(family, (weight * all as f64, weight * with_one as f64));
            }
            tally
        })
        .collect();
    let replicates = tallies.len() as f64;
    let mean = |of: &dyn Fn(&Tally<f64>) -> f64| -> f64 {
        tallies.iter().map(of).sum::<f64>() / replicates
    };
    // The error of a mean.
    let error = |of: &dyn Fn(&Tally<f64>) -> f64| -> f64 {
        let centre = mean(of);
        let squares: f64 = tallies.iter().map(|one| (of(one) - centre).powi(2)).sum();
        STUDENT * (squares / (replicates - 1.0) / replicates).sqrt()
    };
    let count = mean(&|tally| tally.all);
    let known = match search.root().then {
        Then::Fork(fork) => fork.known,
        Then::Family(_) | Then::Nothing => search.known,
    };
    let mut chance_error = LEAST_ERROR;
    let chance = |cell| {
        let share = mean(&|tally| tally.cells[cell]) / count;
        // The two parts of the fraction rise and fall together.
        let wrong = error(&|tally| tally.cells[cell] - share * tally.all) / count;
        chance_error = chance_error.max(OF_ALL * wrong);
        let sure = known.of_cell(cell);
        Chance { share, sure }
    };
    let cells = (0..search.cells()).map(chance).collect();
    let of_count = match search.size.is_narrow() {
        true => OF_COUNT,
        false => OF_WIDE_COUNT,
    };
    Estimate {
        counted: Counted {
            count: count.round().max(1.0) as u128,
            error: Some((of_count * error(&|tally| tally.all) / count).max(LEAST_ERROR)),
            cells,
            chance_error: Some(chance_error),
        },
        samples,
    }
}

/// A family, and how many times its molecules count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted<W> {
    pub(super) family: PartialBoard<W>,
    pub(super) weight: f64,
}

/// A partial assignment that is not complete yet.
struct Particle<W: CellMask> {
    fork: Fork<W>,
    /// How many times the molecules found in it count.
    weight: f64,
    /// About how many molecules will be found in it, times the weight.
    score: f64,
}

/// Carries partial assignments on until they are complete, at most about `most` of them
/// together. Returns what it found, and the work: rays followed, and a little for each particle.
fn run<W: CellMask>(
    search: &BoardSearch<W>,
    most: usize,
    random: &mut SplitMix64,
    meter: &mut Meter,
) -> Result<(Vec<Weighted<W>>, u64), Halt> {
    let mut filter = Filter {
        search,
        waiting: (0..=search.size.positions()).map(|_| Vec::new()).collect(),
        most,
        random,
        found: Vec::new(),
    };
    let mut work = 0;
    filter.take(search.root(), 1.0);
    // A ray that has come to its end stays there.
    for rays in (0..filter.waiting.len()).rev() {
        while !filter.waiting[rays].is_empty() {
            filter.resample(rays);
            for particle in std::mem::take(&mut filter.waiting[rays]) {
                for known in particle.fork.ways() {
                    meter.step()?;
                    work += 4 + 2 * particle.fork.rays.count as u64;
                    filter.take(search.open(known, particle.fork.rays), particle.weight);
                }
            }
        }
    }
    Ok((filter.found, work))
}

struct Filter<'a, W: CellMask> {
    search: &'a BoardSearch<W>,
    /// By the number of rays on their way.
    waiting: Vec<Vec<Particle<W>>>,
    most: usize,
    random: &'a mut SplitMix64,
    found: Vec<Weighted<W>>,
}

impl<W: CellMask> Filter<'_, W> {
    fn take(&mut self, opened: Opened<W>, weight: f64) {
        match opened.then {
            Then::Nothing => {}
            Then::Family(family) => self.found.push(Weighted { family, weight }),
            Then::Fork(fork) => {
                let score = self.search.promise(&fork) * opened.left as f64 * weight;
                let rays = fork.rays.count;
                self.waiting[rays].push(Particle {
                    fork,
                    weight,
                    score,
                });
                if self.waiting[rays].len() >= 8 * self.most {
                    self.resample(rays);
                }
            }
        }
    }

    /// Leaves some out, if there are too many.
    fn resample(&mut self, rays: usize) {
        let waiting = &mut self.waiting[rays];
        if waiting.len() <= self.most {
            return;
        }
        let threshold = threshold(waiting.iter().map(|one| one.score).collect(), self.most);
        // One random number serves all, so that it takes an even share of neighbours.
        let mut due = self.random.share();
        waiting.retain_mut(|particle| {
            if particle.score >= threshold {
                return true;
            }
            due += particle.score / threshold;
            if due < 1.0 {
                return false;
            }
            due -= 1.0;
            particle.weight *= threshold / particle.score;
            particle.score = threshold;
            true
        });
    }
}

/// A particle with a lower score is kept with the chance `score / threshold`: about `most` are.
fn threshold(mut scores: Vec<f64>, most: usize) -> f64 {
    scores.sort_unstable_by(f64::total_cmp);
    let mut rest: f64 = scores.iter().rev().sum();
    for (kept, score) in scores.iter().rev().enumerate() {
        // The particles so far are kept for sure, and the rest share what is left.
        let threshold = rest / (most - kept) as f64;
        if *score < threshold || kept + 1 == most {
            return threshold;
        }
        rest -= score;
    }
    0.0
}

#[cfg(test)]
mod tests;
