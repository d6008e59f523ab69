//! Work that reports its progress and can be interrupted.
//!
//! The work reports to a [`Watcher`], and checks whether it must [`Stop`], for example because of Ctrl-C.
//! Terminals, pages and tests are watchers.
// Without this, rustdoc drops the links to a crate whose pages do not exist yet.
#![doc(html_root_url = "https://docs.rs/blackbox-watch/1")]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod threads;

pub use threads::{InOrder, NoThread, in_order, locked, on_threads};

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

/// A watcher of long work, which can interrupt it.
///
/// The work reports what it does, but not how to show it. All methods but `stop` have a default that does nothing.
pub trait Watcher {
    /// A task of `total` steps begins, of which `done` are already done. The unit of a step depends on the task;
    /// usually, it is a molecule.
    fn begin(&self, _task: &str, _done: u64, _total: u64) {}
    /// This number of steps is done.
    fn advance(&self, _done: u64) {}
    /// The task has ended, for any reason.
    fn end(&self) {}
    /// A message for all users.
    fn say(&self, _message: &str) {}
    /// A message for users who asked for details.
    fn detail(&self, _message: &str) {}
    /// The request to stop.
    fn stop(&self) -> &Stop;
}

/// A request to stop, which clones share, and which is never withdrawn.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<StopState>);

#[derive(Debug, Default)]
struct StopState {
    requested: AtomicBool,
    is_blocked: AtomicBool,
}

impl Stop {
    /// Requests a stop. Returns true for the first request.
    pub fn request(&self) -> bool {
        !self.0.requested.swap(true, Ordering::Relaxed)
    }

    /// Whether a stop has been requested.
    pub fn is_requested(&self) -> bool {
        self.0.requested.load(Ordering::Relaxed)
    }

    /// Runs work that cannot check for the request and may take seconds. Meanwhile, a request to stop may end the
    /// program at once, so ending it there must do no harm.
    pub fn run_blocking<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.is_blocked.store(true, Ordering::Relaxed);
        let result = work();
        self.0.is_blocked.store(false, Ordering::Relaxed);
        result
    }

    /// Whether work is running that cannot check for the request.
    pub fn is_blocked(&self) -> bool {
        self.0.is_blocked.load(Ordering::Relaxed)
    }
}

/// A request to stop is also a watcher, which ignores all reports.
impl Watcher for Stop {
    fn stop(&self) -> &Stop {
        self
    }
}

/// Why work ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// A stop was requested.
    #[error("the work was stopped")]
    Stopped,
    /// The work found its result early, or exceeds its limits: of steps, of memory, or of the
    /// configurations that it accepts.
    #[error("the work exceeds its limits")]
    Enough,
    /// The system does not provide enough threads.
    #[error("{NoThread}")]
    NoThread,
}

impl From<NoThread> for Halt {
    fn from(_: NoThread) -> Halt {
        Halt::NoThread
    }
}

/// The handle by which work reports progress and checks for a stop.
#[derive(Clone, Copy)]
pub struct Observed<'a> {
    /// The amount of work done so far.
    pub done: &'a AtomicU64,
    /// The request to stop.
    pub stop: &'a Stop,
    /// A function that is called with the amount of work done whenever work is added, for a host without a thread that
    /// polls `done`.
    pub on_progress: fn(u64),
}

/// Runs work that is neither watched nor interrupted.
pub fn unwatched<T>(work: impl FnOnce(&Observed) -> T) -> T {
    work(&Observed::default())
}

/// A handle that nothing watches and that never requests a stop.
impl Default for Observed<'_> {
    fn default() -> Self {
        static NOTHING: LazyLock<(AtomicU64, Stop)> = LazyLock::new(Default::default);
        let (done, stop) = &*NOTHING;
        Observed::new(done, stop)
    }
}

