//! The databases of the original, Jean Forget's programs in Raku.
//!
//! They keep three tables with the same names and columns as ours, in SQLite or as
//! collections in MongoDB. The tables have no types, no keys and no marks of what is done.
//! Each row has a time of creation and one of numbering. A molecule that the walk has not
//! reached yet has the number 0.
//!
//! All SQL about them is here. Other code checks whether what they say is right.

mod arrival;
mod documents;
mod error;
mod source;
mod write;

pub(crate) use arrival::{Arrival, NewMolecule, State};
pub use error::OriginalError;
pub(crate) use source::{Place, Row, Source};
pub use write::{fits, write};

use std::path::Path;

use kit::database::Database;
use rusqlite::Connection;
use watch::Stop;

use super::molecules;
use crate::store::{Error, Result, Store};

/// The columns of the table Configurations except the time of creation.
const CONFIGURATION: [&str; 4] = ["config", "nb_mol", "nb_atoms", "width"];

/// The columns of the table Molecules except the times.
const MOLECULE: [&str; 23] = molecules::COLUMNS;

/// The columns of the table Spectrums.
const SPECTRUM: [&str; 5] = [
    "config",
    "spectrum",
    "nb_mol",
    "transform",
    "canonical_number",
];

/// The time when a row was created, in Configurations and in Molecules.
const CREATED: &str = "dh1";

/// The time when the walk reached a molecule that was there already, or nothing.
const NUMBERED: &str = "dh2";

/// The width of the widest box of the original, which writes one digit.
const WIDEST: usize = 9;

/// The original's tables with all their columns. Its third program makes the last one.
fn tables() -> [(&'static str, Vec<&'static str>); 3] {
    [
        ("Configurations", [&CONFIGURATION[..], &[CREATED]].concat()),
        ("Molecules", [&MOLECULE[..], &[CREATED, NUMBERED]].concat()),
        ("Spectrums", SPECTRUM.to_vec()),
    ]
}

/// Has a database the original's tables, as plain tables?
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

/// Is the file a database of the original? If it cannot be read, it is not.
fn is_one(path: &Path, stop: &Stop) -> bool {
    Database::open_foreign(path, stop)
        .is_ok_and(|database| has_tables(database.connection()).unwrap_or(false))
}

impl Store {
    /// The store of an opened database. If the database is the original's, the error says
    /// so.
    ///
    /// # Errors
    ///
    /// [`OriginalError::IsOriginal`], and the error of `opened`.
    pub(crate) fn of(opened: kit::Result<Database>, stop: &Stop) -> Result<Store> {
        match opened {
            Err(kit::Error::Foreign(path)) if is_one(&path, stop) => {
                Err(Error::Original(OriginalError::IsOriginal(path)))
            }
            other => Ok(other?.into()),
        }
    }
}
