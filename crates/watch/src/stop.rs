//! The wish to stop, for example by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
