//! Searches whose solutions go into the database.

use std::time::{Duration, Instant};

use kit::{Error, Result};
use watch::Watcher;

use crate::rules::Fault;
use crate::search::{Found, Runs};
use crate::store::Store;

/// How long solutions wait to be committed together.
const BETWEEN_COMMITS: Duration = Duration::from_millis(500);

/// How many steps are made between two looks at whether to stop: some milliseconds.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// Searches at random until `wanted` solutions are found, or for ever; gives each to `each`,
/// and stores them. Tells how many had not been stored before.
pub(crate) fn explore(
    store: &mut Store,
    runs: &mut Runs,
    (seed, search): (u64, &str),
    wanted: Option<u64>,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&Found) -> Result<()>,
) -> Result<u64> {
    let (mut waiting, mut new) = (Vec::new(), 0);
    let mut committed = Instant::now();
    if let Some(wanted) = wanted {
        watcher.begin("searching for solutions", 0, wanted);
    }
    let result = loop {
        let solutions = runs.totals().solutions;
        if wanted.is_some_and(|wanted| solutions >= wanted) {
            break Ok(());
        }
        if watcher.stop().asked() {
            let steps = runs.totals().steps;
            break Err(Error::Stopped(format!(
                "stopped after {steps} steps; {solutions} solutions were found and are stored"
            )));
        }
        match runs.advance(STEPS_BETWEEN_LOOKS).map_err(Error::from) {
            Ok(None) => {}
            Ok(Some(found)) => {
                let taken = each(&found);
                waiting.push(found);
                watcher.advance(runs.totals().solutions);
                if taken.is_err() {
                    break taken;
                }
            }
            Err(error) => break Err(error),
        }
        if !waiting.is_empty() && committed.elapsed() >= BETWEEN_COMMITS {
            new += store.add(&std::mem::take(&mut waiting), seed, search)?;
            committed = Instant::now();
        }
    };
    watcher.end();
    if !waiting.is_empty() {
        new += store.add(&waiting, seed, search)?;
    }
    result.map(|()| new)
}

/// A check that never fails has failed.
impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let hint = "this is an error of the program or the machine";
        Error::other(format!("what was found is no solution: {fault}"), hint)
    }
}
