//! Runs the long work of commands, reports its progress, and converts interruptions to errors.

use std::sync::atomic::Ordering;
use std::thread;

use draw::words::{counted, duration, percent};
use watch::{CHECK_INTERVAL, Halt, NoThread, Observed, Task, Watcher, perhaps_long, polled};

use crate::board::Config;
use crate::error::{Error, Result};
use crate::puzzle::PlayError;
use crate::store::{ActiveWorker, LongWork, Store};

/// Runs work that is one long statement of SQLite, and reports its progress if it takes long. `rows` is the number
/// of rows that the statement reads, and `instructions` the approximate number of instructions per row.
pub(crate) fn in_one_statement<T: Send>(
    store: &mut Store,
    (task, rows, instructions): (String, u64, u64),
    watcher: &dyn Watcher,
    work: impl FnOnce(&mut Store) -> Result<T> + Send,
) -> Result<T> {
    let executed = store.file.instructions();
    let before = executed.load(Ordering::Relaxed);
    let mut task = Task::new(watcher, task, rows);
    let report = |count: u64| task.advance(((count - before) / instructions).min(rows));
    let done = polled(&executed, || work(store), report).map_err(app::Error::from)??;
    task.finish();
    Ok(done)
}

/// Runs long work on a configuration. If another process is at work on it, waits for that one and does the rest, or
/// fails without `wait`. `steps` returns the numbers of steps done and of all steps, or `None` if all are done.
pub(crate) fn run_exclusively<T>(
    store: &mut Store,
    config: Config,
    work: LongWork,
    wait: bool,
    watcher: &dyn Watcher,
    steps: impl Fn(&Store) -> Result<Option<(u64, u64)>>,
    mut run: impl FnMut(&mut Store) -> Result<T>,
) -> Result<T> {
    let overtaken = |worker: &ActiveWorker| Error::overtaken(config, work, Some(worker.process));
    while let Some(steps) = steps(store)? {
        let begun = store.begin_work(config, work, steps);
        match begun.map_err(|error| stopped(error, watcher, "preparing work on", config))? {
            Ok(ticket) => {
                let done = run(store);
                // If this fails, other processes soon consider this one dead.
                let _ = store.end_work(ticket);
                match (done, store.worker(config, work)?) {
                    (Err(Error::Overtaken(_)), Some(worker)) if wait => {
                        follow(store, config, work, &worker, watcher)?;
                    }
                    (done, _) => return done,
                }
            }
            Err(worker) if wait => follow(store, config, work, &worker, watcher)?,
            Err(worker) => return Err(overtaken(&worker)),
        }
    }
    run(store)
}

/// Shows the progress of another process until it ends.
fn follow(
    store: &Store,
    config: Config,
    work: LongWork,
    worker: &ActiveWorker,
    watcher: &dyn Watcher,
) -> Result<()> {
    let (process, percent) = (worker.process, percent(worker.done, worker.total));
    let mut so_far = format!("{percent} % are done");
    if let (Some(rate), Some(left)) = (worker.rate(), worker.left()) {
        let rate = counted(rate as u64, "molecule", "molecules");
        so_far += &format!(", {rate} per second, {} left", duration(left));
    }
    let doing = work.doing(config);
    watcher.say(&format!(
        "process {process} is {doing} in this database: {so_far}; waiting for it to end"
    ));
    let name = format!("process {process} is {doing}");
    let mut task = Task::begun(watcher, name, worker.done, worker.total);
    while let Some(now) = store.worker(config, work)? {
        if watcher.stop().is_requested() {
            let what = format!("stopped waiting; process {process} is still {doing}");
            return Err(Error::stopped(what));
        }
        task.advance(now.done);
        thread::sleep(CHECK_INTERVAL);
    }
    Ok(())
}

/// Runs work that usually takes moments. `stopped` is the message of an interruption.
pub(crate) fn stoppable<T: Send>(
    watcher: &dyn Watcher,
    (task, total): (&str, u64),
    stopped: impl Into<String>,
    work: impl FnOnce(&Observed) -> Result<T, Halt> + Send,
) -> Result<T> {
    perhaps_long(watcher, task, total, work).map_err(|halt| ended(halt, stopped))
}

/// As [`stoppable`], for work that may reach a limit, when the error is `too_much`.
pub(crate) fn limited<T: Send>(
    watcher: &dyn Watcher,
    (task, total): (&str, u64),
    (stopped, too_much): (impl Into<String>, PlayError),
    work: impl FnOnce(&Observed) -> Result<T, Halt> + Send,
) -> Result<T> {
    perhaps_long(watcher, task, total, work).map_err(|halt| match halt {
        Halt::Enough => too_much.into(),
        other => ended(other, stopped),
    })
}

/// The error of work that ended early. `stopped` is the message of an interruption.
pub(crate) fn ended(halt: Halt, stopped: impl Into<String>) -> Error {
    match halt {
        Halt::NoThread => app::Error::from(NoThread).into(),
        Halt::Stopped | Halt::Enough => Error::stopped(stopped),
    }
}

/// Replaces the error that SQLite reports for an interruption, also while it waits for another program, by one for
/// the user. The transaction of `doing` is rolled back then.
pub(crate) fn stopped(error: Error, watcher: &dyn Watcher, doing: &str, config: Config) -> Error {
    if !watcher.stop().is_requested() {
        return error;
    }
    let what = format!("stopped while {doing} {config}; the same command starts this step again");
    Error::stopped(what)
}
