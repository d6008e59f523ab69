//! Estimates the number of molecules that agree with a board, with the error of the estimate.
//!
//! [`search`](crate::partial::search) follows all partial boards, one after another. The particle filter here
//! follows many of them, the particles, together, those with the most unfinished rays first. If there are too many,
//! they are resampled: those with a high score are kept, and some of the others are drawn. A particle that is drawn
//! with probability q gets 1/q times its weight, so every sum is right on average, whatever the scores are. This is
//! threshold resampling (P. Fearnhead and P. Clifford, *On-line inference for hidden Markov models via particle
//! filters*, 2003).
//!
//! The filter runs several times with different random numbers, and the differences between the results give the
//! error. It counts steps, not time, so the same board always has the same result.

use random::SplitMix64;
use watch::{Halt, Observed};

use crate::board::CellMask;
use crate::partial::meter::Meter;
use crate::partial::partial_board::PartialBoard;
use crate::partial::search::{BoardSearch, Fork, NodeKind, SearchNode};
use crate::partial::tally::{Chance, Counted, Tally};

/// The number of runs of the filter.
pub(super) const REPLICATES: usize = 16;

/// The 97.5 % quantile of Student's t distribution with `REPLICATES` - 1 degrees of freedom, for a 95 % confidence
/// bound.
pub(super) const STUDENT: f64 = 2.131;

/// The factor by which the error bound for all cells together exceeds that for one cell. Of 61 boards whose chances
/// could be counted, 56 were within their errors without the factor, and all 61 with it.
const OF_ALL: f64 = 1.25;

/// The factor for the error bound of the count. Most runs find slightly too few molecules and some far too many, so
/// Student's t is too small. Of 500 boards, 25 were outside their errors without this factor, 19 of them among the
/// 202 with an error of 0.2 to 3 %; with it, 13 are.
const OF_COUNT: f64 = 1.25;

/// As [`OF_COUNT`], in boxes that are not [narrow](crate::board::Size::is_narrow), whose runs have fewer particles.
/// Of 100 boards 12 to 15 wide, 13 were outside their errors with the factor above, and at most 5 are with this
/// one.
const OF_WIDE_COUNT: f64 = 2.5;

/// The least error, because a rare event may not have happened in any run.
const LEAST_ERROR: f64 = 1e-3;

/// The work of all runs, as [`run`] counts it, which takes a quarter of a second.
pub(super) const MAX_WORK: u64 = 3 << 20;

/// The number of particles of each trial run, and the number of trial runs, which measure the work of a run.
const TRIAL_PARTICLES: usize = 16;
const TRIALS: usize = 3;

/// The least number of particles of a run.
const MIN_PARTICLES: usize = 8;

/// The greatest number of particles of a run.
const MAX_PARTICLES: usize = 1 << 12;

/// An arbitrary seed, fixed so that results do not change.
pub(super) const SEED: u64 = 0xb1ac_b0c5;

pub(super) struct Estimate<W: CellMask> {
    pub(super) counted: Counted,
    /// The weighted families that each run has found.
    pub(super) samples: Vec<Vec<Weighted<W>>>,
}

/// Estimates the number of molecules that a search would find, with this amount of work. `None` if no run finds
/// any.
pub(super) fn estimate<W: CellMask>(
    search: &BoardSearch<W>,
    work: u64,
    observed: &Observed,
) -> Result<Option<Estimate<W>>, Halt> {
    let mut random = SplitMix64(SEED);
    let mut meter = Meter::silent(observed);
    let mut most_work = 1;
    for _ in 0..TRIALS {
        most_work = most_work.max(run(search, TRIAL_PARTICLES, &mut random, &mut meter)?.1);
    }
    let affordable = TRIAL_PARTICLES as u64 * work / (REPLICATES as u64 * most_work);
    let mut most = (affordable as usize).clamp(MIN_PARTICLES, MAX_PARTICLES);
    loop {
        let sample = |_| Ok(run(search, most, &mut random, &mut meter)?.0);
        let samples: Vec<Vec<Weighted<W>>> =
            (0..REPLICATES).map(sample).collect::<Result<_, Halt>>()?;
        let found = samples.iter().filter(|sample| !sample.is_empty()).count();
        if 2 * found >= REPLICATES || most >= MAX_PARTICLES {
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
                let (all, with_one) = search.counts(family);
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
    let known = match search.root().kind {
        NodeKind::Fork(fork) => fork.known,
        NodeKind::Family(_) | NodeKind::Contradiction => search.known,
    };
    let mut chance_error = LEAST_ERROR;
    let chance = |cell| {
        let share = mean(&|tally| tally.cells[cell]) / count;
        // The numerator and the denominator are correlated.
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

/// A family, and the weight of each of its molecules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted<W> {
    pub(super) family: PartialBoard<W>,
    pub(super) weight: f64,
}

/// A partial board on which rays are still unfinished.
struct Particle<W: CellMask> {
    fork: Fork<W>,
    /// The weight of the molecules that will be found in it.
    weight: f64,
    /// The estimated number of molecules that will be found in it, times the weight.
    score: f64,
}

/// Follows partial boards until all rays have ended, at most about `most` boards together. Returns the families
/// found, and the work: the number of rays followed, plus a little for each particle.
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
    // The number of unfinished rays never grows.
    for rays in (0..filter.waiting.len()).rev() {
        while !filter.waiting[rays].is_empty() {
            filter.resample(rays);
            for particle in std::mem::take(&mut filter.waiting[rays]) {
                for known in particle.fork.branches() {
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
    /// Indexed by the number of unfinished rays.
    waiting: Vec<Vec<Particle<W>>>,
    most: usize,
    random: &'a mut SplitMix64,
    found: Vec<Weighted<W>>,
}

impl<W: CellMask> Filter<'_, W> {
    fn take(&mut self, node: SearchNode<W>, weight: f64) {
        match node.kind {
            NodeKind::Contradiction => {}
            NodeKind::Family(family) => self.found.push(Weighted { family, weight }),
            NodeKind::Fork(fork) => {
                let score = self.search.likelihood(&fork) * node.left as f64 * weight;
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

    /// Resamples the particles with this number of unfinished rays, if there are too many.
    fn resample(&mut self, rays: usize) {
        let waiting = &mut self.waiting[rays];
        if waiting.len() <= self.most {
            return;
        }
        let threshold = threshold(waiting.iter().map(|one| one.score).collect(), self.most);
        // Systematic sampling: one random number for all, so that neighbouring particles are thinned evenly.
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

/// The threshold below which a particle is kept with probability `score / threshold`, so that about `most` are
/// kept.
fn threshold(mut scores: Vec<f64>, most: usize) -> f64 {
    scores.sort_unstable_by(f64::total_cmp);
    let mut rest: f64 = scores.iter().rev().sum();
    for (kept, score) in scores.iter().rev().enumerate() {
        // The particles up to this one are kept, and the others share the remaining places.
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
