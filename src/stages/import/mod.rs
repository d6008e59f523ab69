//! `import`: brings configurations of the original into the database.
//!
//! It believes nothing: the second implementation of the rules recomputes each row, as in
//! `verify`, and it compares them column by column. Everything arrives in one
//! transaction, which it commits only if everything is right.
//!
//! The original does not record what is done, so `import` finds it out from the rows:
//!
//! - The walk has come to the highest number. All molecules up to there must be there and
//!   have their number. All others have the number 0, and all groups are whole. MongoDB
//!   can cut an insert in the middle, so its last group may lack some molecules. Then the
//!   rows of that group are left out.
//! - Once all molecules are there, the configuration is explored, numbered or not.
//! - If some ambiguous spectra are missing, all spectra are left out. If some are not
//!   updated, all count as not updated. If no spectrum is ambiguous, there is nothing to
//!   do.

mod configuration;

use kit::verify::Cell;
use watch::Watcher;

use self::configuration::{Arriving, text};
use crate::error::Result;
use crate::game::Config;
use crate::store::original::{Arrival, Place, Row, Source};
use crate::store::{self, OriginalError, Store};

/// How many rows pass between two messages to the watcher.
const ROWS: u64 = 256;

/// Brings in the configurations of a source, or only the wanted ones. If `force` is set,
/// it replaces those that are here already.
///
/// # Errors
///
/// [`OriginalError`] if something is wrong with the source or a configuration is here
/// already, and [`kit::Error::Stopped`] if the watcher wants to stop. Nothing has changed
/// then.
pub(crate) fn import(
    store: &mut Store,
    mut source: Source,
    wanted: &[Config],
    force: bool,
    watcher: &dyn Watcher,
) -> Result<()> {
    let name = source.name().to_owned();
    let stopped = || {
        kit::Error::Stopped(format!(
            "stopped while importing {name}; nothing was changed, and the same command starts again"
        ))
    };
    let mut import = Import {
        arrival: store.begin_import()?,
        wanted,
        force,
        configurations: Vec::new(),
        watcher,
    };
    let imported = import.read(&mut source).and_then(|()| import.finish(&name));
    let imported = match imported {
        _ if watcher.stop().asked() => Err(stopped().into()),
        Err(error) => Err(error),
        Ok(said) => import.arrival.commit().map(|()| said),
    };
    for line in imported? {
        watcher.say(&line);
    }
    Ok(())
}

struct Import<'a> {
    arrival: Arrival<'a>,
    wanted: &'a [Config],
    force: bool,
    configurations: Vec<Arriving>,
    watcher: &'a dyn Watcher,
}

impl Import<'_> {
    /// Checks all rows and adds them.
    fn read(&mut self, source: &mut Source) -> store::Result<()> {
        let total = source.molecules()?;
        let watcher = self.watcher;
        let task = format!("importing {}", source.name());
        match total {
            Some(total) => watcher.begin(&task, 0, total),
            None => watcher.say(&task),
        }
        let mut done = 0;
        let result = source.each(|row, place| {
            if let Row::Molecule(_) = row {
                done += 1;
            }
            if done % ROWS == 0 {
                if let Some(total) = total {
                    watcher.advance(done.min(total));
                }
                if watcher.stop().asked() {
                    return Err(kit::Error::Stopped(String::new()).into());
                }
            }
            self.row(&row, place)
        });
        if total.is_some() {
            watcher.end();
        }
        result
    }

    fn row(&mut self, row: &Row<'_>, place: Place) -> store::Result<()> {
        let cell = match row {
            Row::Configuration(cells) => cells[0],
            Row::Molecule(cells) => cells[0],
            Row::Spectrum(cells) => cells[0],
        };
        let Some(config) = self.config(cell, place)? else {
            return Ok(());
        };
        let known = &mut self.configurations;
        let index = match known.iter().position(|known| known.config() == config) {
            Some(index) => index,
            None => {
                let deleted = self.arrival.admit(config, self.force)?;
                known.push(Arriving::new(config, deleted));
                known.len() - 1
            }
        };
        let arriving = &mut known[index];
        match row {
            Row::Configuration(cells) => arriving.configuration(cells),
            Row::Molecule(cells) => {
                let molecule = arriving.molecule(cells, place)?;
                self.arrival.add(config, molecule)
            }
            Row::Spectrum(cells) => arriving.spectrum(cells, place, &mut self.arrival),
        }
    }

    /// The configuration of a row, if it is wanted.
    fn config(&self, cell: Cell<'_>, place: Place) -> store::Result<Option<Config>> {
        let config = match cell {
            Cell::Text(name) => std::str::from_utf8(name).ok().and_then(|name| {
                let config: Config = name.parse().ok()?;
                (config.to_string() == name).then_some(config)
            }),
            _ => None,
        };
        match config {
            Some(config) if self.wanted.is_empty() || self.wanted.contains(&config) => {
                Ok(Some(config))
            }
            // Nobody wants it.
            _ if !self.wanted.is_empty() => Ok(None),
            _ => Err(OriginalError::Wrong {
                row: place.to_string(),
                column: "config",
                found: text(cell),
                expected: "a configuration of these programs".to_owned(),
            }
            .into()),
        }
    }

    /// Checks what only all rows together can show, and says what was brought in.
    fn finish(&mut self, name: &str) -> store::Result<Vec<String>> {
        if self.watcher.stop().asked() {
            return Err(kit::Error::Stopped(String::new()).into());
        }
        self.arrival.end_rows()?;
        let name = || name.to_owned();
        for &config in self.wanted {
            if !self
                .configurations
                .iter()
                .any(|known| known.config() == config)
            {
                return Err(OriginalError::Lacks {
                    name: name(),
                    config,
                }
                .into());
            }
        }
        if self.configurations.is_empty() {
            return Err(OriginalError::Nothing(name()).into());
        }
        let mut said = Vec::new();
        for arriving in &mut self.configurations {
            self.watcher
                .detail(&format!("{}: all rows are right", arriving.config()));
            arriving.finish(&mut self.arrival, &mut said)?;
        }
        Ok(said)
    }
}
