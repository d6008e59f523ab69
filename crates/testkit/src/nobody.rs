//! A watcher that ignores everything.

use watch::{Stop, Watcher};

/// Ignores everything, says nothing, and never wants to stop.
#[derive(Debug, Default)]
pub struct Nobody(Stop);

impl Watcher for Nobody {
    fn begin(&self, _: &str, _: u64, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn say(&self, _: &str) {}
    fn detail(&self, _: &str) {}
    fn stop(&self) -> &Stop {
        &self.0
    }
}
