//! The databases of the original, Jean Forget's programs in Raku.
//!
//! They keep three tables with the names and columns of ours, without types, keys and marks of what
//! is done. Each row has a time of creation and one of numbering. A molecule that the walk has not
//! reached yet has the number 0.
//!
//! All SQL about them is here.

use std::path::Path;

use kit::database::Database;
use kit::input::file;
use rusqlite::{Connection, OpenFlags, Row};
use watch::{Stop, Task, Watcher};

use super::configurations::{self, Explored};
use super::export::{copy_rows, is_named, not_written};
use super::inspect::numbers;
use super::molecules::{self, COLUMNS as MOLECULE, Record};
use super::{Store, spectrums};
use crate::error::{Error, Result, WIDEST_OF_ORIGINAL};
use crate::game::Config;

/// The tables with all their columns: `dh1` is when a row was created, `dh2` when the walk reached
/// a molecule that was there already. The third program makes the last table.
fn tables() -> [(&'static str, String); 3] {
    let configuration = "config, nb_mol, nb_atoms, width, dh1";
    [
        ("Configurations", configuration.to_owned()),
        ("Molecules", MOLECULE.join(", ") + ", dh1, dh2"),
        ("Spectrums", spectrums::COLUMNS.join(", ")),
    ]
}

/// Does a database have the original's tables? Any but plain ones could compute rows without end.
fn has_tables(connection: &Connection) -> Result<bool> {
    // A hidden column is computed, not stored, and nobody reads it.
    let mut plain = connection.prepare(
        "select group_concat(iif(hidden, null, c.name), ', ' order by cid)
           from pragma_table_list as t join pragma_table_xinfo(t.name) as c
          where t.schema = 'main' and t.name = ?1 and t.type = 'table' and t.wr = 0",
    )?;
    for (table, columns) in tables() {
        let found: Option<String> = plain.query_row([table], |row| row.get(0))?;
        let may_be_missing = table == "Spectrums" && !is_named(connection, table)?;
        if found.map_or(!may_be_missing, |found| found != columns) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Store {
    /// The store of an opened database, or an error that says that it is the original's.
    pub(crate) fn of(opened: kit::Result<Database>, stop: &Stop) -> Result<Store> {
        let is_original = |path: &Path| {
            Database::open_foreign(path, stop)
                .is_ok_and(|database| has_tables(database.connection()).unwrap_or(false))
        };
        match opened {
            Err(kit::Error::Foreign(path)) if is_original(&path) => Err(Error::IsOriginal(path)),
            other => Ok(other?.into()),
        }
    }
}

pub(crate) struct Original {
    pub name: String,
    pub file: Database,
}

impl Original {
    pub(crate) fn open(path: &Path, stop: &Stop) -> Result<Original> {
        use kit::Error::{NoDatabase, NotADatabase, NotAFile};
        let name = path.display().to_string();
        if !path.exists() {
            file(path)?;
        }
        let of_source = |error: Error| error.of_source(&name);
        match Database::open_foreign(path, stop) {
            Ok(file) if has_tables(file.connection()).map_err(of_source)? => {
                Ok(Original { name, file })
            }
            Ok(_) => Err(Error::NotOriginal(name)),
            Err(NotAFile(_) | NotADatabase(_) | NoDatabase(_)) => Err(Error::NotOriginal(name)),
            Err(error) => Err(error.of_source(&name).into()),
        }
    }

    /// The wanted configurations, or all. Fails if one is missing, or its row is wrong.
    pub(crate) fn configurations(&self, wanted: &[Config]) -> Result<Vec<Config>> {
        let mut statement = (self.file.connection())
            .prepare("select rowid, config, nb_mol, nb_atoms, width from Configurations")?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let name = row.get_ref(1)?.as_str().unwrap_or_default();
            let config: Option<Config> = name.parse().ok();
            if !wanted.is_empty() && config.is_none_or(|config| !wanted.contains(&config)) {
                continue;
            }
            let counts = [2, 3, 4].map(|column| row.get::<_, i64>(column).unwrap_or(-1));
            let config = config.filter(|config| {
                let (atoms, width) = (config.atoms() as i64, config.width() as i64);
                config.to_string() == name && counts == [config.molecules() as i64, atoms, width]
            });
            let config = config.ok_or_else(|| self.wrong("Configurations", row))?;
            if !found.contains(&config) {
                found.push(config);
            }
        }
        let name = self.name.clone();
        match wanted.iter().find(|config| !found.contains(config)) {
            Some(&config) => Err(Error::Lacks { name, config }),
            None if found.is_empty() => Err(Error::NoConfiguration(name)),
            None => Ok(found),
        }
    }

    /// The number of molecules of a configuration, and the highest number: the walk has come so far.
    pub(crate) fn walked(&self, config: Config) -> Result<[u64; 2]> {
        let sql = "select count(distinct molecule),
                          coalesce(max(number) filter (where typeof(number) = 'integer'), 0)
                     from Molecules where config = ?";
        let walked: [i64; 2] = (self.file.connection()).query_row(sql, [config], numbers)?;
        Ok(walked.map(|number| number as u64))
    }

    /// Compares all molecules of a configuration with the rules. Fails at the first wrong row.
    pub(crate) fn check_molecules(
        &self,
        config: Config,
        mut tick: impl FnMut() -> Result<()>,
    ) -> Result<()> {
        // Where the walk has not been, a molecule has no number yet.
        let columns = MOLECULE
            .join(", ")
            .replacen("number", "iif(number = 0, 1, number)", 1);
        let mut statement = self.file.connection().prepare(&format!(
            "select {columns}, number is 0, rowid from Molecules where config = ?"
        ))?;
        let mut rows = statement.query([config])?;
        while let Some(row) = rows.next()? {
            tick()?;
            let is_right = molecules::read(row, config).is_ok_and(|mut found| {
                let expected = Record::of(found.molecule, config);
                if row.get(MOLECULE.len()) == Ok(true) {
                    found.number = expected.number;
                }
                found == expected
            });
            if !is_right {
                return Err(self.wrong("Molecules", row));
            }
        }
        Ok(())
    }

    /// Compares the spectra of a configuration with its molecules, if these are all there and right.
    pub(crate) fn check_spectrums(&self, config: Config) -> Result<()> {
        let connection = self.file.connection();
        if !is_named(connection, "Spectrums")? {
            return Ok(());
        }
        // In the order of the molecules' numbers, which need not be there, their texts fall.
        let mut statement = connection.prepare(
            "with Shared as materialized (
                 select spectrum, nb_mol, transform, canonical_number
                   from (select spectrum, transform, canonical_number,
                                count(*) over (partition by spectrum) as nb_mol,
                                row_number() over (partition by spectrum
                                    order by canonical_number, molecule desc) as nth
                           from (select distinct spectrum, transform, canonical_number, molecule
                                   from Molecules where config = ?1))
                  where nth = 1 and nb_mol > 1)
             select rowid from Spectrums where config = ?1 and rowid not in (
                 select Spectrums.rowid from Spectrums join Shared using (spectrum)
                  where config = ?1 and Spectrums.nb_mol is Shared.nb_mol
                    and ((Spectrums.transform, Spectrums.canonical_number) is ('??', 0)
                      or (Spectrums.transform, Spectrums.canonical_number)
                      is (Shared.transform, Shared.canonical_number)))",
        )?;
        let mut rows = statement.query([config])?;
        match rows.next()? {
            Some(row) => Err(self.wrong("Spectrums", row)),
            None => Ok(()),
        }
    }

    /// The error of a row, which has its place in the column `rowid`.
    fn wrong(&self, table: &'static str, row: &Row<'_>) -> Error {
        Error::WrongRow {
            name: self.name.clone(),
            table,
            row: row.get("rowid").unwrap_or_default(),
        }
    }
}

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
/// Fails before anything is written if a box is too wide for the original, or if a configuration has no
/// row. After a later error, the file is of no use.
pub(crate) fn write(
    store: &Store,
    configs: &[Config],
    path: &Path,
    watcher: &dyn Watcher,
) -> Result<()> {
    let reading = store.file.read()?;
    let all = configs.iter().map(|&config| {
        fits(config)?;
        Ok((config, configurations::explored(&reading, config)?))
    });
    let all = all.collect::<Result<Vec<_>>>()?;
    let new = create(path).map_err(not_written(path))?;
    let rows = all.iter().map(|(_, explored)| explored.stored).sum();
    let mut task = Task::new(watcher, "exporting".to_owned(), rows);
    let mut done = 0;
    let mut tick = || {
        done += 1;
        if done % ROWS == 0 {
            task.advance(done.min(rows));
        }
        match watcher.stop().asked() {
            true => Err(Error::stopped("stopped while exporting")),
            false => Ok(()),
        }
    };
    for (config, explored) in all {
        for (table, select) in selects(explored) {
            copy_rows(&reading, &select, (&new, table, path), config, &mut tick)?;
        }
    }
    task.finish();
    new.execute_batch("commit").map_err(not_written(path))?;
    let closed = new.close().map_err(|(_, error)| error);
    closed.map_err(not_written(path))
}

fn selects(explored: Explored) -> [(&'static str, String); 3] {
    let frontier = explored.frontier;
    // If there is a first batch, it tells when the configuration was begun.
    let configuration = "select config, nb_mol, nb_atoms, width,
                substr(coalesce((select min(committed_at) from Batches
                                  where Batches.config = Configurations.config),
                                strftime('%Y-%m-%dT%H:%M:%S', 'now')), 1, 19)
           from Configurations where config = :config";
    // The time of the batch that reached a number or passed it.
    let time_of = |number: &str| {
        format!(
            "(select substr(committed_at, 1, 19) from Batches
               where Batches.config = Molecules.config and frontier >= {number}
               order by frontier limit 1)"
        )
    };
    let number = format!("iif(number <= {frontier}, number, 0)");
    let columns = MOLECULE.join(", ").replacen("number", &number, 1);
    let molecules = format!(
        "select {columns}, {},
                iif(number = canonical_number or number > {frontier}, '', {})
           from Molecules where config = :config
          order by canonical_number, Molecules.number",
        time_of("canonical_number"),
        time_of("Molecules.number"),
    );
    let spectrums = format!(
        "select {} from Spectrums where config = :config and {} order by spectrum",
        spectrums::COLUMNS.join(", "),
        explored.spectrums_initialised
    );
    [
        ("Configurations", configuration.to_owned()),
        ("Molecules", molecules),
        ("Spectrums", spectrums),
    ]
}

pub(crate) fn fits(config: Config) -> Result<()> {
    match config.width() > WIDEST_OF_ORIGINAL {
        true => Err(Error::TooWide(config)),
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
        new.execute_batch(&format!("create table {table} ({columns})"))?;
    }
    Ok(new)
}
