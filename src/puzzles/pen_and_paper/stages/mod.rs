//! What the program does, without how that looks.

pub mod compare;
pub mod count;
pub mod solve;

use std::time::{Duration, Instant};

use crate::stages::Watcher;

/// Work that mostly takes moments, but may take long: the watcher hears of it
/// if it does.
struct Task<'a> {
    name: String,
    total: u64,
    begun: Instant,
    told: bool,
    watcher: &'a dyn Watcher,
}

impl<'a> Task<'a> {
    fn new(name: String, total: u64, watcher: &'a dyn Watcher) -> Task<'a> {
        Task {
            name,
            total,
            begun: Instant::now(),
            told: false,
            watcher,
        }
    }

    /// So many steps are done by now.
    fn advance(&mut self, done: u64) {
        /// When it becomes long.
        const LONG: Duration = Duration::from_secs(1);
        if self.told {
            self.watcher.advance(done);
        } else if self.begun.elapsed() >= LONG {
            self.told = true;
            self.watcher.begin(&self.name, done, self.total);
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
