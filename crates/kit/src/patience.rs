//! Work that waits for other writers.

use std::thread;
use std::time::Duration;

use watch::Watcher;

use super::{Error, Failure};

/// How long a batch of rows stays open. A stop commits the batch in flight, so
/// this bounds what a stop has to wait for, and what a kill can lose.
pub const BATCH_TIME: Duration = Duration::from_millis(500);

/// Does what needs the write lock, however long another program holds it: a
/// pass may be an hour's work. Only a wish to stop ends the wait.
pub fn patiently<T, E: Failure>(
    watcher: &dyn Watcher,
    mut work: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    const NAP: Duration = Duration::from_millis(100);
    let mut told = false;
    loop {
        match work() {
            Err(error) if is_busy(&error) && !watcher.stop().asked() => {
                if !told {
                    watcher.say("another program is writing to the database; waiting for its end");
                    told = true;
                }
                thread::sleep(NAP);
            }
            other => return other,
        }
    }
}

fn is_busy(error: &impl Failure) -> bool {
    matches!(error.common(), Some(Error::Busy))
}
