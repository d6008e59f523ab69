//! `count`: counts the units of a plan on several threads, and keeps what is
//! counted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use kit::database::BATCH_TIME;
use watch::{Stop, Task, Watcher, spawn_all};

use crate::count::{Plan, Tally, Ways};
use crate::error::{Error, Result};
use crate::rules::Board;
use crate::store::{CountedUnit, Store, flat};

/// How often the watcher is told how far it is.
const REPORTS: Duration = Duration::from_millis(100);

/// How a count is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means {
    /// On how many threads.
    pub threads: usize,
    /// From the beginning, whatever is stored?
    pub force: bool,
}

/// Counts the ways through a grid, or what is left to count of them.
///
/// # Errors
///
/// [`Error::TooBigToCount`]; [`kit::Error::Stopped`] where the watcher wants to
/// stop. What was counted is committed then.
pub(crate) fn count(
    store: &mut Store,
    board: Board,
    ways: Ways,
    means: Means,
    watcher: &dyn Watcher,
) -> Result<Tally> {
    let plan = Plan::new(flat(board), ways).ok_or(Error::TooBigToCount {
        board,
        most: ways.most_cells(),
    })?;
    let mut counts = store.begin_count(&plan, means.force)?;
    let done = counts.iter().flatten().count();
    let what = format!("{} of {board}", ways.tours());
    if done < counts.len() {
        if done > 0 {
            watcher.say(&format!(
                "{what}: {done} of {} parts are counted already",
                counts.len()
            ));
        }
        count_rest(store, &plan, &mut counts, means.threads, watcher)?;
    } else if done > 0 {
        watcher.detail(&format!("{what}: stored already"));
    }
    let counts: Option<Vec<u64>> = counts.into_iter().collect();
    match counts.and_then(|counts| plan.tally(&counts)) {
        Some(tally) => Ok(tally),
        None if watcher.stop().asked() => Err(kit::Error::Stopped(format!(
            "stopped counting {what}; what is counted is kept, and the same command goes on"
        ))
        .into()),
        None => Err(Error::DamagedCount(board)),
    }
}

/// Counts the units that are not counted yet.
fn count_rest(
    store: &mut Store,
    plan: &Plan,
    counts: &mut [Option<u64>],
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<()> {
    let rest: Vec<usize> = (0..counts.len())
        .filter(|&unit| counts[unit].is_none())
        .collect();
    let next = AtomicUsize::new(0);
    // The threads also have to end where storing fails.
    let halt = Stop::default();
    thread::scope(|scope| {
        let (sender, counted) = channel();
        let workers = (0..threads.min(rest.len())).map(|_| {
            let sender = sender.clone();
            let (rest, next, halt) = (&rest, &next, &halt);
            move || {
                while let Some(&unit) = rest.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let Some(ways) = plan.count(&plan.units()[unit], halt) else {
                        return;
                    };
                    let time = begun.elapsed();
                    // Nobody listens any more where storing has failed.
                    let _ = sender.send(CountedUnit { unit, ways, time });
                }
            }
        });
        spawn_all(scope, workers).map_err(kit::Error::from)?;
        drop(sender);
        let kept = keep(store, plan, counts, &counted, &halt, watcher);
        halt.ask();
        kept
    })
}

/// Stores units as they are counted, until all threads have ended.
fn keep(
    store: &mut Store,
    plan: &Plan,
    counts: &mut [Option<u64>],
    counted: &Receiver<CountedUnit>,
    halt: &Stop,
    watcher: &dyn Watcher,
) -> Result<()> {
    let mut batch = Vec::new();
    let mut committed = Instant::now();
    let mut done = counts.iter().flatten().count();
    let name = format!("counting {} of {}", plan.ways().tours(), plan.board());
    let mut progress = Task::new(watcher, name, counts.len() as u64);
    loop {
        let end = match counted.recv_timeout(REPORTS) {
            Ok(unit) => {
                counts[unit.unit] = Some(unit.ways);
                batch.push(unit);
                done += 1;
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        progress.advance(done as u64);
        if watcher.stop().asked() {
            halt.ask();
        }
        if !batch.is_empty() && (end || committed.elapsed() >= BATCH_TIME) {
            store.commit_units(plan, &batch)?;
            batch.clear();
            committed = Instant::now();
        }
        if end {
            return Ok(());
        }
    }
}
