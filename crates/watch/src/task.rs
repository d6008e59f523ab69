//! Work that reports its progress.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::threads::locked;
use super::{Halt, NoThread, Observed, Stop, Watcher};

/// The interval between two reports to a watcher.
const REPORTS: Duration = Duration::from_millis(100);

/// The interval between two checks whether to stop.
pub const LOOKS: Duration = Duration::from_millis(50);

/// Does work that nothing can interrupt, such as waiting for a pipe. It returns nothing if somebody
/// asks to stop. The thread of the work then stays behind.
///
/// # Errors
///
/// If the system does not give a thread.
pub fn patiently<T: Send + 'static>(
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, NoThread> {
    let kept = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&kept);
    let work = move || *locked(&keep) = Some(work());
    patiently_dyn(stop, Box::new(work))?;
    Ok(locked(&kept).take())
}

/// The same for any result, so that it is compiled once.
fn patiently_dyn(stop: &Stop, work: Box<dyn FnOnce() + Send>) -> Result<(), NoThread> {
    let (ended, end) = channel::<()>();
    let work = move || {
        let _ended = ended;
        work();
    };
    thread::Builder::new().spawn(work).map_err(|_| NoThread)?;
    while end.recv_timeout(LOOKS) == Err(RecvTimeoutError::Timeout) && !stop.asked() {}
    Ok(())
}

/// Does work on a thread of its own, and reports its progress: the value of the counter.
///
/// # Errors
///
/// If the system does not give a thread.
pub fn polled<T: Send>(
    counter: &AtomicU64,
    work: impl FnOnce() -> T + Send,
    mut tell: impl FnMut(u64),
) -> Result<T, NoThread> {
    let (mut result, mut work) = (None, Some(work));
    let mut once = || result = work.take().map(|work| work());
    polled_dyn(counter, &mut once, &mut tell)?;
    // A panic of the work has gone on.
    result.ok_or(NoThread)
}

/// The same for any result, so that it is compiled once.
fn polled_dyn(
    counter: &AtomicU64,
    work: &mut (dyn FnMut() + Send),
    tell: &mut dyn FnMut(u64),
) -> Result<(), NoThread> {
    let (ended, end) = channel::<()>();
    thread::scope(|scope| {
        let work = thread::Builder::new().spawn_scoped(scope, move || {
            // The end of the work, good or bad, disconnects the channel.
            let _ended = ended;
            work();
        });
        let work = work.map_err(|_| NoThread)?;
        while end.recv_timeout(REPORTS) == Err(RecvTimeoutError::Timeout) {
            tell(counter.load(Ordering::Relaxed));
        }
        work.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok(())
    })
}

/// Work that usually takes moments, but may take long. The watcher hears of it only then.
pub struct Task<'a> {
    watcher: &'a dyn Watcher,
    name: String,
    total: u64,
    begun: Instant,
    told: bool,
}

impl<'a> Task<'a> {
    /// Work of `total` steps.
    pub fn new(watcher: &'a dyn Watcher, name: String, total: u64) -> Task<'a> {
        Task {
            watcher,
            name,
            total,
            begun: Instant::now(),
            told: false,
        }
    }

    /// Sets the number of steps done so far.
    pub fn advance(&mut self, done: u64) {
        /// Work that takes longer than this is long.
        const LONG: Duration = Duration::from_millis(500);
        if self.told {
            self.watcher.advance(done);
        } else if self.begun.elapsed() >= LONG {
            self.watcher.begin(&self.name, done, self.total);
            self.told = true;
        }
    }

    /// All of it is done.
    pub fn finish(mut self) {
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

/// Does work that usually takes moments, on a thread of its own.
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
    let work = || {
        work(&Observed {
            done: &counter,
            stop: &stop,
        })
    };
    let result = polled(&counter, work, |done| task.advance(done))?;
    if result.is_ok() {
        task.finish();
    }
    result
}
