//! How many molecules agree with a board, estimated.
//!
//! [`super::search`] tries all suppositions, one after another. This module carries on many
//! of them together, those with most rays on their way first. If they become too many, it
//! *thins* them. It keeps those that stand for much. It draws some of the others, and each of
//! these also stands for some that are left out. What it draws with the chance q counts 1/q
//! times. So every sum is right on average, however it weighs suppositions against each other.
//! This is threshold resampling (P. Fearnhead and P. Clifford, On-line inference for hidden
//! Markov models via particle filters, 2003).
//!
//! It does all this several times with other random numbers. The differences between the results
//! say how wrong they may be. It counts steps, not time, so the same board always has the
//! same answer.

use watch::Halt;

use super::family::Family;
use super::meter::Meter;
use super::search::{Fork, Opened, Search, Then};
use crate::game::MAX_POSITIONS;

/// A family, and how many times its molecules count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted {
    pub(super) family: Family,
    pub(super) times: f64,
}

/// A supposition that has not come to its end yet.
struct Branch {
    fork: Fork,
    /// How many times the molecules found in it count.
    times: f64,
    /// How many molecules, roughly, it promises.
    promise: f64,
}

/// What a population found.
pub(super) struct Grown {
    pub(super) families: Vec<Weighted>,
    /// Rays followed, and a little for each supposition.
    pub(super) work: u64,
}

/// Random numbers: SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// From 0 to less than 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Follows suppositions to their ends, at most about `most` of them together.
pub(super) fn grow(
    search: &Search,
    most: usize,
    random: &mut Random,
    meter: &mut Meter,
) -> Result<Grown, Halt> {
    let mut population = Population {
        search,
        waiting: (0..=MAX_POSITIONS).map(|_| Vec::new()).collect(),
        most,
        random,
        grown: Grown {
            families: Vec::new(),
            work: 0,
        },
    };
    population.take(search.root(), 1.0);
    // A ray that has come to its end stays there.
    for rays in (0..population.waiting.len()).rev() {
        while !population.waiting[rays].is_empty() {
            population.thin(rays);
            for branch in std::mem::take(&mut population.waiting[rays]) {
                for known in branch.fork.ways() {
                    meter.step()?;
                    population.grown.work += 4 + 2 * branch.fork.open_rays() as u64;
                    population.take(search.open(known, branch.fork.rays()), branch.times);
                }
            }
        }
    }
    Ok(population.grown)
}

/// Suppositions that are followed together.
struct Population<'a> {
    search: &'a Search,
    /// By the number of rays on their way.
    waiting: Vec<Vec<Branch>>,
    most: usize,
    random: &'a mut Random,
    grown: Grown,
}

impl Population<'_> {
    fn take(&mut self, opened: Opened, times: f64) {
        match opened.then {
            Then::Nothing => {}
            Then::Family(family) => self.grown.families.push(Weighted { family, times }),
            Then::Fork(fork) => {
                let promise = self.search.promise(&fork) * opened.left as f64 * times;
                let rays = fork.open_rays();
                self.waiting[rays].push(Branch {
                    fork,
                    times,
                    promise,
                });
                if self.waiting[rays].len() >= 8 * self.most {
                    self.thin(rays);
                }
            }
        }
    }

    /// Leaves some out, if there are too many.
    fn thin(&mut self, rays: usize) {
        let waiting = &mut self.waiting[rays];
        if waiting.len() <= self.most {
            return;
        }
        let threshold = threshold(waiting, self.most);
        // One random number serves all, so that it takes an even share of neighbours.
        let mut due = self.random.share();
        waiting.retain_mut(|branch| {
            if branch.promise >= threshold {
                return true;
            }
            due += branch.promise / threshold;
            if due < 1.0 {
                return false;
            }
            due -= 1.0;
            branch.times *= threshold / branch.promise;
            branch.promise = threshold;
            true
        });
    }
}

/// A branch that promises less is kept with the chance `promise / threshold`, so that
/// about `most` are kept.
fn threshold(waiting: &[Branch], most: usize) -> f64 {
    let mut promises: Vec<f64> = waiting.iter().map(|branch| branch.promise).collect();
    promises.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = promises.iter().sum();
    for (kept, promise) in promises.iter().enumerate() {
        // The branches so far are kept for sure, and the rest share what is left.
        let threshold = rest / (most - kept) as f64;
        if *promise < threshold || kept + 1 == most {
            return threshold;
        }
        rest -= promise;
    }
    0.0
}
