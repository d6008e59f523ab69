//! `export`: writes whole tables for other programs, all from one state of the file.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use view::words::{counted, thousands};
use watch::{Task, Watcher};

use super::plan::{LONGEST, Wish, about, disk, duration, size};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::{self, Cell, Exported, Store};

/// How many rows pass before the watcher hears of them.
const TOLD_EVERY: u64 = 1024;

/// It estimates the cost of all rows from this number of them.
const SAMPLED: u64 = 10_000;

/// A table of some configurations, with its number of rows.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Which one.
    pub table: Exported,
    /// The wanted configurations of which it has rows.
    pub configs: Vec<Config>,
    /// How many rows it has of each.
    rows: Vec<u64>,
}

/// Lets `work` export what one state of the file has.
///
/// # Errors
///
/// The error of `work`, or [`kit::Error::Stopped`] if the watcher wants to stop. That
/// interrupts whatever SQLite is doing.
pub fn of_one_moment(
    store: &Store,
    watcher: &dyn Watcher,
    work: impl FnOnce(&Store) -> Result<()>,
) -> Result<()> {
    store.at_one_moment(work).map_err(|error| {
        if watcher.stop().asked() {
            let what = "stopped before all was written; no file is left of it";
            kit::Error::Stopped(what.to_owned()).into()
        } else {
            error
        }
    })
}

/// What to export: one table, or all of them except censuses that have not been taken.
///
/// # Errors
///
/// If a stage of the pipeline that fills a table is missing.
pub fn select(store: &Store, table: Option<Exported>, configs: &[Config]) -> Result<Vec<Selected>> {
    let wanted = match table {
        Some(table) => vec![table],
        None => Exported::ALL.to_vec(),
    };
    let mut selected = Vec::new();
    for one in wanted {
        let mut of_table = Selected {
            table: one,
            configs: Vec::new(),
            rows: Vec::new(),
        };
        for &config in configs {
            match store.to_export(one, config) {
                Err(store::Error::NoCensus(_)) if table.is_none() => {}
                rows => {
                    of_table.rows.push(rows?);
                    of_table.configs.push(config);
                }
            }
        }
        if !of_table.configs.is_empty() {
            selected.push(of_table);
        }
    }
    Ok(selected)
}

