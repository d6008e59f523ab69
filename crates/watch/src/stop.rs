//! The wish to stop, as Ctrl-C makes it known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody asked to stop. Clones share the answer; once asked, it
/// stays asked.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Wish>);

#[derive(Debug, Default)]
struct Wish {
    asked: AtomicBool,
    deaf: AtomicBool,
}

impl Stop {
    /// Asks to stop. True if nobody had asked before.
    pub fn ask(&self) -> bool {
        !self.0.asked.swap(true, Ordering::Relaxed)
    }

    /// Has somebody asked to stop?
    pub fn asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// Does work that cannot look for the wish and may take seconds. Whoever
    /// brings the wish may end the program meanwhile, so the work must be such
    /// that nothing is lost by that.
    pub fn deafly<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.deaf.store(true, Ordering::Relaxed);
        let result = work();
        self.0.deaf.store(false, Ordering::Relaxed);
        result
    }

    /// Is work under way that cannot look for the wish?
    pub fn is_deaf(&self) -> bool {
        self.0.deaf.load(Ordering::Relaxed)
    }
}
