//! The watchers of work.

use super::Stop;

/// A watcher of long work, which may want the work to stop.
///
/// The work says what it does, never how to show it.
pub trait Watcher {
    /// A task of known length begins, with `done` of `total` steps done. A step depends on the
    /// task: usually it is a molecule.
    fn begin(&self, task: &str, done: u64, total: u64);
    /// The number of steps done so far.
    fn advance(&self, done: u64);
    /// The task has ended, for whatever reason.
    fn end(&self);
    /// Something worth knowing happened or begins.
    fn say(&self, message: &str);
    /// Something happened that only some people want to know.
    fn detail(&self, message: &str);
    /// The wish to stop.
    fn stop(&self) -> &Stop;
}
