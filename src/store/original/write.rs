//! Writes a database as the original's programs would make it.

use std::path::Path;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OpenFlags, Row, ToSql, named_params, params_from_iter};
use watch::Watcher;

use super::error::OriginalError;
use super::{MOLECULE, SPECTRUM, WIDEST, tables};
use crate::game::Config;
use crate::store::{Error, Explored, Result, Store, configurations};

/// The number of rows between two reports to the watcher.
const ROWS: u64 = 1024;

/// Writes configurations into a new database of the original, as far as they are
/// explored, so that its programs can continue with them. Molecules beyond the frontier
/// have the number 0. Spectra are there as far as they are collected and updated. `path`
/// leads to nothing or to an empty file, and no file is next to it afterwards. Everything
/// comes from one state of `store`.
///
/// The original notes for each row when it was created and when the walk reached it. Here
/// both are the times when the batch that did it was committed.
///
/// # Errors
///
/// - [`OriginalError::TooWide`] if a box is too wide for the original, and
///   [`Error::NotInitialised`] if a configuration has no row. Then nothing is written.
/// - [`kit::Error::Stopped`] if the watcher wants to stop, and an error if the file
///   cannot be written. Then the file is of no use.
pub fn write(store: &Store, configs: &[Config], path: &Path, watcher: &dyn Watcher) -> Result<()> {
    let reading = store.file.read()?;
    let mut all = Vec::with_capacity(configs.len());
    for &config in configs {
        fits(config)?;
        let explored = configurations::find(&reading, config)?;
        all.push((config, explored.ok_or(Error::NotInitialised(config))?));
    }
    let new = create(path).map_err(|error| not_written(error, path))?;
    for (config, explored) in all {
        let mut copy = Copy {
            from: &reading,
            to: &new,
            path,
            config,
            explored,
            watcher,
        };
        copy.configuration()?;
        copy.molecules()?;
        copy.spectrums()?;
    }
    new.execute_batch("commit")
        .map_err(|error| not_written(error, path))?;
    new.close().map_err(|(_, error)| not_written(error, path))
}

/// Can the original have this configuration?
///
/// # Errors
///
/// [`OriginalError::TooWide`] if not.
pub fn fits(config: Config) -> Result<()> {
    match config.width() > WIDEST {
        true => Err(OriginalError::TooWide(config).into()),
        false => Ok(()),
    }
}

/// A database with the original's tables and an open transaction.
fn create(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let new = Connection::open_with_flags(path, flags)?;
    // An interrupted program deletes the file, so no other file may be next to it.
    new.pragma_update(None, "journal_mode", "memory")?;
    new.execute_batch("begin immediate")?;
    for (table, columns) in tables() {
        new.execute_batch(&format!("create table {table} ({})", columns.join(", ")))?;
    }
    Ok(new)
}

/// An error of the new file must not name the database.
fn not_written(error: rusqlite::Error, path: &Path) -> Error {
    let source = std::io::Error::other(error);
    let path = path.to_owned();
    kit::Error::NotWritten {
        option: "--out",
        path,
        source,
    }
    .into()
}

/// A configuration on its way.
struct Copy<'a> {
    from: &'a Connection,
    to: &'a Connection,
    path: &'a Path,
    config: Config,
    explored: Explored,
    watcher: &'a dyn Watcher,
}

impl Copy<'_> {
    fn configuration(&mut self) -> Result<()> {
        // If there is a first batch, it tells when the configuration was begun.
        self.rows(
            "insert into Configurations (config, nb_mol, nb_atoms, width, dh1) values (?, ?, ?, ?, ?)",
            "select config, nb_mol, nb_atoms, width,
                    substr(coalesce((select min(committed_at) from Batches
                                      where Batches.config = Configurations.config),
                                    strftime('%Y-%m-%dT%H:%M:%S', 'now')), 1, 19)
               from Configurations where config = :config",
            1,
        )
    }

    fn molecules(&mut self) -> Result<()> {
        let columns = MOLECULE.join(", ");
        // The time of the batch that reached a number or passed it.
        let time_of = |number: &str| {
            format!(
                "(select substr(committed_at, 1, 19) from Batches
                   where Batches.config = Molecules.config and frontier >= {number}
                   order by frontier limit 1)"
            )
        };
        let frontier = self.explored.frontier;
        let all = columns.replacen(
            "number",
            &format!("iif(number <= {frontier}, number, 0)"),
            1,
        );
        let select = format!(
            "select {all}, {},
                    iif(number = canonical_number or number > {frontier}, '', {})
               from Molecules where config = :config
              order by canonical_number, Molecules.number",
            time_of("canonical_number"),
            time_of("Molecules.number"),
        );
        let marks = vec!["?"; MOLECULE.len() + 2].join(", ");
        let insert = format!("insert into Molecules ({columns}, dh1, dh2) values ({marks})");
        self.rows(&insert, &select, self.explored.stored)
    }

    fn spectrums(&mut self) -> Result<()> {
        if !self.explored.spectrums_initialised {
            return Ok(());
        }
        let columns = SPECTRUM.join(", ");
        self.rows(
            &format!("insert into Spectrums ({columns}) values (?, ?, ?, ?, ?)"),
            &format!("select {columns} from Spectrums where config = :config order by spectrum"),
            0,
        )
    }

    /// Copies the rows of a query of the configuration, about `total` rows.
    fn rows(&self, insert: &str, select: &str, total: u64) -> Result<()> {
        let not_written = |error| not_written(error, self.path);
        let mut insert = self.to.prepare(insert).map_err(not_written)?;
        let mut select = self.from.prepare(select)?;
        let columns = select.column_count();
        let mut rows = select.query(named_params! { ":config": self.config.to_string() })?;
        let task = format!("exporting {}", self.config);
        let shown = total > ROWS;
        if shown {
            self.watcher.begin(&task, 0, total);
        }
        let mut done = 0;
        let result = loop {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error.into()),
            };
            let cells = (0..columns).map(|column| Borrowed(row, column));
            if let Err(error) = insert.execute(params_from_iter(cells)) {
                break Err(not_written(error));
            }
            done += 1;
            if done % ROWS == 0 {
                if shown {
                    self.watcher.advance(done.min(total));
                }
                if self.watcher.stop().asked() {
                    let what = format!("stopped while exporting {}", self.config);
                    break Err(kit::Error::Stopped(what).into());
                }
            }
        };
        if shown {
            self.watcher.end();
        }
        result
    }
}

/// A cell that is bound without a copy.
struct Borrowed<'a, 'row>(&'a Row<'row>, usize);

impl ToSql for Borrowed<'_, '_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.0.get_ref(self.1)?))
    }
}
