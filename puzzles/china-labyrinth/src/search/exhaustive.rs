//! The exhaustive search, which can be stopped and taken up again.
//!
//! The tree of partial solutions is cut into *parts*, one for every node with
//! a few pieces. Part i is walked by worker i modulo the number of workers. All
//! workers make the same number of steps a round, so what a round finds depends
//! on nothing but the settings, the seed and the number of workers.

use std::thread;

use watch::{NoThread, spawn_all};

use super::random::Random;
use super::runs::walk;
use super::settings::Settings;
use super::walk::{Event, Walk};
use crate::rules::{Doors, Fault, Solution};

/// How many pieces lie at the nodes where the tree is cut.
const CUT: usize = 4;

/// How far a worker is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cursor {
    /// How many of its parts it has walked.
    pub parts: usize,
    /// Where it is in the next one: the pieces in the order in which they lie
    /// there. None where that has not been begun.
    pub path: Option<Vec<Doors>>,
    /// How many steps it has made in all.
    pub steps: u64,
    /// How many solutions it has found.
    pub solutions: u64,
}

/// A solution of a round, and where its worker was then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The solution.
    pub solution: Solution,
    /// Who found it.
    pub worker: usize,
    /// The cursor right behind it.
    pub cursor: Cursor,
}

/// A search through the whole tree.
pub struct Exhaustive {
    settings: Settings,
    key: u64,
    parts: Vec<Vec<Doors>>,
    /// How far each worker is.
    cursors: Vec<Cursor>,
    walks: Vec<Box<dyn Walk>>,
    /// Whether a worker's walk is where its cursor says.
    placed: Vec<bool>,
}

/// Why cursors make no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no search of this kind can have come to where this one is said to be")]
pub struct NoSuchPlace;

impl Exhaustive {
    /// The search from its beginning, or from where the cursors are, one a
    /// worker.
    ///
    /// # Errors
    ///
    /// Where a cursor is behind the last part of its worker.
    pub fn new(
        settings: Settings,
        seed: u64,
        cursors: Vec<Cursor>,
    ) -> Result<Exhaustive, NoSuchPlace> {
        let key = Random::new(seed, 0).next();
        let mut cutting = walk(&settings);
        cutting.begin(key);
        cutting.go_no_deeper_than(CUT);
        let mut parts = Vec::new();
        let mut steps = u64::MAX;
        while cutting.advance(&mut steps) == Event::Deep {
            parts.push(cutting.path());
        }
        for (worker, cursor) in cursors.iter().enumerate() {
            let own = parts.len().saturating_sub(worker).div_ceil(cursors.len());
            if cursor.parts > own || cursor.parts == own && cursor.path.is_some() {
                return Err(NoSuchPlace);
            }
        }
        Ok(Exhaustive {
            key,
            parts,
            walks: cursors.iter().map(|_| walk(&settings)).collect(),
            placed: vec![false; cursors.len()],
            cursors,
            settings,
        })
    }

    /// How far the workers are.
    pub fn cursors(&self) -> &[Cursor] {
        &self.cursors
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// How many of them have been walked.
    pub fn parts_done(&self) -> usize {
        self.cursors.iter().map(|cursor| cursor.parts).sum()
    }

    /// Can every worker go on from where its cursor says that it is?
    ///
    /// # Errors
    ///
    /// Where one cannot.
    pub fn check_places(&mut self) -> Result<(), NoSuchPlace> {
        let workers = self.cursors.len();
        for worker in 0..workers {
            Worker {
                worker,
                workers,
                parts: &self.parts,
                settings: &self.settings,
                key: self.key,
                walk: self.walks[worker].as_mut(),
                cursor: &mut self.cursors[worker],
                placed: &mut self.placed[worker],
            }
            .place()?;
        }
        Ok(())
    }

    /// Has everything been found?
    pub fn is_finished(&self) -> bool {
        self.parts_done() >= self.parts()
    }

    /// Puts a worker back to where it was.
    pub fn rewind(&mut self, worker: usize, cursor: Cursor) {
        if let Some(current) = self.cursors.get_mut(worker) {
            *current = cursor;
            self.placed[worker] = false;
        }
    }

    /// Lets every worker make so many steps, and gives the solutions found,
    /// worker by worker; without `keep` they are only counted.
    ///
    /// # Errors
    ///
    /// Where a cursor makes no sense, and where the system does not give a
    /// thread for every worker.
    pub fn round(&mut self, steps: u64, keep: bool) -> Result<Vec<Seen>, RoundError> {
        let workers = self.cursors.len();
        let (parts, settings, key) = (&self.parts, &self.settings, self.key);
        let work = self.walks.iter_mut().zip(&mut self.cursors);
        let work = work.zip(&mut self.placed).enumerate();
        let rounds: Result<Vec<_>, NoThread> = thread::scope(|scope| {
            let workers = work.map(|(worker, ((walk, cursor), placed))| {
                let mut own = Worker {
                    worker,
                    workers,
                    parts,
                    settings,
                    key,
                    walk: walk.as_mut(),
                    cursor,
                    placed,
                };
                move || own.round(steps, keep)
            });
            let threads = spawn_all(scope, workers)?.into_iter();
            Ok(threads
                .filter_map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect())
        });
        let mut found = Vec::new();
        for round in rounds? {
            found.extend(round?);
        }
        Ok(found)
    }
}

/// What can go wrong in a round.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RoundError {
    /// A cursor makes no sense.
    #[error("{0}")]
    Cursor(#[from] NoSuchPlace),
    /// What was found is no solution.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// The system does not give so many threads; no worker has moved.
    #[error("{0}")]
    NoThread(#[from] NoThread),
}

struct Worker<'a> {
    worker: usize,
    workers: usize,
    parts: &'a [Vec<Doors>],
    settings: &'a Settings,
    key: u64,
    walk: &'a mut dyn Walk,
    cursor: &'a mut Cursor,
    placed: &'a mut bool,
}

impl Worker<'_> {
    fn round(&mut self, mut steps: u64, keep: bool) -> Result<Vec<Seen>, RoundError> {
        let mut found = Vec::new();
        while steps > 0 && self.place()? {
            let before = steps;
            let event = self.walk.advance(&mut steps);
            self.cursor.steps += before - steps;
            match event {
                Event::Solved => {
                    self.cursor.solutions += 1;
                    if keep {
                        let solution = Solution::new(self.settings.tiles, self.walk.pieces())?;
                        self.cursor.path = Some(self.walk.path());
                        found.push(Seen {
                            solution,
                            worker: self.worker,
                            cursor: self.cursor.clone(),
                        });
                    }
                }
                Event::Exhausted => {
                    self.cursor.parts += 1;
                    self.cursor.path = None;
                    *self.placed = false;
                }
                Event::OutOfSteps | Event::Deep => {}
            }
        }
        if *self.placed {
            self.cursor.path = Some(self.walk.path());
        }
        Ok(found)
    }

    /// Takes the walk to where the cursor says. False if all is done.
    fn place(&mut self) -> Result<bool, NoSuchPlace> {
        if *self.placed {
            return Ok(true);
        }
        let Some(part) = self
            .parts
            .get(self.worker + self.cursor.parts * self.workers)
        else {
            return Ok(false);
        };
        let path = self.cursor.path.as_ref().unwrap_or(part);
        if !path.starts_with(part) || !self.walk.resume(self.key, path) {
            return Err(NoSuchPlace);
        }
        self.walk.keep(part.len());
        *self.placed = true;
        Ok(true)
    }
}
