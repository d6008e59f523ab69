//! How many solutions there are, by Knuth's method.
//!
//! A *probe* goes down the tree of partial solutions and takes any of a node's
//! candidates by equal chance. The product of the numbers of candidates on its
//! way, if it ends at a solution, and 0 if it does not, is on average the
//! number of solutions (D. E. Knuth, *Estimating the efficiency of backtrack
//! programs*, Mathematics of Computation 29, 1975).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::super::rules::Tiles;
use super::backtracking::Backtracking;
use super::random::Random;
use super::settings::Settings;
use crate::stop::Stop;

/// How many probes a thread makes before it reports: some ten milliseconds.
const BLOCK: u64 = 1 << 12;

/// What probes have found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Estimate {
    /// How many probes were made.
    pub probes: u64,
    /// How many of them ended at a solution.
    pub hits: u64,
    /// The sum of the products, and of their squares.
    sum: f64,
    squares: f64,
    /// The sum of the products by the number of groups.
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

    /// Which share of the solutions has so many groups.
    pub fn by_groups(&self) -> impl Iterator<Item = (usize, f64)> {
        let sum = self.sum;
        self.by_groups
            .iter()
            .map(move |(&groups, &part)| (groups, part / sum))
    }

    fn probe(&mut self, product: f64, groups: usize) {
        self.probes += 1;
        if product > 0.0 {
            self.hits += 1;
            self.sum += product;
            self.squares += product * product;
            *self.by_groups.entry(groups).or_default() += product;
        }
    }

    fn add(&mut self, other: &Estimate) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.sum += other.sum;
        self.squares += other.squares;
        for (&groups, part) in &other.by_groups {
            *self.by_groups.entry(groups).or_default() += part;
        }
    }
}

/// Estimates the number of solutions by so many probes. Gives none if somebody
/// asked to stop. The result does not depend on the number of threads.
pub fn estimate(
    settings: &Settings,
    probes: u64,
    seed: u64,
    threads: usize,
    stop: &Stop,
    tell: impl FnMut(&Estimate),
) -> Option<Estimate> {
    match settings.tiles {
        Tiles::Hexagons => on_threads::<6>(settings, probes, seed, threads, stop, tell),
        Tiles::Squares => on_threads::<4>(settings, probes, seed, threads, stop, tell),
    }
}

fn on_threads<const D: usize>(
    settings: &Settings,
    probes: u64,
    seed: u64,
    threads: usize,
    stop: &Stop,
    mut tell: impl FnMut(&Estimate),
) -> Option<Estimate> {
    let next = AtomicU64::new(0);
    let blocks = probes.div_ceil(BLOCK);
    let mut total = Estimate::default();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(2 * threads);
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut walk = Backtracking::<D, true>::new(settings.clone());
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks || stop.asked() {
                        return;
                    }
                    let mut random = Random::new(seed, block);
                    let mut part = Estimate::default();
                    for _ in 0..BLOCK.min(probes - block * BLOCK) {
                        let (product, groups) = walk.probe(&mut random);
                        part.probe(product, groups);
                    }
                    if sender.send((block, part)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Sums of rounded numbers depend on their order.
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (block, part) in receiver {
            early.insert(block, part);
            while let Some(part) = early.remove(&due) {
                due += 1;
                total.add(&part);
                tell(&total);
            }
        }
    });
    (total.probes == probes).then_some(total)
}