/// Shows every row of a selected table to `each`.
///
/// # Errors
///
/// [`kit::Error::Damaged`] if rows are missing, or if one of them is not ours;
/// [`kit::Error::Stopped`]; the error of `each`.
pub fn export(
    store: &Store,
    selected: &Selected,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&[Cell<'_>]) -> Result<()>,
) -> Result<()> {
    let name = selected.table.name();
    let mut task = Task::new(
        watcher,
        format!("export of {name}"),
        selected.rows.iter().sum(),
    );
    let mut done = 0;
    for (&config, &expected) in selected.configs.iter().zip(&selected.rows) {
        let before = done;
        store.export(selected.table, config, None, |cells| {
            done += 1;
            if done % TOLD_EVERY == 0 {
                task.advance(done);
            }
            each(cells)
        })?;
        let rows = done - before;
        if rows != expected {
            let (rows, expected) = (counted(rows, "row", "rows"), thousands(expected));
            let what = format!("{config} has {rows} in {name}, and not {expected}");
            return Err(kit::Error::Damaged(what).into());
        }
    }
    task.finish();
    Ok(())
}

/// Shows the first rows of a configuration to `each`. [`Cost`] uses them for its
/// estimate.
///
/// # Errors
///
/// Those of [`export`].
pub fn sample(
    store: &Store,
    table: Exported,
    config: Config,
    each: impl FnMut(&[Cell<'_>]) -> Result<()>,
) -> Result<()> {
    store.export(table, config, Some(SAMPLED), each)
}

/// Makes a database at `path` with only these configurations and their censuses.
///
/// # Errors
///
/// If it cannot be written, or if the watcher wants to stop.
pub fn copy(store: &Store, configs: &[Config], path: &Path, watcher: &dyn Watcher) -> Result<()> {
    let rows = store.to_copy(configs)?.into_iter().sum();
    let mut task = Task::new(watcher, "export of the database".to_owned(), rows);
    let mut done = 0;
    store.copy(configs, path, watcher.stop(), || {
        done += 1;
        if done % TOLD_EVERY == 0 {
            task.advance(done);
        }
        Ok(())
    })?;
    task.finish();
    Ok(())
}

/// What an export costs.
#[derive(Clone, Debug)]
pub struct Cost {
    rows: u64,
    bytes: u64,
    time: Duration,
    free: Option<u64>,
}

impl Cost {
    /// The cost of tables: `write` writes a [`sample`] of a configuration to nowhere. `path`
    /// is where they are to go, if it is a file or a folder.
    ///
    /// # Errors
    ///
    /// Those of `write`.
    pub fn new(
        selected: &[Selected],
        path: Option<&Path>,
        mut write: impl FnMut(Exported, Config, &mut (dyn Write + Send)) -> Result<()>,
    ) -> Result<Cost> {
        let mut cost = Cost::nothing(path);
        for table in selected {
            for (&config, &rows) in table.configs.iter().zip(&table.rows) {
                let mut counted = Counted(0);
                let begun = Instant::now();
                write(table.table, config, &mut counted)?;
                let times = rows as f64 / rows.clamp(1, SAMPLED) as f64;
                cost.rows += rows;
                cost.bytes += (counted.0 as f64 * times) as u64;
                cost.time += duration(begun.elapsed().as_secs_f64() * times);
            }
        }
        Ok(cost)
    }

    /// The cost of a database at `path` with only these configurations.
    ///
    /// # Errors
    ///
    /// If there is no such configuration.
    pub fn of_database(store: &Store, configs: &[Config], path: &Path) -> Result<Cost> {
        /// How long it takes to write and index a row, in reads: 637,576 rows of A4_B8 took
        /// 3.2 s, as long as 5 reads.
        const A_ROW: f64 = 5.0;
        let mut cost = Cost::nothing(Some(path));
        for (&config, rows) in configs.iter().zip(store.to_copy(configs)?) {
            let begun = Instant::now();
            store.export(Exported::Molecules, config, Some(SAMPLED), |_| {
                Ok::<(), Error>(())
            })?;
            let read = begun.elapsed().as_secs_f64() / rows.clamp(1, SAMPLED) as f64;
            cost.rows += rows;
            cost.bytes = cost.bytes.saturating_add(disk(config, rows).0);
            cost.time += duration(read * A_ROW * rows as f64);
        }
        Ok(cost)
    }

    fn nothing(path: Option<&Path>) -> Cost {
        Cost {
            rows: 0,
            bytes: 0,
            time: Duration::ZERO,
            free: path.and_then(kit::free_space),
        }
    }

    /// Says it. False if the user wants nothing more.
    ///
    /// # Errors
    ///
    /// [`Error::TooMuch`] if the disk has no room for it or it takes more than a day,
    /// unless somebody insists.
    pub fn agree(&self, wish: Wish, watcher: &dyn Watcher) -> Result<bool> {
        watcher.say(&self.to_string());
        let what = match self.free {
            _ if wish.insist => return Ok(true),
            Some(free) if free < self.bytes => format!(
                "{} rows need about {} of disk, and {} are free",
                thousands(self.rows),
                size(self.bytes),
                size(free)
            ),
            _ if self.time > LONGEST => {
                format!("{} rows take {}", thousands(self.rows), about(self.time))
            }
            _ => return Ok(!wish.dry_run),
        };
        if wish.dry_run {
            watcher.say(&what);
            return Ok(false);
        }
        Err(Error::TooMuch { what, census: None })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = counted(self.rows, "row", "rows");
        write!(f, "{rows} to write, about {}", size(self.bytes))?;
        if let Some(free) = self.free {
            write!(f, " ({} are free)", size(free))?;
        }
        write!(f, ", {}", about(self.time))
    }
}

/// Counts what is written to it.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
