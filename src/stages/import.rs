//! `import`: brings configurations of the original into the database.
//!
//! It believes nothing. The second implementation of the rules recomputes each row, as in
//! `verify`, and compares it column by column. Only if all of them are right does anything change:
//! then the pipeline writes the same rows itself, as far as the original has come. So whatever is
//! in the original's file, no row of it gets into ours.
//!
//! The original does not record what is done, so `import` finds it out from the rows. The walk has
//! come to the highest number, and 0 is the number of all molecules after it. If a group lacks
//! molecules, the walk counts as far as before that group.

use kit::verify::Cell;
use view::words::thousands;
use watch::{Task, Watcher};

use super::explore::explore_to;
use super::init::init;
use super::init_spectrum::init_spectrum;
use super::update_spectrum::update_spectrum;
use crate::census::CanonicalMolecules;
use crate::error::Result;
use crate::game::{Config, Group};
use crate::plain::Plain;
use crate::store::original::{CONFIGURATION, MOLECULE, NOT_UPDATED, Original, SPECTRUM, stopped};
use crate::store::{self, Error, Store};

/// The number of rows between two reports to the watcher.
const ROWS: u64 = 256;

/// Brings in the configurations of the original, or only the wanted ones. If `force` is set,
/// it replaces those that are here already.
///
/// # Errors
///
/// If a row is wrong or a configuration is here already. Nothing has changed then. Those of the
/// stages that write.
pub(crate) fn import(
    store: &mut Store,
    original: &Original,
    wanted: &[Config],
    force: bool,
    watcher: &dyn Watcher,
) -> Result<()> {
    let name = original.name();
    let found = match check(store, original, wanted, force, watcher) {
        _ if watcher.stop().asked() => return Err(stopped(name).into()),
        found => found?,
    };
    for found in &found {
        let (config, whole) = (found.config, found.frontier);
        let (rows, all) = (thousands(found.rows), thousands(config.molecules()));
        watcher.say(&format!(
            "{config}: {rows} of {all} molecules are there, and all are right"
        ));
        if whole < found.last {
            let next = whole + 1;
            watcher.say(&format!(
                "{config}: the group of molecule {next} is not whole, so the walk counts as far as {whole}"
            ));
        }
    }
    for found in found {
        let config = found.config;
        write(store, &found, force, watcher).map_err(|error| match watcher.stop().asked() {
            true => kit::Error::Stopped(format!(
                "stopped while importing {config}; the same command with --force starts again"
            ))
            .into(),
            false => error,
        })?;
        watcher.say(&format!(
            "{config} is imported: {} of {} molecules",
            thousands(store.explored(config)?.stored),
            thousands(config.molecules())
        ));
    }
    Ok(())
}

/// Writes the rows of a configuration, as far as the original has come.
fn write(store: &mut Store, found: &Found, force: bool, watcher: &dyn Watcher) -> Result<()> {
    let config = found.config;
    init(store, config, force, watcher)?;
    explore_to(store, config, found.frontier, watcher)?;
    if found.is_finished {
        init_spectrum(store, config, watcher)?;
        update_spectrum(store, config, watcher)?;
    }
    Ok(())
}

/// Checks all rows of the configurations to bring in, in one state of the original.
fn check(
    store: &Store,
    original: &Original,
    wanted: &[Config],
    force: bool,
    watcher: &dyn Watcher,
) -> store::Result<Vec<Found>> {
    let name = original.name();
    let of_source = |error: Error| error.of_source(name);
    let _one_state = original.read().map_err(of_source)?;
    let mut walked = Vec::new();
    for config in configurations(original, wanted).map_err(of_source)? {
        match store.explored(config) {
            Ok(explored) if explored.stored > 0 && !force => {
                let molecules = explored.stored;
                return Err(Error::HasMolecules { config, molecules });
            }
            Ok(_) | Err(Error::NotInitialised(_)) => {}
            Err(error) => return Err(error),
        }
        walked.push((config, original.walked(config).map_err(of_source)?));
    }
    let rows = walked.iter().map(|(_, (rows, _))| rows).sum();
    let mut task = Task::new(watcher, format!("checking {name}"), rows);
    let mut done = 0;
    let mut step = || {
        done += 1;
        if done % ROWS == 0 {
            task.advance(done);
        }
        match watcher.stop().asked() {
            true => Err(stopped(name).into()),
            false => Ok(()),
        }
    };
    let mut found = Vec::new();
    for (config, walked) in walked {
        found.push(Found::new(original, config, walked, &mut step).map_err(of_source)?);
    }
    task.finish();
    Ok(found)
}

