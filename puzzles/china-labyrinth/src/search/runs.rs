//! Random searches: run after run from a new beginning, each for a limited
//! number of steps, on several threads.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use watch::{Stop, spawn_all};

use super::backtracking::Backtracking;
use super::exhaustive::RoundError;
use super::random::Random;
use super::settings::{Algorithm, Settings};
use super::walk::{Event, Walk};
use crate::rules::{Fault, Piece, Solution, Tiles};

/// How many runs a thread does at most before it reports.
const BLOCK: u64 = 32;

/// How many steps are made between two looks at whether to stop, and before a
/// thread reports if it has done a run: some milliseconds.
pub(super) const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// Something that searches run by run. A run depends on its key alone.
pub trait Searcher: Send {
    /// Begins a run.
    fn begin(&mut self, key: u64);

    /// Goes on until it has found a solution or everything, or has made so many
    /// steps, and takes off those that it made.
    fn advance(&mut self, steps: &mut u64) -> Event;

    /// The pieces of the solution, each board for itself.
    fn pieces(&self) -> Vec<Vec<Piece>>;
}

impl Searcher for Box<dyn Walk> {
    fn begin(&mut self, key: u64) {
        self.as_mut().begin(key);
    }

    fn advance(&mut self, steps: &mut u64) -> Event {
        self.as_mut().advance(steps)
    }

    fn pieces(&self) -> Vec<Vec<Piece>> {
        self.as_ref().pieces()
    }
}

/// The walk that does what the settings say.
pub fn walk(settings: &Settings) -> Box<dyn Walk> {
    let settings = settings.clone();
    match (settings.tiles, settings.algorithm) {
        (Tiles::Hexagons, Algorithm::LookAhead) => Box::new(Backtracking::<6, true>::new(settings)),
        (Tiles::Hexagons, Algorithm::Literal) => Box::new(Backtracking::<6, false>::new(settings)),
        (Tiles::Squares, Algorithm::LookAhead) => Box::new(Backtracking::<4, true>::new(settings)),
        (Tiles::Squares, Algorithm::Literal) => Box::new(Backtracking::<4, false>::new(settings)),
    }
}

/// A solution, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The solution.
    pub solution: Solution,
    /// How many steps were made since the solution before it.
    pub steps: u64,
    /// How many times the search began anew since then.
    pub restarts: u64,
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    /// Different solutions.
    pub solutions: u64,
    /// How often one of them was found again.
    pub repeats: u64,
    /// Steps.
    pub steps: u64,
    /// New beginnings.
    pub restarts: u64,
}

/// How long, and by which chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs {
    /// What is searched with.
    pub tiles: Tiles,
    /// How many steps a run may take.
    pub limit: u64,
    /// What all chance comes from.
    pub seed: u64,
    /// How many threads search. The solutions do not depend on it.
    pub threads: usize,
}

/// What one run came to.
struct Run {
    steps: u64,
    end: End,
}

/// How a run ended.
enum End {
    Solution(Result<Solution, Fault>),
    Nothing,
    /// Somebody did not want to wait.
    CutShort,
}

impl Runs {
    /// Searches until `found` has seen enough, or somebody asks to stop. It is
    /// given the solutions in the order of the runs, and none twice. Where
    /// somebody asks to stop, those of all runs that were done by then; no run
    /// is waited for.
    ///
    /// # Errors
    ///
    /// Where what was found is no solution: an error of this program; where the
    /// system does not give so many threads.
    pub fn search<S: Searcher>(
        self,
        searcher: impl Fn() -> S + Sync,
        stop: &Stop,
        mut found: impl FnMut(Found) -> ControlFlow<()>,
    ) -> Result<Totals, RoundError> {
        let next = AtomicU64::new(0);
        let enough = AtomicBool::new(false);
        let mut totals = Totals::default();
        let mut seen = Seen::default();
        let mut since = (0, 0);
        // Takes the runs in their order; true if that was enough.
        let mut take = |run: Run| -> Result<bool, Fault> {
            totals.steps += run.steps;
            since.0 += run.steps;
            let solution = match run.end {
                End::Solution(solution) => solution?,
                End::Nothing => {
                    totals.restarts += 1;
                    since.1 += 1;
                    return Ok(false);
                }
                End::CutShort => return Ok(false),
            };
            if !seen.is_new(&solution) {
                totals.repeats += 1;
                return Ok(false);
            }
            totals.solutions += 1;
            let (steps, restarts) = std::mem::take(&mut since);
            Ok(found(Found {
                solution,
                steps,
                restarts,
            })
            .is_break())
        };
        let result = thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(2 * self.threads);
            let workers = (0..self.threads).map(|_| {
                let sender = sender.clone();
                let (next, enough, searcher) = (&next, &enough, &searcher);
                move || {
                    let mut searcher = searcher();
                    let hurry = || enough.load(Ordering::Relaxed) || stop.asked();
                    while !hurry() {
                        let block = next.fetch_add(1, Ordering::Relaxed);
                        let runs = self.block(block, &mut searcher, hurry);
                        if sender.send((block, runs)).is_err() {
                            return;
                        }
                    }
                }
            });
            spawn_all(scope, workers)?;
            drop(sender);
            let mut early: BTreeMap<u64, Vec<Run>> = BTreeMap::new();
            let mut due = 0;
            for (block, runs) in receiver {
                early.insert(block, runs);
                while let Some(runs) = early.remove(&due) {
                    due += 1;
                    for run in runs {
                        let taken = take(run);
                        if !matches!(taken, Ok(false)) {
                            // Dropping the receiver ends the threads, too.
                            enough.store(true, Ordering::Relaxed);
                            return Ok(taken.map(|_| ())?);
                        }
                    }
                }
            }
            // The threads end of themselves only when somebody asks to stop.
            for run in early.into_values().flatten() {
                if take(run)? {
                    break;
                }
            }
            Ok(())
        });
        result.map(|()| totals)
    }

    /// The runs of one block, as far as nobody is in a hurry.
    fn block(self, block: u64, searcher: &mut impl Searcher, hurry: impl Fn() -> bool) -> Vec<Run> {
        // Whoever may take long over a run reports after each.
        let length = (STEPS_BETWEEN_LOOKS / self.limit.max(1)).clamp(1, BLOCK);
        let mut runs = Vec::with_capacity(length as usize);
        for run in block * length..(block + 1) * length {
            if hurry() {
                break;
            }
            searcher.begin(Random::new(self.seed, run).next());
            let mut steps = 0;
            let end = loop {
                let slice = STEPS_BETWEEN_LOOKS.min(self.limit - steps);
                let mut left = slice;
                let event = searcher.advance(&mut left);
                steps += slice - left;
                match event {
                    Event::Solved => {
                        break End::Solution(Solution::new(self.tiles, searcher.pieces()));
                    }
                    Event::OutOfSteps if steps < self.limit => {}
                    _ => break End::Nothing,
                }
                if hurry() {
                    break End::CutShort;
                }
            };
            runs.push(Run { steps, end });
        }
        runs
    }
}

/// Which solutions there have been, by two hashes of 64 bits with keys of
/// their own: among a billion solutions two have the same by a chance of
/// one in 10^20.
#[derive(Default)]
struct Seen {
    hashers: [RandomState; 2],
    hashes: HashSet<[u64; 2]>,
}

impl Seen {
    fn is_new(&mut self, solution: &Solution) -> bool {
        let groups = solution.groups();
        let hashes = [0, 1].map(|i| self.hashers[i].hash_one(groups));
        self.hashes.insert(hashes)
    }
}
