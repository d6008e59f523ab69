//! `verify`: stored solutions against the rules.

use std::io::Write;

use kit::verify::{Faults, Found, Report};
use kit::{Error, Result, Rows};
use watch::{Task, Watcher};

use crate::store::Store;

/// Verifies all that is stored. `out` gets one line per check.
pub(crate) fn verify(
    store: &mut Store,
    format: Rows,
    watcher: &dyn Watcher,
    out: &mut dyn Write,
) -> Result<()> {
    let mut report = Report::new("the labyrinths", format, watcher, out);
    report.file(&mut store.file, 1)?;
    report.check("solutions", solutions(store, watcher))?;
    report.verdict()
}

fn solutions(store: &Store, watcher: &dyn Watcher) -> Result<Found> {
    let mut faults = Faults::default();
    let mut rows = 0u64;
    let mut task = Task::new(watcher, "verifying solutions".to_owned(), 1);
    store.solutions(None, None, |number, solution| {
        rows += 1;
        faults.differ("the number of the next solution", number, rows.into());
        if let Err(error) = solution {
            faults.add(|| error.to_string());
        }
        if rows.is_multiple_of(64) {
            task.advance(0);
            if watcher.stop().asked() {
                return Err(Error::Stopped(String::new()));
            }
        }
        Ok(true)
    })?;
    drop(task);
    let words = format!("{rows} solutions have their groups and holes, without a gap");
    Ok(faults.found(|| Found::passed(words)))
}
