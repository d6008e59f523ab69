//! `pen-and-paper verify`: kept tours against the rules.

use std::io::Write;

use kit::verify::{Faults, Found, Report, quoted};
use kit::{Error, Result, Rows};
use watch::Watcher;

use crate::cycle::Cycle;
use crate::rules::Board;
use crate::search::Method;
use crate::store::{MOST_CELLS_KEPT, Store};

/// Verifies all that is stored. `out` gets one line per check.
pub(crate) fn verify(
    store: &mut Store,
    format: Rows,
    watcher: &dyn Watcher,
    out: &mut dyn Write,
) -> Result<()> {
    let mut report = Report::new("the grids", format, watcher, out);
    report.file(&mut store.file, 1)?;
    report.check("tours", tours(store, watcher))?;
    report.verdict()
}

fn tours(store: &Store, watcher: &dyn Watcher) -> Result<Found> {
    let mut faults = Faults::default();
    let mut tours = 0u64;
    store.raw_tours(|(rows, columns, jumps, method, seed, found_at)| {
        tours += 1;
        let mut wrong =
            |what: String| faults.add(|| format!("a tour of {rows} × {columns} {what}"));
        // A negative number is too large for a grid.
        let board = Board::new(rows as u64, columns as u64).ok();
        let kept = |board: &Board| *board == board.flat() && board.cells() <= MOST_CELLS_KEPT;
        match board.filter(kept) {
            None => wrong("has a size that is never kept".to_owned()),
            Some(board) if Cycle::parse(board, &jumps).is_none() => {
                let what = "is not circular, or not in its least form";
                wrong(format!("{what}: {}", quoted(jumps.as_bytes())));
            }
            Some(_) => {}
        }
        if !Method::ALL.map(Method::name).contains(&&method[..]) {
            wrong(format!("has the method {}", quoted(method.as_bytes())));
        }
        if seed < 0 {
            wrong(format!("has the seed {seed}"));
        }
        faults.time("when a tour was found", &found_at);
        match watcher.stop().asked() {
            true => Err(Error::Stopped(String::new())),
            false => Ok(()),
        }
    })?;
    let sound = format!("{tours} kept tours are circular, each in its least form");
    Ok(faults.found(|| Found::passed(sound)))
}
