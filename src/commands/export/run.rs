//! `export`: reads whole tables for other programs, all from the same state of the file.

use std::path::Path;
use std::slice;
use std::time::Duration;

use draw::words::{counted, thousands};
use watch::{Task, Watcher};

use crate::board::Config;
use crate::error::{Error, Result};
use crate::plan::{PlanOptions, free_and_time, size, too_much};
use crate::store::{Cell, Column, Exported, Store};

/// The number of rows between two progress reports.
const ROWS_BETWEEN_REPORTS: u64 = 1024;

/// A table of some configurations, with its number of rows.
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    pub table: Exported,
    pub columns: Vec<Column>,
    /// The selected configurations, without those that have no census in this table, and the number of rows of each.
    pub configs: Vec<(Config, u64)>,
}

/// Selects one table, or all of them except censuses that have not been taken, and the tables of the pipeline if the
/// file contains only a census of a configuration. Fails if a stage of the pipeline that fills a table is missing.
pub(crate) fn select(
    store: &Store,
    table: Option<Exported>,
    configs: &[Config],
) -> Result<Vec<Selected>> {
    let wanted = table.as_ref().map_or(Exported::all(), slice::from_ref);
    let (mut selected, mut missing): (Vec<Selected>, _) = (Vec::new(), Vec::new());
    for &one in wanted {
        if table.is_none() && !store.has(one)? {
            continue;
        }
        let mut with_rows = Vec::new();
        for &config in configs {
            match store.to_export(one, config) {
                Err(Error::NoCensus(_)) if table.is_none() => {}
                Err(error @ Error::NotInitialised { .. }) if table.is_none() => {
                    missing.push((config, error));
                }
                rows => with_rows.push((config, rows?)),
            }
        }
        if !with_rows.is_empty() {
            selected.push(Selected {
                table: one,
                columns: store.columns(one)?,
                configs: with_rows,
            });
        }
    }
    let has_rows = |wanted: &Config| {
        let mut configs = selected.iter().flat_map(|one| &one.configs);
        configs.any(|(config, _)| config == wanted)
    };
    match missing.into_iter().find(|(config, _)| !has_rows(config)) {
        Some((_, error)) => Err(error),
        None => Ok(selected),
    }
}

/// Calls `each` with every row of a table. [`db::Error::Damaged`] if rows are missing, or if one of them is
/// invalid.
pub(crate) fn export(
    store: &Store,
    selected: &Selected,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&[Cell<'_>]) -> Result<()>,
) -> Result<()> {
    let name = selected.table.name();
    let rows = selected.configs.iter().map(|(_, rows)| rows).sum();
    let mut task = Task::new(watcher, format!("export of {name}, rows"), rows);
    let mut done = 0;
    for &(config, expected) in &selected.configs {
        let before = done;
        store.export(selected.table, config, |cells| {
            done += 1;
            if done % ROWS_BETWEEN_REPORTS == 0 {
                task.advance(done);
            }
            each(cells)
        })?;
        let rows = done - before;
        if rows != expected {
            let (rows, expected) = (counted(rows, "row", "rows"), thousands(expected));
            let what = format!("{config} has {rows} in {name} instead of {expected}");
            return Err(Error::damaged(what));
        }
    }
    task.finish();
    Ok(())
}

/// Prints the estimated cost of an export of tables with about `bytes_a_row` bytes per row to a file or folder, if
/// `path` is one. Returns false for a dry run. [`Error::TooMuch`] if the disk is too full or it takes more than a
/// day, unless the limits are ignored.
pub(crate) fn announce(
    selected: &[Selected],
    path: Option<&Path>,
    bytes_a_row: impl Fn(&[Column], Config) -> u64,
    options: PlanOptions,
    watcher: &dyn Watcher,
) -> Result<bool> {
    let (mut all, mut bytes) = (0, 0);
    for table in selected {
        for &(config, rows) in &table.configs {
            all += rows;
            bytes += rows * bytes_a_row(&table.columns, config);
        }
    }
    // 635,376 molecules of A4_B8 take 0.6 s.
    let time = Duration::from_micros(all);
    let free = path.and_then(app::free_space);
    watcher.say(&format!(
        "{} to write, about {}{}",
        counted(all, "row", "rows"),
        size(bytes),
        free_and_time(free, time)
    ));
    let rows = format!("{} rows", thousands(all));
    match too_much(&rows, "about", bytes, free, time) {
        Some(what) if options.dry_run => watcher.say(&what),
        Some(what) if !options.ignore_limits => return Err(Error::TooMuch { what, census: None }),
        _ => {}
    }
    Ok(!options.dry_run)
}
