//! Searches whose solutions go into the database.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::search::{Cursor, Exhaustive, Found, NoSuchPlace, Runs, Searcher, Settings, Totals};
use super::store::SearchKey;
use crate::error::{Error, Result};
use crate::stages::Watcher;
use crate::store::Store;

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
pub struct Outcome {
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
/// [`Error::Stopped`] where the watcher wants to stop; what was found by then is
/// stored. What `each` fails with; or where the database cannot be written.
pub fn random<S: Searcher>(
    store: &mut Store,
    runs: Runs,
    searcher: impl Fn() -> S + Sync,
    search: &str,
    wanted: Option<u64>,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&Found) -> Result<()>,
) -> Result<Outcome> {
    let mut waiting: Vec<Found> = Vec::new();
    let mut new = 0;
    let mut committed = Instant::now();
    let mut solutions = 0;
    let mut failed = None;
    let begun = Instant::now();
    let mut told = begun;
    if let Some(wanted) = wanted {
        watcher.begin("searching for solutions", 0, wanted);
    }
    let ended = runs.search(searcher, watcher.stop(), |found| {
        let result = each(&found).and_then(|()| {
            waiting.push(found);
            if committed.elapsed() >= BETWEEN_COMMITS {
                new += store.add_labyrinths(&waiting, runs.seed, search)?;
                waiting.clear();
                committed = Instant::now();
            }
            Ok(())
        });
        solutions += 1;
        watcher.advance(solutions);
        if wanted.is_none() && told.elapsed() >= BETWEEN_WORDS {
            told = Instant::now();
            let rate = solutions as f64 / begun.elapsed().as_secs_f64();
            watcher.say(&format!("{solutions} solutions so far, {rate:.0} a second"));
        }
        match result {
            Ok(()) if wanted.is_none_or(|wanted| solutions < wanted) => ControlFlow::Continue(()),
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    watcher.end();
    if !waiting.is_empty() {
        new += store.add_labyrinths(&waiting, runs.seed, search)?;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let totals = ended.map_err(Failure::Wrong)?;
    if wanted.is_none_or(|wanted| totals.solutions < wanted) {
        return Err(Error::Stopped(format!(
            "stopped after {} steps; {} solutions were found and are stored",
            totals.steps, totals.solutions
        )));
    }
    Ok(Outcome {
        totals,
        new,
        finished: false,
    })
}

/// Goes on with an exhaustive search, or begins it, until `wanted` more
/// solutions are found or there are no more. Gives each to `each`, and stores
/// them, unless they are only counted. The outcome's totals are those of the
/// whole search.
///
/// # Errors
///
/// [`Error::Stopped`] where the watcher wants to stop; what was done by then is
/// stored. [`Failure::Overtaken`] where another program has gone on with the same
/// search. What `each` fails with; or where the database cannot be written.
pub fn exhaustive(
    store: &mut Store,
    key: &SearchKey,
    settings: &Settings,
    workers: usize,
    wanted: Option<u64>,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&Found) -> Result<()>,
) -> Result<Outcome> {
    let (mut committed, finished) = begun(store, key, workers, watcher)?;
    let total = |cursors: &[Cursor]| {
        let sum = |what: fn(&Cursor) -> u64| cursors.iter().map(what).fold(0, u64::saturating_add);
        Totals {
            solutions: sum(|cursor| cursor.solutions),
            steps: sum(|cursor| cursor.steps),
            ..Totals::default()
        }
    };
    let search = Exhaustive::new(settings.clone(), key.seed, committed.clone());
    let mut search = search.map_err(Failure::from)?;
    let mut outcome = Outcome {
        totals: total(&committed),
        new: 0,
        finished,
    };
    if finished {
        if !search.is_finished() {
            return Err(Failure::from(NoSuchPlace).into());
        }
        let solutions = outcome.totals.solutions;
        watcher.say(&format!(
            "this search has come to its end already, with {solutions} solutions"
        ));
        return Ok(outcome);
    }
    let mut waiting: Vec<Found> = Vec::new();
    let mut given = 0;
    let mut since = Instant::now();
    match wanted {
        Some(wanted) => watcher.begin("searching for solutions", 0, wanted),
        None => watcher.begin(
            "searching through all beginnings",
            search.parts_done() as u64,
            search.parts() as u64,
        ),
    }
    let mut told = Instant::now();
    let [mut steps_a_round, most_steps] = ROUNDS;
    let result = loop {
        let before = search.cursors().to_vec();
        let round = search
            .round(steps_a_round, !key.counting)
            .map_err(Failure::from);
        let seen = match round {
            Ok(seen) => seen,
            Err(error) => break Err(error.into()),
        };
        steps_a_round = match seen.len() {
            many if many > SOLUTIONS_A_ROUND => (steps_a_round / 2).max(ROUNDS[0]),
            few if few < SOLUTIONS_A_ROUND / 4 => (steps_a_round * 2).min(most_steps),
            _ => steps_a_round,
        };
        let mut failed = None;
        let mut steps: Vec<u64> = before.iter().map(|cursor| cursor.steps).collect();
        for one in seen {
            let found = Found {
                solution: one.solution,
                steps: one.cursor.steps - steps[one.worker],
                restarts: 0,
            };
            steps[one.worker] = one.cursor.steps;
            failed = each(&found).err();
            waiting.push(found);
            given += 1;
            let enough = wanted.is_some_and(|wanted| given >= wanted);
            if failed.is_some() || enough || watcher.stop().asked() {
                // What lies behind is found again by whoever goes on.
                search.rewind(one.worker, one.cursor);
                for (worker, cursor) in before.iter().enumerate().skip(one.worker + 1) {
                    search.rewind(worker, cursor.clone());
                }
                break;
            }
        }
        let stop = watcher.stop().asked();
        let enough = wanted.is_some_and(|wanted| given >= wanted);
        let over = stop || enough || failed.is_some() || search.is_finished();
        if over || since.elapsed() >= BETWEEN_COMMITS {
            let now = search.cursors().to_vec();
            let saved = store.save_labyrinth_search(
                key,
                Some(&committed),
                &now,
                search.is_finished(),
                &waiting,
            );
            match saved {
                Ok(new) => outcome.new += new,
                Err(error) => break Err(error),
            }
            waiting.clear();
            committed = now;
            since = Instant::now();
        }
        outcome.totals = total(search.cursors());
        match wanted {
            Some(_) => watcher.advance(given),
            None => watcher.advance(search.parts_done() as u64),
        }
        if wanted.is_none() && told.elapsed() >= BETWEEN_WORDS {
            told = Instant::now();
            watcher.say(&format!(
                "{} solutions so far in {} steps",
                outcome.totals.solutions, outcome.totals.steps
            ));
        }
        if let Some(error) = failed {
            break Err(error);
        }
        if search.is_finished() {
            outcome.finished = true;
            break Ok(outcome);
        }
        if enough {
            break Ok(outcome);
        }
        if stop {
            break Err(Error::Stopped(format!(
                "stopped after {} solutions in {} steps; the same command goes on from there",
                outcome.totals.solutions, outcome.totals.steps
            )));
        }
    };
    watcher.end();
    result
}

/// Where the workers of a search are, which is begun if it has not been.
fn begun(
    store: &mut Store,
    key: &SearchKey,
    workers: usize,
    watcher: &dyn Watcher,
) -> Result<(Vec<Cursor>, bool)> {
    if let Some((cursors, finished)) = store.labyrinth_search(key, workers)? {
        let solutions = cursors.iter().map(|cursor| cursor.solutions);
        let solutions = solutions.fold(0, u64::saturating_add);
        if !finished {
            watcher.say(&format!("going on behind {solutions} solutions"));
        }
        return Ok((cursors, finished));
    }
    for others in store.labyrinth_searches(key)? {
        watcher.say(&format!(
            "the same search has been begun with --threads {others}; this one begins anew"
        ));
    }
    let cursors = vec![Cursor::default(); workers];
    store.save_labyrinth_search(key, None, &cursors, false, &[])?;
    Ok((cursors, false))
}
