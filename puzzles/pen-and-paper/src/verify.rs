//! `pen-and-paper verify`: kept tours against the rules, and counts against their plans. It counts
//! small grids again.

use std::collections::BTreeMap;
use std::io::Write;

use kit::verify::{Faults, Found, Report, quoted};
use kit::{Error, Result};
use watch::{Task, Watcher};

use crate::count::{Plan, Tally, UNITS_VERSION, Ways};
use crate::cycle::Cycle;
use crate::rules::Board;
use crate::search::Method;
use crate::store::{MOST_CELLS_KEPT, RawCount, Store};

/// The most cells of a grid whose ways are counted again, for closed ways and open ones: less than
/// a second each.
const MOST_RECOUNTED: [usize; 2] = [36, 25];

/// Verifies all that is stored. `out` gets one line per check.
pub(crate) fn verify(store: &mut Store, watcher: &dyn Watcher, out: &mut dyn Write) -> Result<()> {
    let mut report = Report::new("the grids", watcher, out);
    report.file(&mut store.file, 1)?;
    report.check("strays", store.strays())?;
    report.check("tours", tours(store, watcher))?;
    let counts = match report.settle(store.raw_counts())? {
        Ok(counts) => counts,
        Err(error) => {
            report.check("counts", Err(error))?;
            Vec::new()
        }
    };
    let mut tallies: BTreeMap<(i64, i64), [Option<Tally>; 2]> = BTreeMap::new();
    for row in counts {
        let mut tally = None;
        let found = count(store, &row, &mut tally, watcher);
        report.check("counts", found)?;
        let both = tallies.entry((row.0, row.1)).or_default();
        both[usize::from(row.2 == Ways::Open.name())] = tally;
    }
    // Each closed way can be opened at any of its jumps.
    for ((rows, columns), both) in tallies {
        if let [Some(closed), Some(open)] = both {
            let cells = (rows * columns) as u64;
            let said = |agree| format!("{rows} × {columns}: closed and open ways {agree}");
            let found = match closed.ways.checked_mul(cells) == Some(open.closing) {
                true => Found::passed(said("agree")),
                false => Found::failed(said("disagree")),
            };
            report.check("both", Ok::<_, Error>(found))?;
        }
    }
    report.verdict()
}

/// A grid for which something can be stored.
fn board(rows: i64, columns: i64) -> Option<Board> {
    let board = Board::new(rows.try_into().ok()?, columns.try_into().ok()?).ok()?;
    (rows <= columns).then_some(board)
}

fn stopped(watcher: &dyn Watcher) -> Result<()> {
    match watcher.stop().asked() {
        true => Err(Error::Stopped(String::new())),
        false => Ok(()),
    }
}

fn tours(store: &Store, watcher: &dyn Watcher) -> Result<Found> {
    let mut faults = Faults::default();
    let mut tours = 0u64;
    store.raw_tours(|(rows, columns, jumps, method, seed, found_at)| {
        tours += 1;
        let mut wrong =
            |what: String| faults.add(|| format!("a tour of {rows} × {columns} {what}"));
        match board(rows, columns).filter(|board| board.cells() <= MOST_CELLS_KEPT) {
            None => wrong("has a size that is never kept".to_owned()),
            Some(board) if Cycle::parse(board, &jumps).is_none() => {
                let jumps = quoted(jumps.as_bytes());
                wrong(format!(
                    "is not circular, or not in its least form: {jumps}"
                ));
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
        stopped(watcher)
    })?;
    let sound = || format!("{tours} kept tours are circular, each in its least form");
    Ok(faults.found(|| Found::passed(sound())))
}

/// Checks a count and its units. `tally` gets the result of a finished count.
fn count(
    store: &Store,
    (rows, columns, ways, version, units, begun_at, finished_at): &RawCount,
    tally: &mut Option<Tally>,
    watcher: &dyn Watcher,
) -> Result<Found> {
    let name = format!("{rows} × {columns}, {}", quoted(ways.as_bytes()));
    let is = |known: Ways| (known.name() == ways).then_some(known);
    let known = is(Ways::Closed).or(is(Ways::Open));
    let of = board(*rows, *columns).zip(known);
    let Some(plan) = of.and_then(|(board, ways)| Plan::new(board, ways)) else {
        return Ok(Found::failed(format!("{name}: there is no such count")));
    };
    if *version != i64::from(UNITS_VERSION) {
        return Ok(Found::failed(format!(
            "{name}: cut into units by version {version}, which this program does not know"
        )));
    }
    let mut faults = Faults::default();
    let all = plan.units.len();
    faults.differ("units", *units, all as u128);
    faults.time("when it was begun", begun_at);
    let counted = store.units(&plan, |wrong| faults.add(|| wrong))?;
    let done = counted.iter().flatten().count();
    if let Some(time) = finished_at {
        faults.time("when it was finished", time);
    }
    if finished_at.is_some() != (done == all) {
        let is = if done == all { "not " } else { "" };
        faults.add(|| format!("{done} of {all} units are counted, and it is {is}finished"));
    }
    let most = MOST_RECOUNTED[usize::from(plan.ways == Ways::Open)];
    let small = plan.board.cells() <= most;
    if small {
        let mut task = Task::new(watcher, format!("counting {name} again"), all as u64);
        for (unit, said) in counted.iter().enumerate() {
            if let Some((said, is)) = said.zip(plan.count(&plan.units[unit], watcher.stop())) {
                faults.differ(&format!("nb_ways of unit {unit}"), said, is.into());
            }
            stopped(watcher)?;
            task.advance(unit as u64);
        }
    }
    let counts: Option<Vec<u64>> = counted.into_iter().collect();
    *tally = counts.as_ref().and_then(|counts| plan.tally(counts));
    if counts.is_some() && tally.is_none() {
        faults.add(|| "the numbers of its units cannot all be right".to_owned());
    }
    let again = ["not counted again", "counted again"][usize::from(small)];
    Ok(faults.found(|| match tally {
        None => Found::open(format!("{name}: {done} of {all} units, {again}")),
        Some(Tally { ways, .. }) => {
            Found::passed(format!("{name}: {ways} ways in {done} units, {again}"))
        }
    }))
}
