//! A probe of the tree of partial solutions: which candidates it follows, and
//! what it meets. Why is said where probes are made, in `estimate.rs`.

use super::boards::members;
use super::estimate::Estimate;
use super::random::Random;

/// A solution has 64 pieces at most.
pub(super) const DEPTHS: usize = 65;

/// A probe under way.
pub(super) struct Probe<'a> {
    random: &'a mut Random,
    /// How much is expected of what is followed once, by depth; 0 where nobody
    /// knows.
    aims: &'a [f64; DEPTHS],
    /// The weight of the node at every depth that the probe is at or below, and
    /// its promise.
    weights: [f64; DEPTHS],
    promises: [f64; DEPTHS],
    /// The sum of what was expected of all nodes met, by depth.
    pub(super) expected: [f64; DEPTHS],
    /// What was met.
    pub(super) found: Estimate,
}

impl<'a> Probe<'a> {
    /// A probe at the root.
    pub(super) fn new(random: &'a mut Random, aims: &'a [f64; DEPTHS]) -> Probe<'a> {
        Probe {
            random,
            aims,
            weights: [1.0; DEPTHS],
            promises: [1.0; DEPTHS],
            expected: [0.0; DEPTHS],
            found: Estimate::default(),
        }
    }

    /// Which of the candidates at a node with so many pieces are followed.
    #[inline(always)]
    pub(super) fn choose(&mut self, depth: usize, candidates: u64) -> u64 {
        let weight = self.weights[depth];
        let all = f64::from(candidates.count_ones());
        let aim = self.aims[depth];
        // How many are followed on average: together they weigh what all do.
        let follow = match aim > 0.0 {
            true => weight * self.promises[depth] / aim,
            false => 1.0,
        };
        if follow >= all {
            self.weights[depth + 1] = weight;
            return candidates;
        }
        self.weights[depth + 1] = weight * all / follow;
        let chance = (self.random.next() >> 11) as f64 / (1u64 << 53) as f64;
        let count = (follow + chance) as u32;
        let (mut rest, mut chosen) = (candidates, 0);
        for _ in 0..count {
            let which = self.random.below(u64::from(rest.count_ones())) as usize;
            if let Some(piece) = members(rest).nth(which) {
                rest &= !(1 << piece);
                chosen |= 1 << piece;
            }
        }
        chosen
    }

    /// So many pieces lie now, those that are left have so many doors, and so many
    /// cells demand one.
    #[inline(always)]
    pub(super) fn put(&mut self, depth: usize, doors: u32, demands: usize) {
        self.found.steps += 1;
        self.found.nodes += self.weights[depth];
        let promise = promise(depth, doors, demands);
        self.promises[depth] = promise;
        self.expected[depth] += self.weights[depth] * promise;
    }

    /// So many pieces are a solution with so many groups.
    pub(super) fn hit(&mut self, depth: usize, groups: usize) {
        self.found.hits += 1;
        *self.found.by_groups.entry(groups).or_default() += self.weights[depth];
    }
}

/// What is to be expected below a node, compared with others of its depth. Fitted
/// by hand to the hexagons' tree.
fn promise(depth: usize, doors: u32, demands: usize) -> f64 {
    let a_door = 0.25 + 0.15 * depth as f64 / 64.0;
    (-a_door * f64::from(doors) - 0.1 * demands as f64).exp()
}
