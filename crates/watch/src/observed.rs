//! Long work seen from outside: how far it is, and whether it shall stop.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{NoThread, Stop};

/// Why work ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Somebody wants to stop.
    Stopped,
    /// It has done enough: it has found what was looked for, or has taken as
    /// many steps as it may.
    Enough,
    /// The system does not give as many threads as it needs.
    NoThread,
}

impl From<NoThread> for Halt {
    fn from(_: NoThread) -> Halt {
        Halt::NoThread
    }
}

/// Who looks at work from outside.
#[derive(Clone, Copy)]
pub struct Observed<'a> {
    /// How much of the work is done by now.
    pub done: &'a AtomicU64,
    /// The wish to stop.
    pub stop: &'a Stop,
}

impl Observed<'_> {
    /// So much more work is done.
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
