//! Long work seen from outside: its progress, and whether it should stop.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{NoThread, Stop};

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
