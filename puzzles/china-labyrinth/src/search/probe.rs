//! A probe of the tree of partial solutions: the candidates that it follows, and what it meets.
//! `estimate.rs`, which makes probes, explains why.

use std::collections::BTreeMap;

use super::boards::members;
use super::random::Random;

/// A solution has at most 64 pieces.
pub(super) const DEPTHS: usize = 65;

/// The results of probes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The number of probes.
    pub probes: u64,
    /// The number of solutions met.
    pub hits: u64,
    /// The number of pieces placed.
    pub steps: u64,
    /// The sum of the weights of all nodes.
    nodes: f64,
    /// The sum of the probes' values, and of their squares.
    sum: f64,
    squares: f64,
    /// The sum of the weights by the number of groups.
    by_groups: BTreeMap<usize, f64>,
}

impl Estimate {
    /// The number of solutions.
    pub fn mean(&self) -> f64 {
        self.sum / self.probes.max(1) as f64
    }

    /// Its standard error.
    pub fn error(&self) -> f64 {
        let probes = self.probes.max(2) as f64;
        let variance = (self.squares - self.sum * self.sum / probes) / (probes - 1.0);
        (variance.max(0.0) / probes).sqrt()
    }

    /// The number of steps that the whole tree would take.
    pub fn steps_through_all(&self) -> f64 {
        self.nodes / self.probes.max(1) as f64
    }

    /// The share of the solutions with each number of groups.
    pub fn by_groups(&self) -> impl Iterator<Item = (usize, f64)> {
        let by_groups = self.by_groups.iter();
        by_groups.map(|(&groups, &part)| (groups, part / self.sum))
    }

    pub(super) fn add(&mut self, other: &Estimate) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.steps += other.steps;
        self.nodes += other.nodes;
        self.sum += other.sum;
        self.squares += other.squares;
        for (&groups, part) in &other.by_groups {
            *self.by_groups.entry(groups).or_default() += part;
        }
    }
}

pub(super) struct Probe<'a> {
    random: &'a mut Random,
    /// For each depth, the expectation that a probe follows once; 0 if it is not known.
    aims: &'a [f64; DEPTHS],
    /// For each depth down to the probe's own, the weight of its node, and the node's promise.
    weights: [f64; DEPTHS],
    promises: [f64; DEPTHS],
    /// The sum of the expectations of all nodes met, by depth.
    expected: [f64; DEPTHS],
    met: Estimate,
}

impl<'a> Probe<'a> {
    pub(super) fn new(random: &'a mut Random, aims: &'a [f64; DEPTHS]) -> Probe<'a> {
        Probe {
            random,
            aims,
            weights: [1.0; DEPTHS],
            promises: [1.0; DEPTHS],
            expected: [0.0; DEPTHS],
            met: Estimate::default(),
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
        self.met.steps += 1;
        self.met.nodes += self.weights[depth];
        let promise = promise(depth, doors, demands);
        self.promises[depth] = promise;
        self.expected[depth] += self.weights[depth] * promise;
    }

    /// This number of pieces is a solution with this number of groups.
    pub(super) fn hit(&mut self, depth: usize, groups: usize) {
        self.met.hits += 1;
        *self.met.by_groups.entry(groups).or_default() += self.weights[depth];
    }

    /// Adds what it met. Returns what was expected at every depth.
    pub(super) fn end(self, estimate: &mut Estimate) -> [f64; DEPTHS] {
        let sum: f64 = self.met.by_groups.values().sum();
        estimate.add(&Estimate {
            probes: 1,
            sum,
            squares: sum * sum,
            ..self.met
        });
        self.expected
    }
}

/// The expectation below a node, relative to others of its depth; fitted by hand to the hexagons.
fn promise(depth: usize, doors: u32, demands: usize) -> f64 {
    let a_door = 0.25 + 0.15 * depth as f64 / 64.0;
    (-a_door * f64::from(doors) - 0.1 * demands as f64).exp()
}
