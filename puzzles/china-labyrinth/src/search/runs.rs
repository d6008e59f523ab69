//! Searches for solutions, in random runs of a limited number of steps, or through the whole tree.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use watch::Stop;

use super::backtracking::{Event, TreeSearch, tree_search};
use super::settings::{Algorithm, Settings};
use crate::rules::{Doors, Fault, Piece, Solution, Tiles};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub solution: Solution,
    /// The number of steps since the previous solution.
    pub steps: u64,
    /// The number of restarts since the previous solution.
    pub restarts: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    pub solutions: u64,
    /// The number of times that a known solution was found again.
    pub repeats: u64,
    pub steps: u64,
    pub restarts: u64,
}

/// A random search. Settings, limit and seed determine its solutions.
pub struct Runs {
    search: Box<dyn TreeSearch>,
    tiles: Tiles,
    /// The number of steps after which a run ends. If `None`, a run searches the whole tree.
    limit: Option<u64>,
    seed: u64,
    /// The number of runs that have begun.
    begun: u64,
    /// The number of steps of the current run, or `None` if it has ended.
    made: Option<u64>,
    /// The cost of the search so far.
    pub totals: Totals,
    /// The totals when the last solution was found.
    before: Totals,
    /// Two hashes of every solution. Among a billion solutions, two have equal hashes with a probability of 1 in
    /// 10^20.
    seen: HashSet<[u64; 2]>,
    hashers: [RandomState; 2],
}

impl Runs {
    /// A search whose runs take at most this number of steps.
    pub fn new(settings: &Settings, limit: impl Into<Option<u64>>, seed: u64) -> Runs {
        Runs {
            search: tree_search(settings),
            tiles: settings.tiles,
            limit: limit.into(),
            seed,
            begun: 0,
            made: None,
            totals: Totals::default(),
            before: Totals::default(),
            seen: HashSet::new(),
            hashers: Default::default(),
        }
    }

    /// The same search starting with a later run, because runs are independent of each other.
    pub fn from_run(self, run: u64) -> Runs {
        Runs { begun: run, ..self }
    }

    fn begin(&mut self) {
        self.search.begin(self.seed, self.begun);
        self.begun += 1;
        self.made = Some(0);
    }

    /// Continues for at most this number of steps, or to the end of a run. Returns a solution if it is new.
    pub fn advance(&mut self, steps: u64) -> Result<Option<Found>, Fault> {
        if self.made.is_none() {
            self.begin();
        }
        let before = self.made.unwrap_or_default();
        let left = self.limit.unwrap_or(u64::MAX).saturating_sub(before);
        let allowed = steps.min(left);
        let mut rest = allowed;
        let event = self.search.advance(&mut rest);
        let made = allowed - rest;
        self.totals.steps += made;
        self.made = Some(before + made);
        match event {
            Event::OutOfSteps if made < left => return Ok(None),
            Event::OutOfSteps | Event::Exhausted => {
                self.totals.restarts += 1;
                self.made = None;
                return Ok(None);
            }
            Event::Solved => {}
        }
        let solution = Solution::new(self.tiles, self.search.pieces())?;
        if self.limit.is_some() {
            self.made = None;
        }
        let groups = solution.groups();
        let hashes = [0, 1].map(|i| self.hashers[i].hash_one(groups));
        if !self.seen.insert(hashes) {
            self.totals.repeats += 1;
            return Ok(None);
        }
        self.totals.solutions += 1;
        let found = Found {
            solution,
            steps: self.totals.steps - self.before.steps,
            restarts: self.totals.restarts - self.before.restarts,
        };
        self.before = self.totals;
        Ok(Some(found))
    }

    /// The laid pieces, each with the index of its board, in the order in which they were laid.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, Piece)> + use<> {
        let boards = self.search.pieces().into_iter().enumerate();
        boards.flat_map(|(board, pieces)| pieces.into_iter().map(move |piece| (board, piece)))
    }
}

/// The first solution of random runs in which a path leads from one piece to another, with this path. The inner
/// error is the number of solutions without a path, if the search was interrupted or gave up.
pub fn connected(
    from: Doors,
    to: Doors,
    seed: u64,
    stop: &Stop,
) -> Result<Result<(Solution, Vec<Piece>), u64>, Fault> {
    /// The greatest number of solutions to try. In almost every solution, pieces with doors are connected.
    const MAX_SOLUTIONS: u64 = 1_000;
    let limit = Algorithm::LookAhead.best_limit();
    let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), limit, seed);
    while runs.totals.solutions < MAX_SOLUTIONS && !stop.is_requested() {
        let found = runs.advance(limit)?.map(|found| found.solution);
        if let Some(solution) = found
            && let Some(path) = solution.path(from, to)
        {
            return Ok(Ok((solution, path)));
        }
    }
    Ok(Err(runs.totals.solutions))
}

/// The published numbers of steps leave out the first four pieces, at which the tree was divided.
const CUT: usize = 4;

/// Searches the whole tree, calls `each` with each solution, and returns the number of steps after the first four
/// pieces. `None` if interrupted. The squares need only 252,546 steps; the hexagons would need about 10²⁴.
pub fn each_solution(
    settings: &Settings,
    seed: u64,
    stop: &Stop,
    mut each: impl FnMut(Solution),
) -> Result<Option<u64>, Fault> {
    let mut search = tree_search(settings);
    search.begin(seed, 0);
    let mut steps = 0;
    while !stop.is_requested() {
        let event = search.advance(&mut 1);
        match event {
            Event::Exhausted => return Ok(Some(steps)),
            Event::Solved => each(Solution::new(settings.tiles, search.pieces())?),
            Event::OutOfSteps => {}
        }
        steps += u64::from(search.depth() > CUT);
    }
    Ok(None)
}
