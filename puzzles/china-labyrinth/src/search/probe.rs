//! A probe of the tree of partial solutions: the candidates that it follows, and what it meets.
//! `estimate.rs`, which makes probes, explains why.

use std::collections::BTreeMap;

use super::boards::members;
use super::random::Random;

/// A solution has at most 64 pieces.
pub(super) const DEPTHS: usize = 65;

pub(super) struct Probe<'a> {
    random: &'a mut Random,
    /// For each depth, the expectation that a probe follows once; 0 if it is not known.
    aims: &'a [f64; DEPTHS],
    /// For each depth down to the probe's own, the weight of its node, and the node's promise.
    weights: [f64; DEPTHS],
    promises: [f64; DEPTHS],
    /// The sum of the expectations of all nodes met, by depth.
    pub(super) expected: [f64; DEPTHS],
    /// The number of solutions met, and of pieces placed.
    pub(super) hits: u64,
    pub(super) steps: u64,
    /// The sum of the weights of all nodes, and those of the solutions by the number of groups.
    pub(super) nodes: f64,
    pub(super) by_groups: BTreeMap<usize, f64>,
}

impl<'a> Probe<'a> {
    pub(super) fn new(random: &'a mut Random, aims: &'a [f64; DEPTHS]) -> Probe<'a> {
        Probe {
            random,
            aims,
            weights: [1.0; DEPTHS],
            promises: [1.0; DEPTHS],
            expected: [0.0; DEPTHS],
            hits: 0,
            steps: 0,
            nodes: 0.0,
            by_groups: BTreeMap::new(),
        }
    }

    /// The candidates to follow at a node with this number of pieces.
    #[inline(always)]
    pub(super) fn choose(&mut self, depth: usize, candidates: u64) -> u64 {
        let weight = self.weights[depth];
        let all = f64::from(candidates.count_ones());
        let aim = self.aims[depth];
        // The average number to follow: together they weigh as much as all candidates.
        let follow = match aim > 0.0 {
            true => weight * self.promises[depth] / aim,
            false => 1.0,
        };
        if follow >= all {
            self.weights[depth + 1] = weight;
            return candidates;
        }
        self.weights[depth + 1] = weight * all / follow;
        let chance = random::share(self.random.next());
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

    /// Meets a node with this number of placed pieces, of doors on the others, and of demands.
    #[inline(always)]
    pub(super) fn put(&mut self, depth: usize, doors: u32, demands: usize) {
        self.steps += 1;
        self.nodes += self.weights[depth];
        let promise = promise(depth, doors, demands);
        self.promises[depth] = promise;
        self.expected[depth] += self.weights[depth] * promise;
    }

    /// This number of pieces is a solution with this number of groups.
    pub(super) fn hit(&mut self, depth: usize, groups: usize) {
        self.hits += 1;
        *self.by_groups.entry(groups).or_default() += self.weights[depth];
    }
}

/// The expectation below a node, relative to others of its depth; fitted by hand to the hexagons.
fn promise(depth: usize, doors: u32, demands: usize) -> f64 {
    let a_door = 0.25 + 0.15 * depth as f64 / 64.0;
    (-a_door * f64::from(doors) - 0.1 * demands as f64).exp()
}
