//! The exploration into the tables.

use std::time::Instant;

use kit::database::BATCH_TIME;
use kit::{Error, Result};
use watch::Watcher;

use crate::rules::Rings;
use crate::search::{Exploration, Found, MOST_RINGS_EXPLORED};
use crate::store::{Store, StoredRings, Summary};

/// How many states are inserted between two looks at the clock.
const CHUNK_ROWS: usize = 1000;

/// Explores all states of so many rings, at most [`MOST_RINGS_EXPLORED`], from
/// where the exploration is, and tells what they say.
///
/// # Errors
///
/// [`Error::Usage`] where the rings are too many. [`Error::Stopped`] where the
/// watcher wants to stop; what was found until then is committed.
/// [`Error::Overtaken`] where another program explores the same rings.
pub(crate) fn explore(store: &mut Store, rings: Rings, watcher: &dyn Watcher) -> Result<Summary> {
    check_explorable(rings)?;
    let states = 1 << rings.count();
    let begun = store.begin(rings)?;
    if begun.cursor.is_none() {
        watcher.say(&format!("{rings}: all {states} states are stored"));
    } else {
        if begun.stored > 0 {
            watcher.say(&format!(
                "{rings}: going on, {} of {states} states are stored",
                begun.stored
            ));
        }
        watcher.begin(&format!("exploring {rings}"), begun.stored, states);
        let result = load(store, rings, begun, watcher);
        watcher.end();
        result?;
    }
    store.summary(rings)
}

/// Says so where the rings are too many to be explored.
pub(super) fn check_explorable(rings: Rings) -> Result<()> {
    if rings.count() > MOST_RINGS_EXPLORED {
        return Err(Error::Usage(format!(
            "at most {MOST_RINGS_EXPLORED} rings are explored, not {}",
            rings.count()
        )));
    }
    Ok(())
}

fn load(store: &mut Store, rings: Rings, begun: StoredRings, watcher: &dyn Watcher) -> Result<()> {
    let stopped = |stored: u64| {
        Error::Stopped(format!(
            "stopped at {stored} of {} states of {rings}; the same command goes on from there",
            1u64 << rings.count()
        ))
    };
    let mut exploration = Exploration::resume(rings.count(), begun.cursor);
    let mut stored = begun.stored;
    let mut chunk: Vec<Found> = Vec::with_capacity(CHUNK_ROWS);
    while exploration.cursor().is_some() {
        if watcher.stop().asked() {
            return Err(stopped(stored));
        }
        let mut batch = store.begin_batch(rings, stored).map_err(|error| {
            // A wait for another writer ends where somebody wants to stop.
            if watcher.stop().asked() {
                stopped(stored)
            } else {
                error
            }
        })?;
        let begun = Instant::now();
        let mut in_batch = stored;
        while exploration.cursor().is_some()
            && begun.elapsed() < BATCH_TIME
            && !watcher.stop().asked()
        {
            chunk.clear();
            chunk.extend(exploration.by_ref().take(CHUNK_ROWS));
            batch.insert(&chunk)?;
            in_batch += chunk.len() as u64;
            watcher.advance(in_batch);
        }
        stored = batch.commit(exploration.cursor())?;
    }
    Ok(())
}
