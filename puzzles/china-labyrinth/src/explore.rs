//! Searches whose solutions go into the database.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use watch::Watcher;

use crate::error::{Error, Result};
use crate::search::{
    Cursor, Exhaustive, Found, NoSuchPlace, Runs, Searcher, Seen, Settings, Totals,
};
use crate::store::{SearchKey, Store};

/// How long solutions wait to be committed together.
const BETWEEN_COMMITS: Duration = Duration::from_millis(500);

/// How often somebody who wants all solutions is told how many there are.
const BETWEEN_WORDS: Duration = Duration::from_secs(10);

/// How many steps every worker of an exhaustive search makes a round: some
/// milliseconds to some hundred. Where solutions lie close together a round has few,
/// so that not too many of them wait.
const ROUNDS: [u64; 2] = [1 << 12, 1 << 19];

/// How many solutions a round is to find at most.
const SOLUTIONS_A_ROUND: usize = 2000;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Outcome {
    /// What it took.
    pub totals: Totals,
    /// How many of the solutions had not been stored before.
    pub new: u64,
    /// Nothing more is to be found.
    pub finished: bool,
}

/// Searches at random until `wanted` solutions are found, or for ever; gives
/// each to `each`, and stores them.
///
/// # Errors
///
/// [`kit::Error::Stopped`] where the watcher wants to stop; what was found by then is
/// stored. What `each` fails with; or where the database cannot be written.
pub(crate) fn random<S: Searcher>(
    store: &mut Store,
    runs: Runs,
    searcher: impl Fn() -> S + Sync,
    search: &str,
    wanted: Option<u64>,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&Found) -> Result<()>,
) -> Result<Outcome> {
    let mut sampling = Sampling::new(store, runs.seed, search, wanted, watcher);
    let mut failed = None;
    if let Some(wanted) = wanted {
        watcher.begin("searching for solutions", 0, wanted);
    }
    let ended = runs.search(searcher, watcher.stop(), |found| {
        let result = each(&found).and_then(|()| sampling.keep(found));
        sampling.tell_of_another();
        match result {
            Ok(()) if sampling.wants_more(sampling.solutions) => ControlFlow::Continue(()),
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    watcher.end();
    if !sampling.waiting.is_empty() {
        sampling.commit()?;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let totals = ended?;
    if sampling.wants_more(totals.solutions) {
        return Err(kit::Error::Stopped(format!(
            "stopped after {} steps; {} solutions were found and are stored",
            totals.steps, totals.solutions
        ))
        .into());
    }
    Ok(Outcome {
        totals,
        new: sampling.new,
        finished: false,
    })
}

/// A random search under way.
struct Sampling<'a> {
    store: &'a mut Store,
    seed: u64,
    search: &'a str,
    wanted: Option<u64>,
    watcher: &'a dyn Watcher,
    /// How many solutions have been found.
    solutions: u64,
    /// Those of them that are not committed.
    waiting: Vec<Found>,
    /// How many of those committed had not been stored before.
    new: u64,
    begun: Instant,
    committed: Instant,
    told: Instant,
}

impl<'a> Sampling<'a> {
    fn new(
        store: &'a mut Store,
        seed: u64,
        search: &'a str,
        wanted: Option<u64>,
        watcher: &'a dyn Watcher,
    ) -> Sampling<'a> {
        let now = Instant::now();
        Sampling {
            store,
            seed,
            search,
            wanted,
            watcher,
            solutions: 0,
            waiting: Vec::new(),
            new: 0,
            begun: now,
            committed: now,
            told: now,
        }
    }

    fn wants_more(&self, solutions: u64) -> bool {
        self.wanted.is_none_or(|wanted| solutions < wanted)
    }

    /// Lets a solution wait, and commits those that have waited long enough.
    fn keep(&mut self, found: Found) -> Result<()> {
        self.waiting.push(found);
        if self.committed.elapsed() >= BETWEEN_COMMITS {
            self.commit()?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        self.new += self.store.add(&self.waiting, self.seed, self.search)?;
        self.waiting.clear();
        self.committed = Instant::now();
        Ok(())
    }

    /// Counts one more solution, and says so.
    fn tell_of_another(&mut self) {
        self.solutions += 1;
        let solutions = self.solutions;
        self.watcher.advance(solutions);
        if self.wanted.is_none() && self.told.elapsed() >= BETWEEN_WORDS {
            self.told = Instant::now();
            let rate = solutions as f64 / self.begun.elapsed().as_secs_f64();
            let words = format!("{solutions} solutions so far, {rate:.0} a second");
            self.watcher.say(&words);
        }
    }
}

/// Goes on with an exhaustive search, or begins it, until `wanted` more
/// solutions are found or there are no more. Gives each to `each`, and stores
/// them, unless they are only counted. The outcome's totals are those of the
/// whole search.
///
/// # Errors
///
/// [`kit::Error::Stopped`] where the watcher wants to stop; what was done by then is
/// stored. [`kit::Error::Overtaken`] where another program has gone on with the same
/// search. What `each` fails with; or where the database cannot be written.
pub(crate) fn exhaustive(
    store: &mut Store,
    key: &SearchKey,
    settings: &Settings,
    workers: usize,
    wanted: Option<u64>,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&Found) -> Result<()>,
) -> Result<Outcome> {
    let (cursors, finished) = begun(store, key, workers, watcher)?;
    let search = Exhaustive::new(settings.clone(), key.seed, cursors)?;
    let mut exploration = Exploration::new(store, key, search, wanted, watcher);
    if finished {
        return exploration.has_ended_before();
    }
    exploration.announce();
    let result = exploration.go_on(&mut each);
    watcher.end();
    result
}

/// An exhaustive search under way.
struct Exploration<'a> {
    store: &'a mut Store,
    key: &'a SearchKey,
    search: Exhaustive,
    wanted: Option<u64>,
    watcher: &'a dyn Watcher,
    /// How many steps every worker makes in the next round.
    steps_a_round: u64,
    /// How many solutions this program has found.
    given: u64,
    /// Those of them that are not committed.
    waiting: Vec<Found>,
    /// How many of those committed had not been stored before.
    new: u64,
    /// Where the workers were at the last commit, and when that was.
    committed: Vec<Cursor>,
    committed_at: Instant,
    /// When the watcher was last told in words.
    told: Instant,
}

/// Why an exhaustive search goes on no longer.
enum Ending {
    /// A solution was given to somebody who could not take it.
    Failed(Error),
    /// Nothing more is to be found.
    Finished,
    /// So many solutions as were wanted are found.
    Enough,
    /// Somebody asked to stop.
    Stopped,
}

impl<'a> Exploration<'a> {
    fn new(
        store: &'a mut Store,
        key: &'a SearchKey,
        search: Exhaustive,
        wanted: Option<u64>,
        watcher: &'a dyn Watcher,
    ) -> Exploration<'a> {
        let now = Instant::now();
        Exploration {
            store,
            key,
            wanted,
            watcher,
            steps_a_round: ROUNDS[0],
            given: 0,
            waiting: Vec::new(),
            new: 0,
            committed: search.cursors().to_vec(),
            committed_at: now,
            told: now,
            search,
        }
    }

    /// The outcome of a search that the database says is finished.
    fn has_ended_before(&self) -> Result<Outcome> {
        if !self.search.is_finished() {
            return Err(NoSuchPlace.into());
        }
        let solutions = self.totals().solutions;
        self.watcher.say(&format!(
            "this search has come to its end already, with {solutions} solutions"
        ));
        Ok(self.outcome())
    }

    fn announce(&self) {
        match self.wanted {
            Some(wanted) => self.watcher.begin("searching for solutions", 0, wanted),
            None => self.watcher.begin(
                "searching through all beginnings",
                self.search.parts_done() as u64,
                self.search.parts() as u64,
            ),
        }
    }

    /// Searches round by round to whatever end.
    fn go_on(&mut self, each: &mut dyn FnMut(&Found) -> Result<()>) -> Result<Outcome> {
        loop {
            let before = self.search.cursors().to_vec();
            let seen = self.round()?;
            let given = self.give(seen, &before, each);
            let ending = self.ending(given);
            if ending.is_some() || self.committed_at.elapsed() >= BETWEEN_COMMITS {
                self.commit()?;
            }
            self.tell();
            if let Some(ending) = ending {
                return self.ended(ending);
            }
        }
    }

    /// What a round finds. The next one is longer or shorter where that was too
    /// little or too much.
    fn round(&mut self) -> Result<Vec<Seen>> {
        let (steps, counting) = (self.steps_a_round, self.key.counting);
        let seen = self.search.round(steps, !counting)?;
        let [least, most] = ROUNDS;
        if seen.len() > SOLUTIONS_A_ROUND {
            self.steps_a_round = (self.steps_a_round / 2).max(least);
        } else if seen.len() < SOLUTIONS_A_ROUND / 4 {
            self.steps_a_round = (self.steps_a_round * 2).min(most);
        }
        Ok(seen)
    }

    /// Gives the solutions of a round to `each`, as many as somebody wants.
    fn give(
        &mut self,
        seen: Vec<Seen>,
        before: &[Cursor],
        each: &mut dyn FnMut(&Found) -> Result<()>,
    ) -> Result<()> {
        let mut steps: Vec<u64> = before.iter().map(|cursor| cursor.steps).collect();
        for one in seen {
            let found = Found {
                solution: one.solution,
                steps: one.cursor.steps - steps[one.worker],
                restarts: 0,
            };
            steps[one.worker] = one.cursor.steps;
            let taken = each(&found);
            self.waiting.push(found);
            self.given += 1;
            if taken.is_err() || self.has_enough() || self.watcher.stop().asked() {
                self.go_back_to(one.worker, one.cursor, before);
                return taken;
            }
        }
        Ok(())
    }

    /// Undoes what lies behind a solution of this worker: whoever goes on finds
    /// that again.
    fn go_back_to(&mut self, worker: usize, cursor: Cursor, before: &[Cursor]) {
        self.search.rewind(worker, cursor);
        for (later, cursor) in before.iter().enumerate().skip(worker + 1) {
            self.search.rewind(later, cursor.clone());
        }
    }

    fn has_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.given >= wanted)
    }

    /// Why this was the last round, if it was.
    fn ending(&self, given: Result<()>) -> Option<Ending> {
        if let Err(error) = given {
            Some(Ending::Failed(error))
        } else if self.search.is_finished() {
            Some(Ending::Finished)
        } else if self.has_enough() {
            Some(Ending::Enough)
        } else if self.watcher.stop().asked() {
            Some(Ending::Stopped)
        } else {
            None
        }
    }

    fn commit(&mut self) -> Result<()> {
        let now = self.search.cursors().to_vec();
        self.new += self.store.save_search(
            self.key,
            Some(&self.committed),
            &now,
            self.search.is_finished(),
            &self.waiting,
        )?;
        self.waiting.clear();
        self.committed = now;
        self.committed_at = Instant::now();
        Ok(())
    }

    /// Tells the watcher how far the search is.
    fn tell(&mut self) {
        if self.wanted.is_some() {
            self.watcher.advance(self.given);
            return;
        }
        self.watcher.advance(self.search.parts_done() as u64);
        if self.told.elapsed() >= BETWEEN_WORDS {
            self.told = Instant::now();
            let Totals {
                solutions, steps, ..
            } = self.totals();
            let words = format!("{solutions} solutions so far in {steps} steps");
            self.watcher.say(&words);
        }
    }

    fn ended(&self, ending: Ending) -> Result<Outcome> {
        match ending {
            Ending::Failed(error) => Err(error),
            Ending::Finished | Ending::Enough => Ok(self.outcome()),
            Ending::Stopped => {
                let Totals {
                    solutions, steps, ..
                } = self.totals();
                Err(kit::Error::Stopped(format!(
                    "stopped after {solutions} solutions in {steps} steps; the same command goes on from there"
                )).into())
            }
        }
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            totals: self.totals(),
            new: self.new,
            finished: self.search.is_finished(),
        }
    }

    /// What the whole search has taken until now.
    fn totals(&self) -> Totals {
        let cursors = self.search.cursors();
        let sum = |what: fn(&Cursor) -> u64| cursors.iter().map(what).fold(0, u64::saturating_add);
        Totals {
            solutions: sum(|cursor| cursor.solutions),
            steps: sum(|cursor| cursor.steps),
            ..Totals::default()
        }
    }
}

/// Where the workers of a search are, which is begun if it has not been.
fn begun(
    store: &mut Store,
    key: &SearchKey,
    workers: usize,
    watcher: &dyn Watcher,
) -> Result<(Vec<Cursor>, bool)> {
    if let Some((cursors, finished)) = store.search(key, workers)? {
        let solutions = cursors.iter().map(|cursor| cursor.solutions);
        let solutions = solutions.fold(0, u64::saturating_add);
        if !finished {
            watcher.say(&format!("going on behind {solutions} solutions"));
        }
        return Ok((cursors, finished));
    }
    for others in store.searches(key)? {
        watcher.say(&format!(
            "the same search has been begun with --threads {others}; this one begins anew"
        ));
    }
    let cursors = vec![Cursor::default(); workers];
    store.save_search(key, None, &cursors, false, &[])?;
    Ok((cursors, false))
}
