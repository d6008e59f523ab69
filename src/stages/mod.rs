//! The pipeline, one file a stage, named like the program that runs it.

pub mod census;
pub mod decode;
pub mod display;
pub mod explore;
pub mod init;
pub mod init_spectrum;
pub mod opening;
pub mod report;
pub mod run;
pub mod update_spectrum;
pub mod verify;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{self, Error};
use crate::game::Config;
use crate::play::observed::{Halt, Observed};
use crate::stop::Stop;

/// How long a batch of rows stays open. A stop commits the batch in flight, so
/// this bounds what a stop has to wait for, and what a kill can lose.
pub(crate) const BATCH_TIME: Duration = Duration::from_millis(500);

/// Who watches a stage at work, and may want it to stop.
///
/// A stage tells what it does, never how that is shown.
pub trait Watcher {
    /// A task of known length begins: `done` of `total` steps are done
    /// already. What a step is depends on the task: mostly a molecule.
    fn begin(&self, task: &str, done: u64, total: u64);
    /// So many steps of the task are done by now.
    fn advance(&self, done: u64);
    /// The task has ended, for whatever reason.
    fn end(&self);
    /// Something worth knowing has happened or begins.
    fn say(&self, message: &str);
    /// Something has happened that only some want to know.
    fn detail(&self, message: &str);
    /// The wish to stop.
    fn stop(&self) -> &Stop;
}

/// Turns what SQLite says when it is interrupted, or while it waits for
/// another program, into what the user wants to know. What was `doing` is
/// rolled back then.
fn stopped(error: Error, watcher: &dyn Watcher, doing: &str, config: Config) -> Error {
    if watcher.stop().asked() {
        Error::Stopped(format!(
            "stopped while {doing} {config}, which the same command does anew"
        ))
    } else {
        error
    }
}

/// How often a watcher is told how far work is.
const REPORTS: Duration = Duration::from_millis(100);

/// Does work on a thread of its own, and tells how far it is: what the counter
/// says by now.
fn polled<T: Send>(
    counter: &AtomicU64,
    work: impl FnOnce() -> T + Send,
    mut tell: impl FnMut(u64),
) -> T {
    let (ended, end) = channel::<()>();
    thread::scope(|scope| {
        let work = scope.spawn(move || {
            // Its end, good or bad, disconnects the channel.
            let _ended = ended;
            work()
        });
        while end.recv_timeout(REPORTS) == Err(RecvTimeoutError::Timeout) {
            tell(counter.load(Ordering::Relaxed));
        }
        work.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Work that mostly takes moments, but may take long: the watcher hears of it
/// if it does.
pub(crate) struct Task<'a> {
    watcher: &'a dyn Watcher,
    name: String,
    total: u64,
    begun: Instant,
    told: bool,
}

impl<'a> Task<'a> {
    /// Work of `total` steps.
    pub(crate) fn new(watcher: &'a dyn Watcher, name: String, total: u64) -> Task<'a> {
        Task {
            watcher,
            name,
            total,
            begun: Instant::now(),
            told: false,
        }
    }

    /// So many steps are done by now.
    pub(crate) fn advance(&mut self, done: u64) {
        /// When work becomes long.
        const LONG: Duration = Duration::from_millis(500);
        if self.told {
            self.watcher.advance(done);
        } else if self.begun.elapsed() >= LONG {
            self.watcher.begin(&self.name, done, self.total);
            self.told = true;
        }
    }

    /// All of it is done.
    fn finish(mut self) {
        if self.told {
            self.advance(self.total);
        }
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        if self.told {
            self.watcher.end();
        }
    }
}

/// Does work that mostly takes moments, on a thread of its own.
fn perhaps_long<T: Send>(
    watcher: &dyn Watcher,
    task: &str,
    total: u64,
    work: impl FnOnce(&Observed) -> Result<T, Halt> + Send,
) -> Result<T, Halt> {
    let counter = AtomicU64::new(0);
    let stop = watcher.stop().clone();
    let mut task = Task::new(watcher, task.to_owned(), total);
    let work = || {
        work(&Observed {
            done: &counter,
            stop: &stop,
        })
    };
    let result = polled(&counter, work, |done| task.advance(done));
    if result.is_ok() {
        task.finish();
    }
    result
}

/// Does what needs the write lock, however long another program holds it: a
/// pass may be an hour's work. Only a wish to stop ends the wait.
pub(crate) fn patiently<T>(
    watcher: &dyn Watcher,
    mut work: impl FnMut() -> error::Result<T>,
) -> error::Result<T> {
    const NAP: Duration = Duration::from_millis(100);
    let mut told = false;
    loop {
        match work() {
            Err(Error::Busy) if !watcher.stop().asked() => {
                if !told {
                    watcher.say("another program is writing to the database; waiting for its end");
                    told = true;
                }
                thread::sleep(NAP);
            }
            other => return other,
        }
    }
}
