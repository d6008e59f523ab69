//! Long work: how a command does it, reports its progress, and ends when it is interrupted.

use std::sync::atomic::Ordering;

use watch::{Halt, NoThread, Observed, Task, Watcher, perhaps_long, polled};

use crate::board::Config;
use crate::error::{Error, Result};
use crate::puzzle::PlayError;
use crate::store::Store;

/// Does what is one long statement for SQLite, and reports its progress if it takes long. `rows` is
/// the number of rows that the statement reads, and `instructions` is about how many instructions
/// SQLite executes for each.
pub(crate) fn in_one_statement<T: Send>(
    store: &mut Store,
    (task, rows, instructions): (String, u64, u64),
    watcher: &dyn Watcher,
    work: impl FnOnce(&mut Store) -> Result<T> + Send,
) -> Result<T> {
    let executed = store.file.instructions();
    let before = executed.load(Ordering::Relaxed);
    let mut task = Task::new(watcher, task, rows);
    let tell = |count: u64| task.advance(((count - before) / instructions).min(rows));
    let done = polled(&executed, || work(store), tell).map_err(app::Error::from)??;
    task.finish();
    Ok(done)
}

/// Does work that usually takes moments. `stopped` is the message if somebody asked it to stop.
pub(crate) fn stoppable<T: Send>(
    watcher: &dyn Watcher,
    (task, total): (&str, u64),
    stopped: impl Into<String>,
    work: impl FnOnce(&Observed) -> Result<T, Halt> + Send,
) -> Result<T> {
    perhaps_long(watcher, task, total, work).map_err(|halt| ended(halt, stopped))
}

/// The same for work that may reach a limit. `too_much` is the error then.
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

/// The error of work that ended early. `stopped` is the message if somebody asked it to stop.
pub(crate) fn ended(halt: Halt, stopped: impl Into<String>) -> Error {
    match halt {
        Halt::NoThread => app::Error::from(NoThread).into(),
        Halt::Stopped | Halt::Enough => Error::stopped(stopped),
    }
}

/// SQLite reports an error when it is interrupted, also while it waits for another
/// program. This turns that error into what the user wants to know. What it was `doing`
/// is rolled back then.
pub(crate) fn stopped(error: Error, watcher: &dyn Watcher, doing: &str, config: Config) -> Error {
    if !watcher.stop().asked() {
        return error;
    }
    let what = format!("stopped while {doing} {config}; the same command starts again");
    Error::stopped(what)
}
