//! Is the schema of a file the one that the migrations make?
//!
//! A file with our mark may still come from a stranger. A view in the place of a table would run
//! whatever it says, and a table with other columns would make nonsense of the data. So the tables
//! of a file are compared with those of a database in memory that has gone through the same
//! migrations. Anything else that somebody added to the file (tables, views, indexes with other
//! names) may stay: none of it runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::{error, iter};

use itertools::Itertools;
use jiff::Timestamp;
use refinery::Target;
use rusqlite::{Connection, ErrorCode, OptionalExtension};

use super::header::migrations;
use crate::{Error, Result};

/// The table that records the migrations of a file.
const HISTORY: &str = "refinery_schema_history";

/// The differences between a schema and ours.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Differences {
    /// What is missing, differs, or would run by itself.
    pub faults: Vec<String>,
    /// What somebody added, which is harmless.
    pub added: Vec<String>,
}

pub(super) fn schema_version(connection: &Connection) -> Result<u32> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Refuses a schema that is not ours. An empty file has none.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<()> {
    let mut faults = differences(connection)?.faults.into_iter();
    match faults.next() {
        None => Ok(()),
        Some(fault) => Err(Error::StrangeSchema {
            path: path.to_owned(),
            fault,
        }),
    }
}

/// An object of a schema.
#[derive(PartialEq, Eq, Debug)]
struct Object {
    kind: String,
    table: String,
    sql: Option<String>,
}

/// The objects of a schema by their names.
type Objects = BTreeMap<String, Object>;

pub(super) fn differences(connection: &Connection) -> Result<Differences> {
    // Another program may be creating the tables at this moment.
    let _snapshot = match connection.is_autocommit() {
        true => Some(connection.unchecked_transaction()?),
        false => None,
    };
    let version = schema_version(connection)?;
    let found = objects(connection)?;
    let mut differences = Differences::default();
    // Our files have this encoding, and so do the bytes that we compare.
    let encoding: String = connection.pragma_query_value(None, "encoding", |row| row.get(0))?;
    if encoding != "UTF-8" {
        let fault = format!("its texts are {encoding}, not UTF-8");
        differences.faults.push(fault);
    }
    if version == 0 && found.is_empty() {
        return Ok(differences);
    }
    let expected = expected(version)?;
    let mut fault = |fault: String| differences.faults.push(fault);
    for (name, object) in &expected {
        match found.get(name) {
            None => fault(format!("there is no {} {name}", object.kind)),
            Some(other) if other.kind != object.kind => {
                fault(format!("{name} is a {}, not a {}", other.kind, object.kind));
            }
            Some(other) if other != object => {
                fault(format!("the {} {name} is different", object.kind));
            }
            Some(_) => {}
        }
    }
    for object in found.values() {
        let ours = expected.contains_key(&object.table);
        if object.kind == "trigger" && ours {
            fault(format!("{} has a trigger", object.table));
        }
    }
    if differences.faults.is_empty() {
        differences
            .faults
            .extend(history_fault(connection, version)?);
    }
    for (name, object) in &found {
        // SQLite's own, such as the statistics.
        let internal = name.starts_with("sqlite_");
        if !expected.contains_key(name) && !internal {
            let added = format!("{} {name}", object.kind);
            differences.added.push(added);
        }
    }
    Ok(differences)
}

/// The schema of a version.
fn expected(version: u32) -> Result<Objects> {
    let mut connection = Connection::open_in_memory()?;
    let target = Target::Version(version as _);
    migrations()
        .set_target(target)
        .set_grouped(true)
        .run(&mut connection)
        .map_err(|error| not_made(&error))?;
    objects(&connection)
}

/// Why the schema of a version could not be made.
fn not_made(error: &refinery::Error) -> Error {
    let chain = iter::successors(Some(error as &dyn error::Error), |error| error.source());
    let code = chain
        .filter_map(|error| error.downcast_ref::<rusqlite::Error>())
        .find_map(rusqlite::Error::sqlite_error_code);
    match code {
        Some(ErrorCode::OutOfMemory) => Error::Memory,
        _ => Error::Damaged(format!("its schema is impossible: {error}")),
    }
}

fn objects(connection: &Connection) -> Result<Objects> {
    let mut statement =
        connection.prepare("select name, type, tbl_name, sql from sqlite_schema")?;
    let rows = statement.query_map([], |row| {
        let object = Object {
            kind: row.get(1)?,
            table: row.get(2)?,
            sql: row.get(3)?,
        };
        Ok((row.get(0)?, object))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The fault in the history of the migrations, if there is one. The library that applies them does
/// not check it.
fn history_fault(connection: &Connection, version: u32) -> Result<Option<String>> {
    let sql = format!("select version, name, applied_on, checksum from {HISTORY} order by version");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    let mut runner = migrations();
    runner = runner.set_target(Target::Latest);
    let expected = runner
        .get_migrations()
        .iter()
        .filter(|migration| migration.version() as i64 <= i64::from(version))
        // In the order of the files' names, V10 comes before V9.
        .sorted_by_key(|migration| migration.version());
    let fault = || Some("the history of its schema makes no sense".to_owned());
    for migration in expected {
        let Some(row) = rows.next()? else {
            return Ok(fault());
        };
        let number = row.get::<_, i64>(0).optional()?;
        let texts = [1, 2, 3].map(|column| row.get::<_, String>(column).ok());
        let [Some(name), Some(applied_on), Some(checksum)] = texts else {
            return Ok(fault());
        };
        let time = applied_on.parse::<Timestamp>();
        let makes_sense = number == Some(migration.version() as i64)
            && name == migration.name()
            && checksum == migration.checksum().to_string()
            && time.is_ok_and(|time| time.to_string() == applied_on);
        if !makes_sense {
            return Ok(fault());
        }
    }
    Ok(rows.next()?.and_then(|_| fault()))
}
