//! `verify`: stored solutions against the rules, and searches against where such ones can
//! have come to.

use std::collections::BTreeMap;
use std::io::Write;

use kit::verify::{Faults, Found, Report, quoted};
use watch::{Task, Watcher};

use crate::error::{Error, Result};
use crate::rules::Tiles;
use crate::search::{Cursor, Exhaustive, Settings};
use crate::store::{RawSearch, Store};

/// More workers than any search is begun with.
const MOST_WORKERS: i64 = 256;

/// How many steps a worker makes between two looks at whether to stop.
const STEPS_A_ROUND: u64 = 1 << 19;

/// Verifies all that is stored. `out` gets a line a check.
///
/// # Errors
///
/// Where something is wrong or not finished, and errors of the moment.
pub(crate) fn verify(store: &mut Store, watcher: &dyn Watcher, out: &mut dyn Write) -> Result<()> {
    let mut report = Report::new("the labyrinths", watcher, out);
    report.file(store.file_mut(), 1)?;
    let mut stored = BTreeMap::new();
    report.check("solutions", solutions(store, &mut stored, watcher))?;
    let searches = match report.settle(store.raw_searches())? {
        Ok(searches) => searches,
        Err(error) => {
            report.check("search", Err(error))?;
            Vec::new()
        }
    };
    let key = |search: &RawSearch| {
        let RawSearch {
            tiles,
            search,
            purpose,
            seed,
            workers,
            ..
        } = search.clone();
        (tiles, search, purpose, seed, workers)
    };
    for workers in searches.chunk_by(|one, other| key(one) == key(other)) {
        report.check("search", search(workers, &stored, watcher))?;
    }
    Ok(report.verdict()?)
}

/// The stored solutions; `stored` gets how many there are by tiles.
fn solutions(
    store: &Store,
    stored: &mut BTreeMap<String, u64>,
    watcher: &dyn Watcher,
) -> Result<Found> {
    let mut faults = Faults::default();
    let mut rows = 0u64;
    let mut task = Task::new(watcher, "verifying solutions".to_owned(), 1);
    store.raw_solutions(|number, tiles, text, search, parsed| {
        rows += 1;
        faults.differ("the next of the solutions", number, rows.into());
        *stored.entry(tiles.to_owned()).or_insert(0) += 1;
        match parsed {
            Ok(solution) if solution.found.solution.to_string() != text => {
                faults.add(|| format!("solution {number} is not written in its canonical order"));
            }
            Ok(_) => {}
            Err(error) => faults.add(|| error.to_string()),
        }
        if search.is_empty() {
            faults.add(|| format!("solution {number} does not say how it was searched for"));
        }
        if rows.is_multiple_of(64) {
            task.advance(0);
            if watcher.stop().asked() {
                return Err(kit::Error::Stopped(String::new()).into());
            }
        }
        Ok(())
    })?;
    drop(task);
    let words = format!("{rows} solutions have their groups, holes and symmetry, without a gap");
    Ok(faults.found(|| Found::passed(words)))
}

/// The workers of an exhaustive search.
fn search(
    workers: &[RawSearch],
    stored: &BTreeMap<String, u64>,
    watcher: &dyn Watcher,
) -> Result<Found> {
    let RawSearch {
        tiles,
        search,
        purpose,
        seed,
        workers: count,
        ..
    } = &workers[0];
    let name = format!(
        "{}: {}, {purpose}, seed {seed}, {count} workers",
        quoted(tiles.as_bytes()),
        quoted(search.as_bytes()),
    );
    let fault = |what: &str| Ok(Found::failed(format!("{name}: {what}")));
    let settings = [Tiles::Hexagons, Tiles::Squares]
        .into_iter()
        .filter(|known| known.name() == tiles)
        .flat_map(Settings::all)
        .find(|settings| settings.to_string() == *search);
    let Some(settings) = settings else {
        return fault("there is no such search");
    };
    let Ok(seed) = u64::try_from(*seed) else {
        return fault("there is no such seed");
    };
    if !["solutions", "count"].contains(&&purpose[..]) {
        return fault("there is no such purpose");
    }
    let numbered = workers
        .iter()
        .zip(0..)
        .all(|(row, worker)| row.worker == worker);
    if !(1..=MOST_WORKERS).contains(count) || workers.len() as i64 != *count || !numbered {
        return fault(&format!("it has {} workers", workers.len()));
    }
    let mut cursors = Vec::new();
    for row in workers {
        match &row.cursor {
            Ok(cursor) => cursors.push(cursor.clone()),
            Err(what) => return fault(what),
        }
    }
    let mut faults = Faults::default();
    let begun = Exhaustive::new(settings.clone(), seed, cursors.clone())
        .and_then(|mut begun| begun.check_places().map(|()| begun));
    let begun = match begun {
        Ok(begun) => begun,
        Err(error) => return fault(&error.to_string()),
    };
    let finished = begun.is_finished();
    if workers
        .iter()
        .any(|row| row.finished != i64::from(finished))
    {
        faults.add(|| "it is finished and said not to be, or the other way round".to_owned());
    }
    let solutions = cursors
        .iter()
        .map(|cursor| u128::from(cursor.solutions))
        .sum::<u128>();
    let known = stored.get(tiles).copied().unwrap_or(0);
    if purpose == "solutions" && solutions > known.into() {
        faults.add(|| format!("it has found {solutions} solutions, and {known} are stored"));
    }
    for cursor in &cursors {
        // Whoever has found or walked something has made steps.
        if cursor.solutions > cursor.steps || cursor.parts > 0 && cursor.steps == 0 {
            faults.add(|| format!("{} solutions in {} steps", cursor.solutions, cursor.steps));
        }
    }
    let mut anew = "";
    if finished && settings.tiles == Tiles::Squares {
        let again = again(&settings, seed, cursors.len(), watcher)?;
        if again != cursors {
            faults.add(|| "a search made anew ends otherwise".to_owned());
        }
        anew = ", as a search made anew";
    }
    let (done, parts) = (begun.parts_done(), begun.parts());
    let words = format!("{name}: {done} of {parts} parts, {solutions} solutions{anew}");
    Ok(match faults.count() {
        0 if !finished => Found::open(words),
        _ => faults.found(|| Found::passed(words)),
    })
}

/// Where the workers of a search end.
fn again(
    settings: &Settings,
    seed: u64,
    workers: usize,
    watcher: &dyn Watcher,
) -> Result<Vec<Cursor>> {
    let cursors = vec![Cursor::default(); workers];
    let mut search = Exhaustive::new(settings.clone(), seed, cursors).map_err(Error::from)?;
    let parts = search.parts() as u64;
    let mut task = Task::new(watcher, "searching anew".to_owned(), parts);
    while !search.is_finished() {
        search.round(STEPS_A_ROUND, false).map_err(Error::from)?;
        task.advance(search.parts_done() as u64);
        if watcher.stop().asked() {
            return Err(kit::Error::Stopped(String::new()).into());
        }
    }
    Ok(search.cursors().to_vec())
}
