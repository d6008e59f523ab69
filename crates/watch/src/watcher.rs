//! Long work seen from outside: its progress, and the wish to stop it, for example by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::NoThread;

/// A watcher of long work, which may want the work to stop.
///
/// The work says what it does, never how to show it. A watcher ignores what it does not implement.
pub trait Watcher {
    /// A task of known length begins, with some of all its steps done. A step depends on the task:
    /// usually it is a molecule.
    fn begin(&self, _task: &str, _done: u64, _total: u64) {}
    /// The number of steps done so far.
    fn advance(&self, _done: u64) {}
    /// The task has ended, for whatever reason.
    fn end(&self) {}
    /// Something worth knowing happened or begins.
    fn say(&self, _message: &str) {}
    /// Something happened that only some people want to know.
    fn detail(&self, _message: &str) {}
    /// The wish to stop.
    fn stop(&self) -> &Stop;
}

/// Whether somebody asked to stop. Clones share the answer, and it never changes back.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Wish>);

#[derive(Debug, Default)]
struct Wish {
    asked: AtomicBool,
    deaf: AtomicBool,
}

impl Stop {
    /// Asks to stop. Returns true if nobody had asked before.
    pub fn ask(&self) -> bool {
        !self.0.asked.swap(true, Ordering::Relaxed)
    }

    /// Has somebody asked to stop?
    pub fn asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// Does work that cannot check for the wish and may take seconds. Meanwhile, a request to stop
    /// may end the program at once. So the work must be such that this loses nothing.
    pub fn deafly<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.deaf.store(true, Ordering::Relaxed);
        let result = work();
        self.0.deaf.store(false, Ordering::Relaxed);
        result
    }

    /// Is work under way that cannot check for the wish?
    pub fn is_deaf(&self) -> bool {
        self.0.deaf.load(Ordering::Relaxed)
    }
}

/// A watcher that hears nothing, and has this wish.
impl Watcher for Stop {
    fn begin(&self, _: &str, _: u64, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn say(&self, _: &str) {}
    fn detail(&self, _: &str) {}
    fn stop(&self) -> &Stop {
        self
    }
}

/// Why work ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Somebody wants to stop.
    Stopped,
    /// It has done enough: it has found what it looked for, or reached its limit of steps.
    Enough,
    /// The system does not give as many threads as it needs.
    NoThread,
}

impl From<NoThread> for Halt {
    fn from(_: NoThread) -> Halt {
        Halt::NoThread
    }
}

/// The view of work from outside.
#[derive(Clone, Copy)]
pub struct Observed<'a> {
    /// The amount of work done so far.
    pub done: &'a AtomicU64,
    /// The wish to stop.
    pub stop: &'a Stop,
}

/// Does work that nobody watches or stops.
pub fn unwatched<T>(work: impl FnOnce(&Observed) -> T) -> T {
    let (done, stop) = (AtomicU64::new(0), Stop::default());
    work(&Observed {
        done: &done,
        stop: &stop,
    })
}

impl Observed<'_> {
    /// Adds this amount of work.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn add(&self, work: u64) -> Result<(), Halt> {
        self.done.fetch_add(work, Ordering::Relaxed);
        if self.stop.asked() {
            Err(Halt::Stopped)
        } else {
            Ok(())
        }
    }
}
