//! The pipeline, one file a stage, named like the program that runs it.

pub mod census;
pub mod display;
pub mod explore;
pub mod init;
pub mod init_spectrum;
pub mod report;
pub mod run;
pub mod update_spectrum;
pub mod verify;

use std::time::Duration;

use crate::error::Error;
use crate::game::Config;
use crate::stop::Stop;

/// How long a batch of rows stays open. A stop commits the batch in flight, so
/// this bounds what a stop has to wait for, and what a kill can lose.
pub(crate) const BATCH_TIME: Duration = Duration::from_millis(500);

/// Who watches a stage at work, and may want it to stop.
///
/// A stage tells what it does, never how that is shown.
pub trait Watcher {
    /// A task of known length begins: `done` of `total` steps are done
    /// already. What a step is depends on the task: mostly a molecule.
    fn begin(&self, task: &str, done: u64, total: u64);
    /// So many steps of the task are done by now.
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

/// Turns what SQLite says when it is interrupted, or while it waits for
/// another program, into what the user wants to know. What was `doing` is
/// rolled back then.
fn stopped(error: Error, watcher: &dyn Watcher, doing: &str, config: Config) -> Error {
    if watcher.stop().asked() {
        Error::Stopped(format!(
            "stopped while {doing} {config}, which the same command does anew"
        ))
    } else {
        error
    }
}
