//! `verify`: kept tours against the rules, counts against their plans, and those of
//! small grids counted anew.

use std::collections::BTreeMap;
use std::io::Write;

use kit::verify::{Faults, Found, Report, quoted};
use watch::{Task, Watcher};

use crate::count::{Plan, Tally, UNITS_VERSION, Ways};
use crate::cycle::Cycle;
use crate::error::{Error, Result};
use crate::rules::Board;
use crate::search::{Method, Ties};
use crate::store::{MOST_CELLS_KEPT, RawCount, RawTour, RawUnit, Store, described};

/// The most cells of a grid whose ways are counted anew, closed ones and open ones: less
/// than a second each.
const MOST_RECOUNTED: [usize; 2] = [36, 25];

/// Verifies what is stored of a grid, or of all. `out` gets a line a check.
///
/// # Errors
///
/// Where something is wrong or not finished, and errors of the moment.
pub(crate) fn verify(
    store: &mut Store,
    only: Option<Board>,
    watcher: &dyn Watcher,
    out: &mut dyn Write,
) -> Result<()> {
    let of = only.map_or("the grids".to_owned(), |board| board.to_string());
    let mut report = Report::new(of, watcher, out);
    report.file(store.file_mut(), 1)?;
    report.check("strays", store.strays())?;
    report.check("tours", tours(store, only, watcher))?;
    let counts = match report.settle(store.raw_counts())? {
        Ok(counts) => counts,
        Err(error) => {
            report.check("counts", Err(error))?;
            Vec::new()
        }
    };
    let key = |rows, columns, board: Board| {
        (rows, columns) == (board.rows() as i64, board.columns() as i64)
    };
    let wanted = |row: &&RawCount| only.is_none_or(|only| key(row.rows, row.columns, only));
    let mut tallies: BTreeMap<(i64, i64), [Option<Tally>; 2]> = BTreeMap::new();
    for row in counts.iter().filter(wanted) {
        let mut tally = None;
        let found = count(store, row, &mut tally, watcher);
        report.check("counts", found)?;
        let both = tallies.entry((row.rows, row.columns)).or_default();
        both[usize::from(row.ways == Ways::Open.name())] = tally;
    }
    // Each closed way can be cut open at any of its jumps.
    for ((rows, columns), both) in tallies {
        if let [Some(closed), Some(open)] = both {
            let cells = (rows * columns) as u64;
            let found = match closed.ways.checked_mul(cells) == Some(open.closing) {
                true => Found::passed(format!("{rows} × {columns}: closed and open ways agree")),
                false => {
                    Found::failed(format!("{rows} × {columns}: closed and open ways disagree"))
                }
            };
            report.check("both", Ok::<_, Error>(found))?;
        }
    }
    Ok(report.verdict()?)
}

/// A grid that something can be stored of.
fn board(rows: i64, columns: i64) -> Option<Board> {
    let size = |size: i64| u64::try_from(size).ok();
    let board = Board::new(size(rows)?, size(columns)?).ok()?;
    (rows <= columns).then_some(board)
}

fn tours(store: &Store, only: Option<Board>, watcher: &dyn Watcher) -> Result<Found> {
    let methods = Method::all(Ties::Random).map(Method::name);
    let mut faults = Faults::default();
    let mut tours = 0u64;
    store.raw_tours(|tour| {
        let RawTour { rows, columns, .. } = tour;
        let board = board(rows, columns).filter(|board| board.cells() <= MOST_CELLS_KEPT);
        if only.is_some_and(|only| board != Some(only)) {
            return Ok(());
        }
        tours += 1;
        let what = || format!("a tour of {rows} × {columns}");
        match board.map(|board| Cycle::parse(board, tour.jumps)) {
            None => faults.add(|| format!("there is no grid of {rows} × {columns}")),
            Some(None) => {
                let jumps = quoted(tour.jumps.as_bytes());
                faults.add(|| format!("{} is no circular one in its least form: {jumps}", what()));
            }
            Some(Some(_)) => {}
        }
        if !methods.contains(&tour.method) {
            faults.add(|| format!("{} by {}", what(), quoted(tour.method.as_bytes())));
        }
        if tour.seed < 0 {
            faults.add(|| format!("{} with the seed {}", what(), tour.seed));
        }
        faults.time("when a tour was found", tour.found_at);
        if watcher.stop().asked() {
            return Err(kit::Error::Stopped(String::new()).into());
        }
        Ok(())
    })?;
    Ok(faults.found(|| {
        Found::passed(format!(
            "{tours} kept tours are circular, each in its least form"
        ))
    }))
}

