//! The schema of a file: the steps that create it, and the check that a file has it.
//!
//! A table of the file records the steps. It is the same, byte for byte, as that of the library `refinery` 0.10,
//! which applied the steps before, including its text, checksums and times.
//!
//! A file with the right mark may still be foreign. A view in the place of a table would run its own SQL, and a
//! table with other columns would make the data meaningless. So the tables of a file are compared with those of a
//! database in memory that has gone through the same migrations. Other additions to the file (tables, views,
//! indexes with other names) may stay, because no statement of ours names them.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::Path;

use itertools::Itertools;
use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use siphasher::sip::SipHasher13;

use crate::{Error, Result};

/// The table that records the steps of a file, as `refinery` created it.
const HISTORY: &str = "refinery_schema_history";
const MAKE_HISTORY: &str = "CREATE TABLE IF NOT EXISTS refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));";

/// A step that upgrades a schema. A package has a list of them.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// The number of the step, from 1, in ascending order.
    pub version: i32,
    /// What the step adds, in a word.
    pub name: &'static str,
    /// The statements of the step. The last one sets `user_version` to its number.
    pub sql: &'static str,
    /// Groups of tables of earlier steps that are dropped if they have no rows. A group with rows stays as it is.
    pub drops_if_empty: &'static [&'static [&'static str]],
}

impl Migration {
    /// The checksum of name, number and statements that the file records, in decimal digits.
    pub fn checksum(&self) -> String {
        let mut hasher = SipHasher13::new();
        self.name.hash(&mut hasher);
        self.version.hash(&mut hasher);
        self.sql.hash(&mut hasher);
        hasher.finish().to_string()
    }
}

/// The schema of files of this program.
#[derive(Debug)]
pub struct Schema {
    /// The steps that create it, in their order.
    pub steps: &'static [Migration],
    /// Statements that create tables which only some files need, such as those of a census, if they do not exist
    /// yet.
    pub later: &'static [&'static str],
}

impl Schema {
    /// The version after all steps.
    pub(super) fn version(&self) -> u32 {
        let last = self.steps.last();
        last.map_or(0, |step| step.version.unsigned_abs())
    }
}

/// Applies the missing steps, all of them or none. A step may also change the text of the schema, which the
/// defensive mode of SQLite does not allow.
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
    // Another program may have applied some steps while this one waited for the lock.
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

/// The differences between the schema of a file and that of this program, in words.
#[derive(Debug)]
pub struct Differences {
    /// Objects that are missing, differ, or would run by themselves. Such a file is rejected.
    pub faults: Vec<String>,
    /// Objects that other programs added, which do no harm.
    pub added: Vec<String>,
}

/// Begins a read transaction, so that all queries see one state, unless a transaction is open already.
pub(super) fn snapshot(connection: &Connection) -> Result<Option<Transaction<'_>>> {
    Ok(match connection.is_autocommit() {
        true => Some(connection.unchecked_transaction()?),
        false => None,
    })
}

pub(super) fn schema_version(connection: &Connection) -> Result<u32> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Rejects a foreign schema. An empty file has none.
pub(super) fn check(connection: &Connection, path: &Path, schema: &Schema) -> Result<()> {
    let mut faults = differences(connection, schema)?.faults.into_iter();
    match faults.next() {
        None => Ok(()),
        Some(fault) => {
            let what = format!("was not made by this program, or was changed: {fault}");
            Err(Error::not_ours(path, &what))
        }
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Object {
    kind: String,
    table: String,
    /// Without the lines that are comments.
    sql: Option<String>,
}

type Objects = BTreeMap<String, Object>;

pub(super) fn differences(connection: &Connection, schema: &Schema) -> Result<Differences> {
    // Another program may be creating the tables at this moment.
    let _snapshot = snapshot(connection)?;
    let version = schema_version(connection)?;
    let found = objects(connection)?;
    let (mut faults, mut added) = (Vec::new(), Vec::new());
    // The files of this program have this encoding, and so do the bytes that are compared.
    let encoding: String = connection.pragma_query_value(None, "encoding", |row| row.get(0))?;
    if encoding != "UTF-8" {
        faults.push(format!("its text encoding is {encoding}, not UTF-8"));
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
    if faults.is_empty() && !history_makes_sense(connection, &steps)? {
        faults.push("the history of its schema is inconsistent".to_owned());
    }
    for (name, object) in &found {
        let further = format!("{} {name}", object.kind);
        // SQLite creates objects of its own, such as statistics.
        if !later.contains_key(name) && !name.starts_with("sqlite_") {
            added.push(further);
        }
    }
    Ok(Differences { faults, added })
}

/// The schema that the steps create, and the same with everything that is created later.
fn expected(steps: &[Migration], later: &[&str]) -> Result<(Objects, Objects)> {
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::OutOfMemory) => Error::Memory,
        _ => Error::Damaged(format!("its schema cannot be read: {error}")),
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
        let sql: Option<String> = row.get(3)?;
        let object = Object {
            kind: row.get(1)?,
            table: row.get(2)?,
            sql: sql.as_deref().map(without_comments),
        };
        Ok((row.get(0)?, object))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The text of an object without the lines that are comments, which only the files of some versions have. Inserting
/// such lines cannot change what a statement of ours means, because none has a string or a name of several lines.
fn without_comments(sql: &str) -> String {
    // SQLite takes some other kinds of blanks for names, and ends the whole statement at a zero character.
    let is_comment =
        |line: &&str| line.trim_start_matches(' ').starts_with("--") && !line.contains('\0');
    sql.lines().filter(|line| !is_comment(line)).join("\n")
}

/// Whether the record of the steps is the one that this program would have written, at any time.
fn history_makes_sense(connection: &Connection, steps: &[Migration]) -> Result<bool> {
    let sql = format!("select version, name, applied_on, checksum from {HISTORY} order by version");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    for step in steps {
        let Some(row) = rows.next()? else {
            return Ok(false);
        };
        let number: i64 = row.get(0)?;
        let texts = [1, 2, 3].map(|column| row.get::<_, String>(column).unwrap_or_default());
        let [name, applied_on, checksum] = texts;
        let time = applied_on.parse::<Timestamp>();
        let makes_sense = number == i64::from(step.version)
            && name == step.name
            && checksum == step.checksum()
            && time.is_ok_and(|time| time.to_string() == applied_on);
        if !makes_sense {
            return Ok(false);
        }
    }
    Ok(rows.next()?.is_none())
}
