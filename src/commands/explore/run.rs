//! `explore`: enumerates all molecules, traces the canonical ones, derives the other molecules of their groups, and
//! stores all of them.
//!
//! One thread makes the rows, and this one writes them. Chunks of whole groups are sent between them, each with the
//! frontier after it. The channel is bounded, so that memory does not grow with the configuration.
//!
//! Writing takes several times as long as making the rows, and overlaps with it.
//!
//! The enumeration ends early: because it stores whole groups, all rows are stored long before it reaches the last
//! molecule. Then the frontier moves to the end.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use db::BATCH_TIME;
use draw::words::{bytes, counted, thousands};
use watch::{NoThread, Task, Watcher};

use crate::board::{Board, Config, Orbit};
use crate::error::{Error, Result};
use crate::ray::Tracer;
use crate::store::{Explored, LongWork, Record, Store};
use crate::work::{in_one_statement, run_exclusively, stopped};

/// The number of rows in a chunk. A row is about 200 bytes.
const CHUNK_ROWS: usize = 1024;
/// The capacity of the channel, in chunks.
const CHUNKS_WAITING: usize = 8;

/// Explores the rest of a configuration. After each batch, `room` is called with the number of remaining rows, and
/// fails if there is no room for them.
///
/// Fails with the error of `room`, with [`app::Error::Stopped`] if the watcher requests a stop, and with
/// [`Error::Overtaken`] if another process explores the same configuration and `wait` is false. The rows until
/// then are committed.
pub fn explore(
    store: &mut Store,
    config: Config,
    room: &dyn Fn(u64) -> Result<()>,
    wait: bool,
    watcher: &dyn Watcher,
) -> Result<()> {
    let steps = |store: &Store| {
        let Explored {
            explored, stored, ..
        } = store.explored(config)?;
        Ok((!explored).then_some((stored, config.molecules())))
    };
    let work = LongWork::Explore;
    run_exclusively(store, config, work, wait, watcher, steps, |store| {
        explore_rest(store, config, room, watcher)
    })
}

fn explore_rest(
    store: &mut Store,
    config: Config,
    room: &dyn Fn(u64) -> Result<()>,
    watcher: &dyn Watcher,
) -> Result<()> {
    let explored = store.explored(config)?;
    let all = config.molecules();
    if explored.explored {
        let all = counted(all, "molecule", "molecules");
        let message = format!("{config} is explored: it has {all}");
        watcher.say(&message);
        return Ok(());
    }
    if explored.stored > 0 {
        let [frontier, stored, all] = [explored.frontier, explored.stored, all].map(thousands);
        watcher.say(&format!(
            "{config}: continuing after molecule {frontier}; {stored} of {all} molecules are stored"
        ));
    }
    if explored.stored < config.molecules() {
        let dropped = store
            .prepare_load(config)
            .map_err(|error| stopped(error, watcher, "preparing to explore", config))?;
        if dropped {
            watcher
                .detail("the indexes on number and spectrum are dropped until all rows are loaded");
        }
        load(store, config, room, watcher)?;
    }
    /// The measured SQLite instructions per row to count the rows and to build both indexes.
    const INSTRUCTIONS: u64 = 26;
    let task = format!("building the indexes of {config}, rows");
    watcher.say(&format!("{config}: building the indexes"));
    let rows = store.stored_rows()?;
    in_one_statement(store, (task, rows, INSTRUCTIONS), watcher, |store| {
        store.finish_load(config)
    })
    .map_err(|error| match error {
        // All rows were stored before this, so another program has restarted the configuration.
        Error::NotExplored { .. } | Error::NotInitialised { .. } => {
            Error::overtaken(config, LongWork::Explore, None)
        }
        error => stopped(error, watcher, "building the indexes of", config),
    })?;
    let molecules = counted(config.molecules(), "molecule", "molecules");
    watcher.say(&format!("{config} is explored: {molecules} stored"));
    Ok(())
}

/// The rows of whole groups, and the frontier after them.
type Chunk = (Vec<Record>, u64);

