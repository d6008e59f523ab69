//! How many molecules agree with a board, estimated by a particle filter.
//!
//! [`super::search`] tries all partial assignments, one after another. Here, each that is not
//! complete is a particle, and many of them continue together, those with most rays on their way
//! first. If they become too many, they are resampled: those with a high score stay, and some
//! of the others are drawn. What is drawn with the chance q has 1/q times its weight. So every
//! sum is right on average, whatever the scores are. This is threshold resampling. The source is
//! P. Fearnhead and P. Clifford, *On-line inference for hidden Markov models via particle filters*,
//! 2003.
//!
//! [`super::estimate`] runs the filter several times with other random numbers. The differences
//! between the results say how wrong they may be. It counts steps, not time, so the same board
//! always has the same answer.

use random::SplitMix64;
use watch::Halt;

use super::family::Family;
use super::meter::Meter;
use super::search::{Fork, Opened, Search, Then};
use crate::game::MAX_POSITIONS;

/// A family, and how many times its molecules count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted {
    pub(super) family: Family,
    pub(super) weight: f64,
}

/// A partial assignment that is not complete yet.
struct Particle {
    fork: Fork,
    /// How many times the molecules found in it count.
    weight: f64,
    /// About how many molecules will be found in it, times the weight.
    score: f64,
}

/// What a run of the filter found.
pub(super) struct Filtered {
    pub(super) families: Vec<Weighted>,
    /// Rays followed, and a little for each particle.
    pub(super) work: u64,
}

/// Carries partial assignments on until they are complete, at most about `most` of them
/// together.
pub(super) fn run(
    search: &Search,
    most: usize,
    random: &mut SplitMix64,
    meter: &mut Meter,
) -> Result<Filtered, Halt> {
    let mut filter = Filter {
        search,
        waiting: (0..=MAX_POSITIONS).map(|_| Vec::new()).collect(),
        most,
        random,
        found: Filtered {
            families: Vec::new(),
            work: 0,
        },
    };
    filter.take(search.root(), 1.0);
    // A ray that has come to its end stays there.
    for rays in (0..filter.waiting.len()).rev() {
        while !filter.waiting[rays].is_empty() {
            filter.resample(rays);
            for particle in std::mem::take(&mut filter.waiting[rays]) {
                for known in particle.fork.ways() {
                    meter.step()?;
                    filter.found.work += 4 + 2 * particle.fork.open_rays() as u64;
                    filter.take(search.open(known, particle.fork.rays()), particle.weight);
                }
            }
        }
    }
    Ok(filter.found)
}

/// Particles that are carried on together.
struct Filter<'a> {
    search: &'a Search,
    /// By the number of rays on their way.
    waiting: Vec<Vec<Particle>>,
    most: usize,
    random: &'a mut SplitMix64,
    found: Filtered,
}

impl Filter<'_> {
    fn take(&mut self, opened: Opened, weight: f64) {
        match opened.then {
            Then::Nothing => {}
            Then::Family(family) => self.found.families.push(Weighted { family, weight }),
            Then::Fork(fork) => {
                let score = self.search.promise(&fork) * opened.left as f64 * weight;
                let rays = fork.open_rays();
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
        let threshold = threshold(waiting, self.most);
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

/// A particle with a lower score is kept with the chance `score / threshold`, so that
/// about `most` are kept.
fn threshold(waiting: &[Particle], most: usize) -> f64 {
    let mut scores: Vec<f64> = waiting.iter().map(|particle| particle.score).collect();
    scores.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = scores.iter().sum();
    for (kept, score) in scores.iter().enumerate() {
        // The particles so far are kept for sure, and the rest share what is left.
        let threshold = rest / (most - kept) as f64;
        if *score < threshold || kept + 1 == most {
            return threshold;
        }
        rest -= score;
    }
    0.0
}