impl<'a> Observed<'a> {
    /// A handle for work that other threads watch.
    pub fn new(done: &'a AtomicU64, stop: &'a Stop) -> Observed<'a> {
        let on_progress = |_| ();
        Observed {
            done,
            stop,
            on_progress,
        }
    }

    /// Adds this amount of work to the progress.
    ///
    /// # Errors
    ///
    /// If a stop was requested.
    pub fn add(&self, work: u64) -> Result<(), Halt> {
        let before = self.done.fetch_add(work, Ordering::Relaxed);
        (self.on_progress)(before + work);
        match self.stop.is_requested() {
            true => Err(Halt::Stopped),
            false => Ok(()),
        }
    }
}

/// The interval between two reports to a watcher.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The interval between two checks whether to stop.
pub const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Runs blocking work, such as waiting for a pipe, on another thread. `None` if it is interrupted, in which case
/// the thread is left behind.
///
/// # Errors
///
/// If the system does not provide a thread.
pub fn interruptibly<T: Send + 'static>(
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, NoThread> {
    let (sender, results) = channel();
    let work = move || {
        // The receiver is gone if the program was interrupted.
        let _ = sender.send(work());
    };
    thread::Builder::new().spawn(work).map_err(|_| NoThread)?;
    loop {
        match results.recv_timeout(CHECK_INTERVAL) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) if !stop.is_requested() => {}
            Err(_) => return Ok(None),
        }
    }
}

/// Runs work on a thread of its own, and reports its progress, which is the value of the counter.
///
/// # Errors
///
/// If the system does not provide a thread.
pub fn polled<T: Send>(
    counter: &AtomicU64,
    work: impl FnOnce() -> T + Send,
    mut report: impl FnMut(u64),
) -> Result<T, NoThread> {
    let (ended, end) = channel::<()>();
    thread::scope(|scope| {
        let work = thread::Builder::new().spawn_scoped(scope, move || {
            // The channel is disconnected when the work ends, even by a panic.
            let _ended = ended;
            work()
        });
        let work = work.map_err(|_| NoThread)?;
        while end.recv_timeout(REPORT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            report(counter.load(Ordering::Relaxed));
        }
        Ok(work.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Work that is reported to a watcher until the task is dropped.
pub struct Task<'a> {
    watcher: &'a dyn Watcher,
    name: String,
    total: u64,
    started: Instant,
    is_reported: bool,
}

impl<'a> Task<'a> {
    /// Work that certainly takes long, with `total` steps, of which `done` are already done.
    pub fn begun(watcher: &'a dyn Watcher, name: String, done: u64, total: u64) -> Task<'a> {
        watcher.begin(&name, done, total);
        let mut task = Task::new(watcher, name, total);
        task.is_reported = true;
        task
    }

    /// Work of `total` steps that usually takes moments, but may take long, and is reported only in that case.
    pub fn new(watcher: &'a dyn Watcher, name: String, total: u64) -> Task<'a> {
        Task {
            watcher,
            name,
            total,
            started: Instant::now(),
            is_reported: false,
        }
    }

    /// Sets the number of steps done so far.
    pub fn advance(&mut self, done: u64) {
        /// The time from which work counts as long.
        const LONG: Duration = Duration::from_millis(500);
        if self.is_reported {
            self.watcher.advance(done);
        } else if self.started.elapsed() >= LONG {
            self.watcher.begin(&self.name, done, self.total);
            self.is_reported = true;
        }
    }

    /// Reports that all work is done.
    pub fn finish(mut self) {
        if self.is_reported {
            self.advance(self.total);
        }
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        if self.is_reported {
            self.watcher.end();
        }
    }
}

/// Runs work that usually takes moments, on a thread of its own.
///
/// # Errors
///
/// The error of the work, and [`Halt::NoThread`].
pub fn perhaps_long<T: Send>(
    watcher: &dyn Watcher,
    task: &str,
    total: u64,
    work: impl FnOnce(&Observed) -> Result<T, Halt> + Send,
) -> Result<T, Halt> {
    let counter = AtomicU64::new(0);
    let stop = watcher.stop().clone();
    let mut task = Task::new(watcher, task.to_owned(), total);
    let work = || work(&Observed::new(&counter, &stop));
    let result = polled(&counter, work, |done| task.advance(done))?;
    if result.is_ok() {
        task.finish();
    }
    result
}