/// A count and its units. `tally` gets the numbers of one that is finished.
fn count(
    store: &Store,
    row: &RawCount,
    tally: &mut Option<Tally>,
    watcher: &dyn Watcher,
) -> Result<Found> {
    let name = format!(
        "{} × {}, {}",
        row.rows,
        row.columns,
        quoted(row.ways.as_bytes())
    );
    let ways = [Ways::Closed, Ways::Open]
        .into_iter()
        .find(|ways| ways.name() == row.ways);
    let plan = board(row.rows, row.columns)
        .zip(ways)
        .and_then(|(board, ways)| Plan::new(board, ways));
    let Some(plan) = plan else {
        return Ok(Found::failed(format!("{name}: there is no such count")));
    };
    if row.units_version != i64::from(UNITS_VERSION) {
        let version = row.units_version;
        return Ok(Found::failed(format!(
            "{name}: cut into units by version {version}, which this program does not know"
        )));
    }
    let mut faults = Faults::default();
    faults.differ("units", row.units, plan.units().len() as u128);
    faults.time("when it was begun", &row.begun_at);
    let mut counted: Vec<Option<u64>> = vec![None; plan.units().len()];
    for unit in store.raw_units(row)? {
        unit_of(&plan, &unit, &mut counted, &mut faults);
    }
    let done = counted.iter().flatten().count();
    if let Some(time) = &row.finished_at {
        faults.time("when it was finished", time);
    }
    if row.finished_at.is_some() != (done == counted.len()) {
        let finished = if row.finished_at.is_some() {
            ""
        } else {
            " not"
        };
        faults.add(|| {
            format!(
                "{done} of {} units are counted, and it is{finished} finished",
                counted.len()
            )
        });
    }
    let most = MOST_RECOUNTED[usize::from(plan.ways() == Ways::Open)];
    let small = plan.board().cells() <= most;
    if small {
        let mut task = Task::new(watcher, format!("counting {name} anew"), done as u64);
        for (unit, said) in counted.iter().enumerate() {
            let Some(said) = said else { continue };
            let Some(is) = plan.count(&plan.units()[unit], watcher.stop()) else {
                return Err(kit::Error::Stopped(String::new()).into());
            };
            faults.differ(&format!("nb_ways of unit {unit}"), *said, is.into());
            task.advance(unit as u64);
        }
    }
    let all: Option<Vec<u64>> = counted.iter().copied().collect();
    if let Some(all) = &all {
        *tally = plan.tally(all);
        if tally.is_none() {
            faults.add(|| "the numbers of its units cannot all be right".to_owned());
        }
    }
    let anew = if small {
        "counted anew"
    } else {
        "not counted anew"
    };
    Ok(match tally {
        None if faults.count() == 0 => {
            Found::open(format!("{name}: {done} of {} units, {anew}", counted.len()))
        }
        _ => {
            let ways = tally.map_or(0, |tally| tally.ways);
            faults.found(|| Found::passed(format!("{name}: {ways} ways in {done} units, {anew}")))
        }
    })
}

fn unit_of(plan: &Plan, unit: &RawUnit, counted: &mut [Option<u64>], faults: &mut Faults) {
    let index = usize::try_from(unit.unit)
        .ok()
        .filter(|unit| *unit < counted.len());
    let Some(index) = index else {
        return faults.add(|| format!("there is no unit {}", unit.unit));
    };
    let (symmetry, weight) = described(plan, index);
    if unit.symmetry != symmetry {
        faults.add(|| format!("the symmetry of unit {index}"));
    }
    faults.differ(
        &format!("the weight of unit {index}"),
        unit.weight,
        weight.into(),
    );
    if !(unit.seconds >= 0.0 && unit.seconds.is_finite()) {
        faults.add(|| format!("unit {index} took {} seconds", unit.seconds));
    }
    match u64::try_from(unit.ways) {
        Ok(ways) => counted[index] = Some(ways),
        Err(_) => faults.add(|| format!("unit {index} has {} ways", unit.ways)),
    }
}