/// The configurations to bring in.
fn configurations(original: &Original, wanted: &[Config]) -> store::Result<Vec<Config>> {
    let mut found = Vec::new();
    original.configurations(|place, cells| {
        let named = wanted.iter().find(|one| is_named(cells[0], **one));
        if named.is_none() && !wanted.is_empty() {
            return Ok(());
        }
        let row = || format!("row {place} of Configurations");
        let config = named.copied().or_else(|| match cells[0] {
            Cell::Text(name) => std::str::from_utf8(name).ok()?.parse().ok(),
            _ => None,
        });
        let Some(config) = config.filter(|&config| is_named(cells[0], config)) else {
            let expected = "a configuration of these programs";
            return Err(wrong(row(), "config", cells[0], expected.to_owned()));
        };
        let counts = [
            config.molecules(),
            config.atoms() as u64,
            config.width() as u64,
        ];
        let counts = counts.map(|count| Cell::Integer(count as i64));
        compare(&CONFIGURATION[1..], &cells[1..], &counts, row)?;
        if found.contains(&config) {
            return Err(Error::Twice(format!("configuration {config}")));
        }
        found.push(config);
        Ok(())
    })?;
    let name = || original.name().to_owned();
    if let Some(&config) = wanted.iter().find(|config| !found.contains(config)) {
        return Err(Error::Lacks {
            name: name(),
            config,
        });
    }
    if wanted.is_empty()
        && let Some(stray) = original.stray(text)?
    {
        return Err(Error::Stray(stray));
    }
    match found.is_empty() {
        true => Err(Error::NoConfiguration(name())),
        false => Ok(found),
    }
}

fn is_named(cell: Cell<'_>, config: Config) -> bool {
    cell == Cell::Text(config.to_string().as_bytes())
}

/// A configuration whose rows are right.
struct Found {
    config: Config,
    rows: u64,
    /// The highest number.
    last: u64,
    /// The molecule up to which the walk has come with whole groups.
    frontier: u64,
    /// All its spectra are there and updated.
    is_finished: bool,
}

impl Found {
    /// Checks all rows of a configuration. The walk has come to `last`. Calls `step` for each
    /// molecule.
    fn new(
        original: &Original,
        config: Config,
        (rows, last): (u64, i64),
        step: &mut impl FnMut() -> store::Result<()>,
    ) -> store::Result<Found> {
        let plain = Plain::new(config.atoms(), config.width());
        original.molecules(config, |place, cells| {
            step()?;
            check_molecule(&plain, config, last, place, &cells)
        })?;
        if let Some(text) = original.twice(config)? {
            let molecule = format!("{config}, molecule {}", plain.number(&text));
            return Err(Error::Twice(molecule));
        }
        let is_explored = rows == config.molecules();
        let last = last as u64;
        Ok(Found {
            config,
            rows,
            last,
            // If all are there, the rest of the walk would store nothing.
            frontier: match is_explored {
                true => rows,
                false => whole_until(&original.groups(config)?, config, last),
            },
            is_finished: is_explored && spectrums_are_finished(original, config)?,
        })
    }
}

