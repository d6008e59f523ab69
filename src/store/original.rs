//! The databases of the original, Jean Forget's programs in Raku.
//!
//! They keep three tables with the names and columns of ours, in SQLite or as collections in
//! MongoDB. The tables have no types, no keys and no marks of what is done. Each row has a time of
//! creation and one of numbering. A molecule that the walk has not reached yet has the number 0.
//!
//! All SQL about them is here. `stages::import` checks whether what they say is right.

use std::path::Path;

use kit::database::{Database, Reading};
use kit::input::{Input, Lines, beginning};
use kit::verify::Cell;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use serde_json::{Map, Value};
use watch::{Stop, Task, Watcher};

use super::configurations::{self, Explored};
use super::error::{Error, Result, WIDEST_OF_ORIGINAL};
use super::export::{copy_rows, not_written};
use super::{Store, molecules};
use crate::game::Config;

/// The columns of the table Configurations, except the time of creation.
pub(crate) const CONFIGURATION: [&str; 4] = ["config", "nb_mol", "nb_atoms", "width"];

/// The columns of the table Molecules, except the times.
pub(crate) const MOLECULE: [&str; 23] = molecules::COLUMNS;

/// The columns of the table Spectrums.
pub(crate) const SPECTRUM: [&str; 5] = [
    "config",
    "spectrum",
    "nb_mol",
    "transform",
    "canonical_number",
];

/// What stands for the transform of a spectrum before it is updated.
pub(crate) const NOT_UPDATED: &str = "??";

/// The tables with all their columns: `dh1` is when a row was created, `dh2` when the walk reached
/// a molecule that was there already. The third program makes the last table.
fn tables() -> [(&'static str, Vec<&'static str>); 3] {
    [
        ("Configurations", [&CONFIGURATION[..], &["dh1"]].concat()),
        ("Molecules", [&MOLECULE[..], &["dh1", "dh2"]].concat()),
        ("Spectrums", SPECTRUM.to_vec()),
    ]
}

fn create_tables(connection: &Connection) -> rusqlite::Result<()> {
    for (table, columns) in tables() {
        connection.execute_batch(&format!("create table {table} ({})", columns.join(", ")))?;
    }
    Ok(())
}

