//! The schema of a file: the steps that make it, and whether it is the one that they make.
//!
//! A table of the file records the steps. It is the one of the library `refinery` 0.10, which
//! applied them before: its text, its checksums and its times are the same, byte for byte.
//!
//! A file with our mark may still be foreign. A view in the place of a table would run
//! whatever it says, and a table with other columns would make nonsense of the data. So the tables
//! of a file are compared with those of a database in memory that has gone through the same
//! migrations. Anything else that was added to the file (tables, views, indexes with other
//! names) may stay: none of it runs.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::Path;

use itertools::Itertools;
use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior};
use siphasher::sip::SipHasher13;

use crate::{Error, Result};

/// The table that records the steps of a file, as that library made it.
const HISTORY: &str = "refinery_schema_history";
const MAKE_HISTORY: &str = "CREATE TABLE IF NOT EXISTS refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));";

/// A step that brings a schema up to date. A package hands in all of its own, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// Its number, from 1. A later step has a higher one.
    pub version: i32,
    /// What it adds, in a word.
    pub name: &'static str,
    /// Its statements. The last one sets `user_version` to its number.
    pub sql: &'static str,
    /// Groups of tables of earlier steps that a file without rows in them does not need. A group that
    /// has rows stays as it is.
    pub drops_if_empty: &'static [&'static [&'static str]],
}

impl Migration {
    /// What the file records of its name, number and statements, in decimal digits.
    pub fn checksum(&self) -> String {
        let mut hasher = SipHasher13::new();
        self.name.hash(&mut hasher);
        self.version.hash(&mut hasher);
        self.sql.hash(&mut hasher);
        hasher.finish().to_string()
    }
}

/// The parts of a file of ours.
#[derive(Debug)]
pub struct Schema {
    /// The steps that make it, in their order.
    pub steps: &'static [Migration],
    /// Statements that create what only some files need, such as the tables of a census, if it does
    /// not exist yet.
    pub later: &'static [&'static str],
}

impl Schema {
    /// The version after all steps.
    pub(super) fn version(&self) -> u32 {
        let last = self.steps.last();
        last.map_or(0, |step| step.version.unsigned_abs())
    }
}

/// Applies the steps that the file lacks, all of them or none. A step may also change the text of
/// the schema, which SQLite's defensive mode does not allow.
pub(super) fn migrate(connection: &mut Connection, steps: &[Migration]) -> rusqlite::Result<()> {
    let defensive = connection.db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
    let applied = apply(connection, steps);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, defensive)?;
    applied
}

fn apply(connection: &mut Connection, steps: &[Migration]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(MAKE_HISTORY)?;
    // Another program may have applied some while this one waited for the lock.
    let last = format!("select coalesce(max(version), 0) from {HISTORY}");
    let applied: i32 = transaction.query_row(&last, [], |row| row.get(0))?;
    for step in steps.iter().filter(|step| step.version > applied) {
        transaction.execute_batch(step.sql)?;
        for group in step.drops_if_empty {
            let each = |sql: &str| group.iter().map(|table| format!("{sql} {table}")).join(" ");
            let rows = each("union all select 1 from").replacen("union all", "", 1);
            if !transaction.prepare(&rows)?.exists([])? {
                transaction.execute_batch(&each("; drop table"))?;
            }
        }
        let now = Timestamp::now().to_string();
        let insert = format!(
            "insert into {HISTORY} (version, name, applied_on, checksum) values (?, ?, ?, ?)"
        );
        transaction.execute(&insert, (step.version, step.name, now, step.checksum()))?;
    }
    transaction.commit()
}

/// The differences between a schema and ours, in words.
#[derive(Debug)]
pub struct Differences {
    /// What is missing, differs, or would run by itself. Opening refuses the file.
    pub faults: Vec<String>,
    /// What other programs added, which is harmless.
    pub added: Vec<String>,
}

/// A transaction that keeps one state for all queries, unless there is one already.
pub(super) fn snapshot(connection: &Connection) -> Result<Option<Transaction<'_>>> {
    Ok(match connection.is_autocommit() {
        true => Some(connection.unchecked_transaction()?),
        false => None,
    })
}

