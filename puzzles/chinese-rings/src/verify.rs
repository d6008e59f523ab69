//! `verify`: what is stored of the rings against the closed form, which the exploration
//! knows nothing of.

use std::io::Write;

use kit::Result;
use kit::verify::{Faults, Found, Report};
use watch::{Task, Watcher};

use crate::rules::Rings;
use crate::search::MOST_RINGS_EXPLORED;
use crate::store::{RawRings, Store};

/// Verifies what is stored of so many rings, or of any. `out` gets a line a check.
///
/// # Errors
///
/// Where something is wrong or not finished, and errors of the moment.
pub(crate) fn verify(
    store: &mut Store,
    only: Option<Rings>,
    watcher: &dyn Watcher,
    out: &mut dyn Write,
) -> Result<()> {
    let of = only.map_or("the rings".to_owned(), |rings| rings.to_string());
    let mut report = Report::new(of, watcher, out);
    let rows = store.rows_said().unwrap_or(0);
    report.file(store.file_mut(), rows)?;
    report.check("strays", store.strays())?;
    let all = match report.settle(store.raw_rings())? {
        Ok(all) => all,
        Err(error) => {
            report.check("rings", Err(error))?;
            Vec::new()
        }
    };
    let wanted = |row: &&RawRings| only.is_none_or(|only| row.rings == i64::from(only.count()));
    let mut found = 0;
    for row in all.iter().filter(wanted) {
        found += 1;
        let count = u32::try_from(row.rings).ok();
        let Some(count) = count.filter(|count| (1..=MOST_RINGS_EXPLORED).contains(count)) else {
            let words = format!("there is no exploration of {} rings", row.rings);
            report.check("rings", Ok::<_, kit::Error>(Found::failed(words)))?;
            continue;
        };
        report.check("rings", Ok::<_, kit::Error>(rings(row, count)))?;
        report.check("states", states(store, row, count, watcher))?;
    }
    if found == 0 {
        let words = match only {
            Some(rings) => Found::open(format!("{rings} are not explored")),
            None => Found::passed("none are explored"),
        };
        report.check("rings", Ok::<_, kit::Error>(words))?;
    }
    report.verdict()
}

/// The state so many moves from the goal, and the hook whose move leads nearer to it: the
/// reflected Gray code.
fn at(place: u64, states: u64) -> (i64, Option<i64>) {
    let state = (states - 1) ^ place ^ (place >> 1);
    let hook = (place > 0).then(|| i64::from(place.trailing_zeros()) + 1);
    (state as i64, hook)
}

/// The row in ChineseRings.
fn rings(row: &RawRings, count: u32) -> Found {
    let states = 1u64 << count;
    let mut faults = Faults::default();
    faults.differ("nb_states", row.states, states.into());
    let stored = u64::try_from(row.stored)
        .ok()
        .filter(|stored| *stored <= states);
    match stored {
        None => faults.add(|| format!("nb_stored is {}", row.stored)),
        Some(stored) => {
            let cursor = match stored == states {
                true => (None, None),
                false => {
                    let (state, hook) = at(stored, states);
                    (Some(state), hook)
                }
            };
            if row.cursor != cursor {
                faults.add(|| format!("the cursor is {:?}, not {cursor:?}", row.cursor));
            }
            if row.explored_at.is_some() != (stored == states) {
                faults
                    .add(|| "it is not explored and said to be, or the other way round".to_owned());
            }
        }
    }
    if let Some(time) = &row.explored_at {
        faults.time("when it was explored", time);
    }
    let rings = row.rings;
    let words = || {
        format!(
            "{rings} rings: {} of {states} states are stored",
            row.stored
        )
    };
    match stored {
        Some(stored) if stored < states && faults.count() == 0 => Found::open(words()),
        _ => faults.found(|| Found::passed(words())),
    }
}

/// The rows in ChineseRingsStates, in the order of their distances.
fn states(store: &Store, row: &RawRings, count: u32, watcher: &dyn Watcher) -> Result<Found> {
    let states = 1u64 << count;
    let mut faults = Faults::default();
    let mut rows = 0u64;
    let mut task = Task::new(watcher, format!("verifying {count} rings"), states);
    store.raw_states(row.rings, |state, hook, distance| {
        let place = rows;
        let (right, right_hook) = at(place.min(states - 1), states);
        faults.differ(
            &format!("the distance of state {state}"),
            distance,
            place.into(),
        );
        if state != right {
            faults.add(|| format!("state {state} stands where {right} belongs"));
        } else if hook != right_hook {
            faults
                .add(|| format!("the next hook of state {state} is {hook:?}, not {right_hook:?}"));
        }
        rows += 1;
        if rows.is_multiple_of(1024) {
            task.advance(rows);
            if watcher.stop().asked() {
                return Err(kit::Error::Stopped(String::new()));
            }
        }
        Ok(())
    })?;
    drop(task);
    faults.differ(
        "the number of states",
        rows,
        u128::try_from(row.stored).unwrap_or(0),
    );
    let words =
        format!("{count} rings: {rows} states with distance and next hook by the closed form");
    Ok(faults.found(|| Found::passed(words)))
}