/// Does a database have the original's tables, as plain tables? Anything else could compute rows
/// without end.
fn has_tables(connection: &Connection) -> Result<bool> {
    for (table, columns) in tables() {
        let found = columns_of(connection, table)?;
        let is_missing = found.is_none() && table == "Spectrums" && !is_named(connection, table)?;
        if !is_missing && found.is_none_or(|found| found != columns) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The columns of a table, if it is a plain table with row numbers.
fn columns_of(connection: &Connection, table: &str) -> Result<Option<Vec<String>>> {
    let plain = "select 1 from pragma_table_list
                  where schema = 'main' and name = ?1 and type = 'table' and wr = 0";
    if !connection.prepare(plain)?.exists([table])? {
        return Ok(None);
    }
    let mut columns =
        connection.prepare("select name, hidden from pragma_table_xinfo(?1) order by cid")?;
    let mut rows = columns.query([table])?;
    let mut names = Vec::new();
    while let Some(row) = rows.next()? {
        // A hidden column is computed, not stored.
        if row.get::<_, i64>(1)? != 0 {
            return Ok(None);
        }
        names.push(row.get(0)?);
    }
    Ok(Some(names))
}

/// Is there anything with this name?
fn is_named(connection: &Connection, name: &str) -> Result<bool> {
    let sql = "select 1 from sqlite_schema where name = ?1 collate nocase";
    Ok(connection.prepare(sql)?.exists([name])?)
}

impl Store {
    /// The store of an opened database. If the database is the original's, the error says
    /// so.
    ///
    /// # Errors
    ///
    /// [`Error::IsOriginal`], and the error of `opened`.
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

/// What the original has found, as it is there.
pub(crate) struct Original {
    name: String,
    tables: Tables,
}

enum Tables {
    Sqlite(Database),
    /// Documents, put into tables of the same shape in a temporary file.
    Documents(Connection),
}

impl Original {
    /// Opens a file: an SQLite database, only to read, or documents in lines. `-` means
    /// documents on stdin. The content tells which of the two a file is.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither, or somebody asks to stop.
    pub(crate) fn open(path: &Path, stop: &Stop) -> Result<Original> {
        let input = Input::of(path);
        let name = input.name();
        // The beginning of a pipe can be read only once, so it counts as documents.
        let is_database = beginning(path, 16).is_ok_and(|begin| begin == b"SQLite format 3\0");
        if is_database {
            let of_source = |error: kit::Error| error.of_source(&name);
            let database = Database::open_foreign(path, stop).map_err(of_source)?;
            let tables = has_tables(database.connection()).map_err(|error| error.of_source(&name));
            return match tables? {
                false => Err(Error::NotOriginal(name)),
                true => Ok(Original {
                    name,
                    tables: Tables::Sqlite(database),
                }),
            };
        }
        let documents = of_documents(input.lines(stop)?, &name)?;
        if stop.asked() {
            return Err(stopped(&name).into());
        }
        let tables = Tables::Documents(documents);
        Ok(Original { name, tables })
    }

    /// The name of its file.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn connection(&self) -> &Connection {
        match &self.tables {
            Tables::Sqlite(database) => database.connection(),
            Tables::Documents(connection) => connection,
        }
    }

    /// As long as this is kept, all rows are from the same state.
    pub(crate) fn read(&self) -> Result<Option<Reading<'_>>> {
        match &self.tables {
            Tables::Sqlite(database) => Ok(Some(database.read()?)),
            Tables::Documents(_) => Ok(None),
        }
    }

    /// Calls `each` with the place and the cells of every row of Configurations.
    pub(crate) fn configurations(
        &self,
        each: impl FnMut(i64, [Cell<'_>; CONFIGURATION.len()]) -> Result<()>,
    ) -> Result<()> {
        let sql = format!(
            "select rowid, {} from Configurations",
            CONFIGURATION.join(", ")
        );
        self.rows(&sql, None, each)
    }

    /// Calls `each` with the place and the cells of every row of a configuration in Molecules.
    pub(crate) fn molecules(
        &self,
        config: Config,
        each: impl FnMut(i64, [Cell<'_>; MOLECULE.len()]) -> Result<()>,
    ) -> Result<()> {
        let columns = MOLECULE.join(", ");
        let sql = format!("select rowid, {columns} from Molecules where config = :config");
        self.rows(&sql, Some(config), each)
    }

    /// Calls `each` with every row of a configuration in Spectrums, and with what Molecules says of
    /// its spectrum if several molecules share it. The row is its place, and its cells except the
    /// first. Molecules says their number, its transform and its canonical number. Either may be
    /// missing.
    pub(crate) fn spectrums(
        &self,
        config: Config,
        mut each: impl FnMut(Option<(i64, [Cell<'_>; 4])>, Option<[Cell<'_>; 3]>) -> Result<()>,
    ) -> Result<()> {
        let none = "select 0 as place, null as config, null as spectrum, null as nb_mol,
                           null as transform, null as canonical_number where false";
        let said = match is_named(self.connection(), "Spectrums")? {
            true => "select rowid as place, * from Spectrums where config = :config",
            false => none,
        };
        // In the order of numbers, which need not be there, the texts of molecules fall.
        let sql = format!(
            "with Said as ({said}),
                  Shared as (
                    select spectrum, nb_mol, transform, canonical_number
                      from (select spectrum, transform, canonical_number,
                                   count(*) over (partition by spectrum) as nb_mol,
                                   row_number() over (partition by spectrum
                                     order by canonical_number, molecule desc) as nth
                              from Molecules where config = :config)
                     where nth = 1 and nb_mol > 1)
             select coalesce(place, 0), Said.spectrum, Said.nb_mol, Said.transform,
                    Said.canonical_number, Shared.nb_mol, Shared.transform,
                    Shared.canonical_number, place is not null, Shared.spectrum is not null
               from Said full join Shared on Said.spectrum = Shared.spectrum"
        );
        self.rows(&sql, Some(config), |place, cells: [Cell<'_>; 9]| {
            let [
                spectrum,
                molecules,
                transform,
                canonical,
                shared @ ..,
                said,
                is_shared,
            ] = cells;
            let said = (said == Cell::Integer(1))
                .then_some((place, [spectrum, molecules, transform, canonical]));
            each(said, (is_shared == Cell::Integer(1)).then_some(shared))
        })
    }

    fn rows<const N: usize>(
        &self,
        sql: &str,
        config: Option<Config>,
        mut each: impl FnMut(i64, [Cell<'_>; N]) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.connection().prepare(sql)?;
        let mut rows = statement.query(params_from_iter(config))?;
        while let Some(row) = rows.next()? {
            let mut cells = [Cell::Strange(b""); N];
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = row.get_ref(column + 1)?.into();
            }
            each(row.get(0)?, cells)?;
        }
        Ok(())
    }

    /// Something in the place of a configuration that has rows, but none in Configurations.
    pub(crate) fn stray<T>(&self, told: impl FnOnce(Cell<'_>) -> T) -> Result<Option<T>> {
        let spectrums = match is_named(self.connection(), "Spectrums")? {
            true => "union select config from Spectrums",
            false => "",
        };
        let mut statement = self.connection().prepare(&format!(
            "select config from Molecules {spectrums} except select config from Configurations"
        ))?;
        let mut rows = statement.query([])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        Ok(Some(told(row.get_ref(0)?.into())))
    }

    /// The number of rows of a configuration in Molecules, and the highest number there: the walk
    /// has come so far.
    pub(crate) fn walked(&self, config: Config) -> Result<(u64, i64)> {
        let walked = self.connection().query_row(
            "select count(*), max(number) filter (where typeof(number) = 'integer')
               from Molecules where config = ?",
            [config],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?)),
        )?;
        Ok((walked.0 as u64, walked.1.unwrap_or(0)))
    }

    /// The text of a molecule that is there twice.
    pub(crate) fn twice(&self, config: Config) -> Result<Option<Vec<u8>>> {
        let mut statement = self.connection().prepare(
            "select cast(molecule as blob) from Molecules where config = ?
              group by molecule having count(*) > 1",
        )?;
        let mut rows = statement.query([config])?;
        Ok(rows.next()?.map(|row| row.get(0)).transpose()?)
    }

    /// The canonical numbers that have rows, lowest first, and the number of rows of each.
    pub(crate) fn groups(&self, config: Config) -> Result<Vec<(u64, u64)>> {
        let mut statement = self.connection().prepare(
            "select canonical_number, count(*) from Molecules where config = ?
              group by canonical_number order by canonical_number",
        )?;
        let groups = statement.query_map([config], |row| {
            Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64))
        })?;
        Ok(groups.collect::<rusqlite::Result<_>>()?)
    }
}

/// The error of an import that somebody stopped before it wrote anything.
pub(crate) fn stopped(name: &str) -> kit::Error {
    kit::Error::Stopped(format!(
        "stopped while importing {name}; nothing was changed, and the same command starts again"
    ))
}

/// Puts documents into tables. They are lines as `mongoexport` prints them: in relaxed form, or
/// with numbers as `{"$numberInt": "5"}`.
fn of_documents(lines: Lines, name: &str) -> Result<Connection> {
    // SQLite deletes a database without a name when it is closed.
    let tables = Connection::open("")?;
    tables.execute_batch("begin")?;
    create_tables(&tables)?;
    for (line, text) in (1..).zip(lines) {
        let text = text.map_err(|source| kit::Error::Unreadable {
            name: name.to_owned(),
            source,
        })?;
        if text.trim().is_empty() {
            continue;
        }
        let document: Option<Map<String, Value>> = serde_json::from_str(&text).ok();
        let row = document.as_ref().and_then(|document| {
            let (table, columns) = place_of(document)?;
            Some((table, columns, document))
        });
        let Some((table, columns, document)) = row else {
            let name = name.to_owned();
            return Err(Error::NotADocument { name, line });
        };
        let marks = vec!["?"; columns.len()].join(", ");
        let names = columns.join(", ");
        tables
            .prepare_cached(&format!("insert into {table} ({names}) values ({marks})"))?
            .execute(params_from_iter(
                columns.iter().map(|column| value(document, column)),
            ))?;
    }
    tables.execute_batch("commit")?;
    Ok(tables)
}

/// The table of a document, and its columns. No document names its collection, but its keys tell.
fn place_of(document: &Map<String, Value>) -> Option<(&'static str, &'static [&'static str])> {
    if document.contains_key("molecule") {
        Some(("Molecules", &MOLECULE))
    } else if document.contains_key("spectrum") {
        Some(("Spectrums", &SPECTRUM))
    } else if document.contains_key("nb_atoms") {
        Some(("Configurations", &CONFIGURATION))
    } else {
        None
    }
}

/// What a document has for a column. Its keys have hyphens, except for `nb_mol` and `nb_atoms`.
fn value(document: &Map<String, Value>, column: &str) -> SqlValue {
    let key = match column {
        "nb_mol" | "nb_atoms" => column.to_owned(),
        _ => column.replace('_', "-"),
    };
    let integer = match document.get(&key) {
        Some(Value::String(text)) => return SqlValue::Text(text.clone()),
        Some(Value::Number(number)) => number.as_i64(),
        Some(Value::Object(typed)) if typed.len() == 1 => ["$numberInt", "$numberLong"]
            .iter()
            .find_map(|kind| typed.get(*kind)?.as_str()?.parse().ok()),
        _ => None,
    };
    integer.map_or(SqlValue::Null, SqlValue::Integer)
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
///
/// # Errors
///
/// - [`Error::TooWide`] if a box is too wide for the original, and
///   [`Error::NotInitialised`] if a configuration has no row. Then nothing is written.
/// - [`kit::Error::Stopped`] if the watcher wants to stop, and an error if the file
///   cannot be written. Then the file is of no use.
pub(crate) fn write(
    store: &Store,
    configs: &[Config],
    path: &Path,
    watcher: &dyn Watcher,
) -> Result<()> {
    let reading = store.file.read()?;
    let mut all = Vec::with_capacity(configs.len());
    for &config in configs {
        fits(config)?;
        let explored = configurations::find(&reading, config)?;
        all.push((config, explored.ok_or(Error::NotInitialised(config))?));
    }
    let not_written = |error| not_written(error, path);
    let new = create(path).map_err(|error| not_written(error.into()))?;
    let rows = all.iter().map(|(_, explored)| explored.stored).sum();
    let mut task = Task::new(watcher, "exporting".to_owned(), rows);
    let mut done = 0;
    let mut tick = || {
        done += 1;
        if done % ROWS == 0 {
            task.advance(done.min(rows));
        }
        match watcher.stop().asked() {
            true => Err(kit::Error::Stopped("stopped while exporting".to_owned()).into()),
            false => Ok(()),
        }
    };
    for (config, explored) in all {
        for (table, select) in selects(explored) {
            let to = (&new, table);
            copy_rows(&reading, &select, to, config, &not_written, &mut tick)?;
        }
    }
    task.finish();
    let done = new.execute_batch("commit");
    done.map_err(|error| not_written(error.into()))?;
    let closed = new.close().map_err(|(_, error)| error);
    closed.map_err(|error| not_written(error.into()))
}

/// The queries for the rows of a configuration in the original's tables.
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
        SPECTRUM.join(", "),
        explored.spectrums_initialised
    );
    [
        ("Configurations", configuration.to_owned()),
        ("Molecules", molecules),
        ("Spectrums", spectrums),
    ]
}

/// Can the original have this configuration?
///
/// # Errors
///
/// [`Error::TooWide`] if not.
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
    create_tables(&new)?;
    Ok(new)
}
