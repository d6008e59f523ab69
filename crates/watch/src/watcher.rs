//! Whoever watches work.

use super::Stop;

/// Who watches long work, and may want it to stop.
///
/// Work tells what it does, never how that is shown.
pub trait Watcher {
    /// A task of known length begins: `done` of `total` steps are done
    /// already. What a step is depends on the task: mostly a molecule.
    fn begin(&self, task: &str, done: u64, total: u64);
    /// How many steps of the task are done by now.
    fn advance(&self, done: u64);
    /// The task has ended, for whatever reason.
    fn end(&self);
    /// Something worth knowing has happened or begins.
    fn say(&self, message: &str);
    /// Something has happened that only some want to know.
    fn detail(&self, message: &str);
    /// The wish to stop.
    fn stop(&self) -> &Stop;
}
