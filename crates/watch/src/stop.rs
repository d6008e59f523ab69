//! The wish to stop, as Ctrl-C makes it known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody asked to stop. Clones share the answer; once asked, it
/// stays asked.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop. True if nobody had asked before.
    pub fn ask(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }

    /// Has somebody asked to stop?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
