//! Searches whose solutions go into the database.

use std::time::{Duration, Instant};

use kit::{Error, Result};
use watch::Watcher;

use crate::rules::Fault;
use crate::search::{Found, Runs, STEPS_BETWEEN_LOOKS};
use crate::store::{By, Store};

const BETWEEN_COMMITS: Duration = Duration::from_millis(500);

/// Searches at random until `wanted` solutions are found, or for ever. Gives each to `each`, and
/// stores them. Returns the number of solutions that were not stored before.
pub(crate) fn explore(
    store: &mut Store,
    runs: &mut Runs,
    by: By<'_>,
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
        let solutions = runs.totals.solutions;
        if wanted.is_some_and(|wanted| solutions >= wanted) {
            break Ok(());
        }
        if watcher.stop().asked() {
            let steps = runs.totals.steps;
            break Err(Error::Stopped(format!(
                "stopped after {steps} steps; {solutions} solutions were found and are stored"
            )));
        }
        match runs.advance(STEPS_BETWEEN_LOOKS).map_err(Error::from) {
            Ok(None) => {}
            Ok(Some(found)) => {
                let taken = each(&found);
                waiting.push(found);
                watcher.advance(runs.totals.solutions);
                if taken.is_err() {
                    break taken;
                }
            }
            Err(error) => break Err(error),
        }
        if committed.elapsed() >= BETWEEN_COMMITS {
            new += store.add(&std::mem::take(&mut waiting), by, &runs.cursor())?;
            committed = Instant::now();
        }
    };
    watcher.end();
    new += store.add(&waiting, by, &runs.cursor())?;
    result.map(|()| new)
}

/// This happens only if a check fails that never should.
impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let hint = "this is an error of the program or the machine";
        Error::other(format!("what was found is not a solution: {fault}"), hint)
    }
}
