//! `import`: brings configurations of the original into the database.
//!
//! It believes nothing. It compares each row with the rules. If all of them are right, the pipeline
//! writes the rows itself, as far as the original has come. So whatever is in the original's file, no
//! row of it gets into ours.
//!
//! The original does not record what is done. Its walk has come to the highest number, and the last
//! group may lack molecules; here, it is whole.

use view::words::thousands;
use watch::{Task, Watcher};

use crate::commands::explore::run::explore_to;
use crate::commands::init::run::init;
use crate::commands::init_spectrum::run::init_spectrum;
use crate::commands::update_spectrum::run::update_spectrum;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::Store;
use crate::store::original::Original;

/// The number of rows between two reports to the watcher.
const ROWS: u64 = 256;

/// Brings in the configurations of the original, or only the wanted ones. If `force` is set,
/// it replaces those that are here already. If a row is wrong, nothing has changed.
pub(crate) fn import(
    store: &mut Store,
    original: &Original,
    wanted: &[Config],
    force: bool,
    watcher: &dyn Watcher,
) -> Result<()> {
    let found = check(store, original, wanted, force, watcher);
    if watcher.stop().asked() {
        return Err(stopped(&original.name));
    }
    let found = found?;
    for &(config, rows, _) in &found {
        let (rows, all) = (thousands(rows), thousands(config.molecules()));
        watcher.say(&format!(
            "{config}: {rows} of {all} molecules are there, and all are right"
        ));
    }
    for (config, _, until) in found {
        let stopped =
            format!("stopped while importing {config}; the same command with --force starts again");
        let written = write(store, config, until, force, watcher);
        written.map_err(|error| match watcher.stop().asked() {
            true => Error::stopped(stopped),
            false => error,
        })?;
        let stored = thousands(store.explored(config)?.stored);
        let all = thousands(config.molecules());
        let message = format!("{config} is imported: {stored} of {all} molecules");
        watcher.say(&message);
    }
    Ok(())
}

/// Writes the rows of a configuration up to a molecule, and its spectra if it is the last one.
fn write(
    store: &mut Store,
    config: Config,
    until: u64,
    force: bool,
    watcher: &dyn Watcher,
) -> Result<()> {
    init(store, config, force, watcher)?;
    explore_to(store, config, until, watcher)?;
    if until == config.molecules() {
        init_spectrum(store, config, watcher)?;
        update_spectrum(store, config, watcher)?;
    }
    Ok(())
}

/// Checks all rows of the configurations to bring in, in one state of the original. Returns the
/// number of molecules of each, and the molecule up to which to explore it.
fn check(
    store: &Store,
    original: &Original,
    wanted: &[Config],
    force: bool,
    watcher: &dyn Watcher,
) -> Result<Vec<(Config, u64, u64)>> {
    let name = &original.name;
    let of_source = |error: Error| error.of_source(name);
    let _one_state = (original.file.read()).map_err(|error| error.of_source(name))?;
    let mut found = Vec::new();
    for config in original.configurations(wanted).map_err(of_source)? {
        match store.explored(config) {
            Ok(explored) if explored.stored > 0 && !force => {
                let molecules = explored.stored;
                return Err(Error::HasMolecules { config, molecules });
            }
            Ok(_) | Err(Error::NotInitialised(_)) => {}
            Err(error) => return Err(error),
        }
        let [rows, last] = original.walked(config).map_err(of_source)?;
        // If all are there, the rest of the walk would store nothing.
        let all_there = rows == config.molecules();
        found.push((config, rows, if all_there { rows } else { last }));
    }
    let rows = found.iter().map(|(_, rows, _)| rows).sum();
    let mut task = Task::new(watcher, format!("checking {name}"), rows);
    let mut done = 0;
    for &(config, rows, _) in &found {
        let checked = original.check_molecules(config, || {
            done += 1;
            if done % ROWS == 0 {
                task.advance(done);
            }
            match watcher.stop().asked() {
                true => Err(stopped(name)),
                false => Ok(()),
            }
        });
        checked.map_err(of_source)?;
        if rows == config.molecules() {
            original.check_spectrums(config).map_err(of_source)?;
        }
    }
    task.finish();
    Ok(found)
}

/// The error of an import that somebody stopped before it wrote anything.
fn stopped(name: &str) -> Error {
    Error::stopped(format!(
        "stopped while importing {name}; nothing was changed, and the same command starts again"
    ))
}