/// Compares a molecule with the rules.
fn check_molecule(
    plain: &Plain,
    config: Config,
    last: i64,
    place: i64,
    cells: &[Cell<'_>; MOLECULE.len()],
) -> store::Result<()> {
    let is_molecule = |text: &&[u8]| {
        let atoms = text.iter().filter(|&&symbol| symbol == b'O').count();
        text.len() == config.cells()
            && atoms == config.atoms()
            && text.iter().all(|symbol| matches!(symbol, b'O' | b'-'))
    };
    let text = match cells[3] {
        Cell::Text(text) => Some(text).filter(is_molecule),
        _ => None,
    };
    let Some(molecule) = text else {
        let row = format!("{config}, row {place} of Molecules");
        let expected = format!("a molecule of {config}");
        return Err(wrong(row, MOLECULE[3], cells[3], expected));
    };
    let number = plain.number(molecule) as i64;
    let (standing, traced) = (plain.standing(molecule), plain.trace(molecule));
    let mut expected = [cells[0]; MOLECULE.len()];
    expected[1] = Cell::Integer(if number <= last { number } else { 0 });
    expected[2] = Cell::Integer(standing.canonical_number as i64);
    expected[3] = Cell::Text(molecule);
    expected[4] = Cell::Text(&traced.spectrum);
    expected[5] = Cell::Text(standing.transform.as_bytes());
    for (cell, count) in expected[6..].iter_mut().zip(traced.statistics) {
        *cell = Cell::Integer(count);
    }
    let row = || format!("{config}, molecule {number}");
    compare(&MOLECULE, cells, &expected, row)
}

/// The molecule up to which all groups are whole, `last` at most. `groups` are canonical numbers
/// and numbers of rows.
fn whole_until(groups: &[(u64, u64)], config: Config, last: u64) -> u64 {
    let mut groups = groups.iter();
    for (number, canonical) in CanonicalMolecules::<u128>::new(config).numbered(1, u64::MAX) {
        if number > last {
            break;
        }
        let size = Group::of_canonical(canonical, config).iter().len() as u64;
        if groups.next() != Some(&(number, size)) {
            return number - 1;
        }
    }
    last
}

/// Compares the spectra with those that molecules share. Are all of them there and updated?
fn spectrums_are_finished(original: &Original, config: Config) -> store::Result<bool> {
    let mut is_finished = true;
    let mut known = Vec::new();
    original.spectrums(config, |said, shared| {
        let Some((place, said)) = said else {
            is_finished = false;
            return Ok(());
        };
        let row = || format!("{config}, row {place} of Spectrums");
        let Some([molecules, transform, canonical]) = shared else {
            let expected = "a spectrum that several molecules share";
            return Err(wrong(row(), SPECTRUM[1], said[0], expected.to_owned()));
        };
        let not_updated = Cell::Text(NOT_UPDATED.as_bytes());
        let expected = match said[2] == not_updated {
            true => [said[0], molecules, not_updated, Cell::Integer(0)],
            false => [said[0], molecules, transform, canonical],
        };
        is_finished &= said[2] != not_updated;
        compare(&SPECTRUM[1..], &said, &expected, row)?;
        known.push(text(said[0]));
        Ok(())
    })?;
    known.sort_unstable();
    match known.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::Twice(format!("{config}, spectrum {}", pair[0]))),
        None => Ok(is_finished),
    }
}

/// The error of the first cell that is not as expected.
fn compare(
    columns: &[&'static str],
    found: &[Cell<'_>],
    expected: &[Cell<'_>],
    row: impl FnOnce() -> String,
) -> store::Result<()> {
    for ((&column, &found), &expected) in columns.iter().zip(found).zip(expected) {
        if found != expected {
            return Err(wrong(row(), column, found, text(expected)));
        }
    }
    Ok(())
}

fn wrong(row: String, column: &'static str, found: Cell<'_>, expected: String) -> Error {
    let mut found = text(found);
    // A text may have the digits of the number.
    if found == expected {
        found.insert_str(0, "the text ");
    }
    Error::Wrong {
        row,
        column,
        found,
        expected,
    }
}

/// The content of a cell, for a message.
fn text(cell: Cell<'_>) -> String {
    /// The longest sound text is a molecule in the widest box.
    const LONGEST: usize = 121;
    match cell {
        Cell::Integer(number) => number.to_string(),
        Cell::Text(bytes) => {
            let all = String::from_utf8_lossy(bytes);
            match all.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &all[..end]),
                None if all.is_empty() => "an empty text".to_owned(),
                None => all.into_owned(),
            }
        }
        Cell::Strange(_) => "neither a text nor a whole number".to_owned(),
    }
}