pub(super) fn schema_version(connection: &Connection) -> Result<u32> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Refuses a schema that is not ours. An empty file has none.
pub(super) fn check(connection: &Connection, path: &Path, schema: &Schema) -> Result<()> {
    let mut faults = differences(connection, schema)?.faults.into_iter();
    match faults.next() {
        None => Ok(()),
        Some(fault) => Err(Error::StrangeSchema {
            path: path.to_owned(),
            fault,
        }),
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Object {
    kind: String,
    table: String,
    sql: Option<String>,
}

type Objects = BTreeMap<String, Object>;

pub(super) fn differences(connection: &Connection, schema: &Schema) -> Result<Differences> {
    // Another program may be creating the tables at this moment.
    let _snapshot = snapshot(connection)?;
    let version = schema_version(connection)?;
    let found = objects(connection)?;
    let (mut faults, mut added) = (Vec::new(), Vec::new());
    // Our files have this encoding, and so do the bytes that we compare.
    let encoding: String = connection.pragma_query_value(None, "encoding", |row| row.get(0))?;
    if encoding != "UTF-8" {
        faults.push(format!("its texts are {encoding}, not UTF-8"));
    }
    if version == 0 && found.is_empty() {
        return Ok(Differences { faults, added });
    }
    // An older file has gone through the first steps only.
    let is_known = |step: &&Migration| step.version.unsigned_abs() <= version;
    let steps: Vec<Migration> = schema.steps.iter().filter(is_known).copied().collect();
    let (expected, later) = expected(&steps, schema.later)?;
    for (name, object) in &later {
        match found.get(name) {
            None if !expected.contains_key(name) => {}
            None => faults.push(format!("there is no {} {name}", object.kind)),
            Some(other) if other.kind != object.kind => {
                faults.push(format!("{name} is a {}, not a {}", other.kind, object.kind));
            }
            Some(other) if other != object => {
                faults.push(format!("the {} {name} is different", object.kind));
            }
            Some(_) => {}
        }
    }
    for object in found.values() {
        if object.kind == "trigger" && later.contains_key(&object.table) {
            faults.push(format!("{} has a trigger", object.table));
        }
    }
    if faults.is_empty() {
        faults.extend(history_fault(connection, &steps)?);
    }
    for (name, object) in &found {
        let further = format!("{} {name}", object.kind);
        // SQLite has some of its own, such as the statistics.
        if !later.contains_key(name) && !name.starts_with("sqlite_") {
            added.push(further);
        }
    }
    Ok(Differences { faults, added })
}

/// The schema that the steps make, and the same with all that is created later.
fn expected(steps: &[Migration], later: &[&str]) -> Result<(Objects, Objects)> {
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::OutOfMemory) => Error::Memory,
        _ => Error::Damaged(format!("its schema is impossible: {error}")),
    };
    let mut connection = Connection::open_in_memory()?;
    migrate(&mut connection, steps).map_err(failed)?;
    let expected = objects(&connection)?;
    connection.execute_batch(&later.concat()).map_err(failed)?;
    Ok((expected, objects(&connection)?))
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

/// The fault in the record of the steps, if there is one.
fn history_fault(connection: &Connection, steps: &[Migration]) -> Result<Option<String>> {
    let sql = format!("select version, name, applied_on, checksum from {HISTORY} order by version");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    let fault = || Some("the history of its schema makes no sense".to_owned());
    for step in steps {
        let Some(row) = rows.next()? else {
            return Ok(fault());
        };
        let number = row.get::<_, i64>(0).optional()?;
        let texts = [1, 2, 3].map(|column| row.get::<_, String>(column).ok());
        let [Some(name), Some(applied_on), Some(checksum)] = texts else {
            return Ok(fault());
        };
        let time = applied_on.parse::<Timestamp>();
        let makes_sense = number == Some(step.version.into())
            && name == step.name
            && checksum == step.checksum()
            && time.is_ok_and(|time| time.to_string() == applied_on);
        if !makes_sense {
            return Ok(fault());
        }
    }
    Ok(rows.next()?.and_then(|_| fault()))
}