fn load(
    store: &mut Store,
    config: Config,
    room: &dyn Fn(u64) -> Result<()>,
    watcher: &dyn Watcher,
) -> Result<()> {
    let from = store.explored(config)?;
    let name = format!("exploring {config}, molecules");
    let _task = Task::begun(watcher, name, from.stored, config.molecules());
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(CHUNKS_WAITING);
        thread::Builder::new()
            .spawn_scoped(scope, move || send_chunks(config, from, &sender))
            .map_err(|_| app::Error::from(NoThread))?;
        write(store, config, from, &receiver, room, watcher)
        // The receiver is dropped here, which ends the other thread.
    })
}

/// Makes the rows of the canonical molecules after the frontier, and of their groups. Ends when every molecule has
/// its row, or when the receiver is dropped.
fn send_chunks(config: Config, from: Explored, chunks: &SyncSender<Chunk>) {
    let tracer = Tracer::best();
    let (mut frontier, mut rows) = (from.frontier, from.stored);
    let mut records = Vec::with_capacity(CHUNK_ROWS + 8);
    let mut next = Board::from_number(frontier + 1, config);
    while let Some(molecule) = next {
        frontier += 1;
        if molecule.is_canonical() {
            let (spectra, statistics) = tracer.trace_images(molecule);
            let members = Orbit::of_canonical(molecule);
            records.extend(members.iter().filter_map(|member| {
                Some(Record {
                    number: member.board.number()?,
                    canonical_number: frontier,
                    molecule: member.board,
                    spectrum: spectra[member.transform as usize],
                    transform: member.transform,
                    statistics,
                })
            }));
        }
        let mut last = frontier == config.molecules();
        if rows + records.len() as u64 == config.molecules() {
            // All remaining molecules belong to groups that are stored.
            (frontier, last) = (config.molecules(), true);
        }
        next = molecule.successor().filter(|_| !last);
        if last || records.len() >= CHUNK_ROWS {
            rows += records.len() as u64;
            let empty = Vec::with_capacity(CHUNK_ROWS + 8);
            let records = std::mem::replace(&mut records, empty);
            if chunks.send((records, frontier)).is_err() {
                return;
            }
        }
    }
}

/// Writes chunks in batches until the channel is closed.
fn write(
    store: &mut Store,
    config: Config,
    from: Explored,
    chunks: &Receiver<Chunk>,
    room: &dyn Fn(u64) -> Result<()>,
    watcher: &dyn Watcher,
) -> Result<()> {
    let stopping = || watcher.stop().is_requested();
    let stopped_at = |stored: u64| {
        Error::stopped(format!(
            "stopped at {} of {} molecules of {config}; the same command continues from there",
            thousands(stored),
            thousands(config.molecules())
        ))
    };
    let (mut frontier, mut stored) = (from.frontier, from.stored);
    while let Ok(first) = chunks.recv() {
        if stopping() {
            return Err(stopped_at(stored));
        }
        let begun = store.begin_batch(config, frontier);
        let mut batch = begun.map_err(|error| match stopping() {
            true => stopped_at(stored),
            false => error,
        })?;
        let begun = Instant::now();
        let (mut next, mut in_batch) = (Some(first), stored);
        while let Some((records, its_frontier)) = next {
            batch.insert(&records)?;
            in_batch += records.len() as u64;
            frontier = its_frontier;
            watcher.advance(in_batch);
            let ends = stopping() || begun.elapsed() >= BATCH_TIME;
            next = if ends { None } else { chunks.recv().ok() };
        }
        stored = batch.commit(frontier)?;
        room(config.molecules() - stored)?;
        if !wait_for_readers(store, watcher)? {
            return Err(stopped_at(stored));
        }
    }
    if stopping() && stored < config.molecules() {
        return Err(stopped_at(stored));
    }
    Ok(())
}

/// Waits until the log of SQLite is short enough, which a reader of an old state can delay. False if it is
/// interrupted.
fn wait_for_readers(store: &Store, watcher: &dyn Watcher) -> Result<bool> {
    if store.file.log_is_short() {
        return Ok(true);
    }
    if store.file.log_is_kept()? {
        watcher.say(&format!(
            "waiting for another program that has been reading for a long time: the write-ahead log has {} and cannot be emptied until that program finishes",
            bytes(store.file.log_size())
        ));
    }
    while !watcher.stop().is_requested() {
        if store.file.empty_log()? {
            return Ok(true);
        }
    }
    Ok(false)
}
