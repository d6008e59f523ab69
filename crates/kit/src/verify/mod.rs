//! The common part of all verifications: one line per check with its outcome, as text, JSON or CSV,
//! and the final result.
//!
//! A finding is something that was really read and is wrong. An error of the moment (no memory, a
//! disk that cannot be read, another program at work) is not a finding: it ends the verification.
//! SQLite takes a page that the system cannot read for a malformed one. So the system reads the
//! whole file first. What SQLite then calls malformed is a finding only if its integrity check
//! finds it twice.

mod checksum;
mod report;

use std::fmt;
use std::sync::atomic::Ordering;

use itertools::Itertools;
use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ffi};
use view::words::thousands;
use watch::{Watcher, polled};

pub use checksum::{Cell, Checksum, Lines};
pub use report::Report;

use crate::database::Database;
use crate::terminal::cut;
use crate::{Error, Result};

/// The name of the check by SQLite's integrity check.
const FILE: &str = "file";

/// The most lines of SQLite's integrity check.
const FILE_FAULTS: u32 = 100;

/// The memory, in KiB, of the integrity check, which goes back and forth between a table and its indexes. With
/// the usual 2 MiB, it reads most pages again and again.
const CACHE_KIB: i64 = 64 << 10;

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All is as it should be.
    Passed,
    /// What is there is right, but not everything is there yet.
    Open,
    /// Something is wrong.
    Failed,
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The outcome.
    pub outcome: Outcome,
    /// A description, which may quote the file.
    pub words: String,
}

impl Found {
    /// All is as it should be.
    pub fn passed(words: impl Into<String>) -> Found {
        Found::new(Outcome::Passed, words)
    }

    /// What is there is right, but not everything is there yet.
    pub fn open(words: impl Into<String>) -> Found {
        Found::new(Outcome::Open, words)
    }

    /// Something is wrong.
    pub fn failed(words: impl Into<String>) -> Found {
        Found::new(Outcome::Failed, words)
    }

    fn new(outcome: Outcome, words: impl Into<String>) -> Found {
        let words = words.into();
        Found { outcome, words }
    }
}

/// Faults of one kind in some of many things: their number, and the first few of them.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    count: u64,
    first: Vec<String>,
}

impl Faults {
    /// The number of faults that are named.
    const NAMED: usize = 5;

    /// Adds a fault.
    pub fn add(&mut self, fault: impl FnOnce() -> String) {
        self.add_many(1, fault);
    }

    /// The number of faults.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds a fault if a number is not what it should be. Both numbers are plain, as in the
    /// columns of the file.
    pub fn differ(&mut self, what: &str, said: impl Into<i128>, is: u128) {
        let said = said.into();
        if u128::try_from(said).ok() != Some(is) {
            self.add(|| format!("{what} is {said}, not {is}"));
        }
    }

    /// Adds a fault if a text is not a time in these programs' format.
    pub fn time(&mut self, what: &str, said: &str) {
        let time = said.parse::<Timestamp>();
        if !time.is_ok_and(|time| time.to_string() == said) {
            self.add(|| format!("{what} is not a time: {}", quoted(said.as_bytes())));
        }
    }

    /// The result of a check for these faults: `passed` if there are none.
    pub fn found(&self, passed: impl FnOnce() -> Found) -> Found {
        match self.count {
            0 => passed(),
            count => Found::failed(format!("{} wrong: {self}", thousands(count))),
        }
    }

    /// Adds several faults with one name.
    pub fn add_many(&mut self, count: u64, fault: impl FnOnce() -> String) {
        self.count += count;
        if self.first.len() < Faults::NAMED {
            self.first.push(fault());
        } else if self.first.len() == Faults::NAMED {
            self.first.push("…".to_owned());
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first.iter().join("; "))
    }
}

/// A quotation of a text from the file, cut if it is long.
pub fn quoted(text: &[u8]) -> String {
    /// The longest correct text that is ever quoted, a spectrum.
    const LONGEST: usize = 44;
    cut(&String::from_utf8_lossy(text), LONGEST)
}

impl Report<'_> {
    /// Runs SQLite's own check of the whole file, which may have this number of rows, and checks
    /// the schema.
    ///
    /// # Errors
    ///
    /// As [`check`](Report::check).
    pub fn file(&mut self, database: &mut Database, rows: u64) -> Result<()> {
        database.read_through()?;
        // What is malformed is a fault, too.
        let mut look = || match check_file(database, rows, self.watcher) {
            Err(Error::Malformed(error)) => Ok(vec![error.to_string()]),
            other => other,
        };
        // A page that could not be read for a moment is found only once.
        let found = match look() {
            Ok(faults) if !faults.is_empty() => look(),
            other => other,
        };
        let right = "SQLite finds nothing wrong, and every index agrees with its table";
        let found = found.map(|found| {
            let mut faults = Faults::default();
            for fault in found {
                faults.add(|| fault);
            }
            match faults.count() {
                0 => Found::passed(right),
                _ => Found::failed(format!("SQLite's integrity check finds: {faults}")),
            }
        });
        self.check(FILE, found)?;
        self.schema(database)
    }

    /// Checks the schema.
    ///
    /// # Errors
    ///
    /// As [`check`](Report::check).
    pub fn schema(&mut self, database: &Database) -> Result<()> {
        let found = database.schema_differences().map(|differences| {
            let list = |words: Vec<String>| {
                let mut list = Faults::default();
                for word in &words {
                    list.add(|| quoted(word.as_bytes()));
                }
                list
            };
            let (faults, added) = (list(differences.faults), list(differences.added));
            let right = "as the migrations make it";
            faults.found(|| match added.count() {
                0 => Found::passed(right),
                _ => Found::passed(format!("{right}; somebody has added: {added}")),
            })
        });
        self.check("schema", found)
    }
}

/// Does this table exist? A file of an older schema that is only read lacks some tables.
///
/// # Errors
///
/// If the database cannot be read.
pub fn has_table(connection: &Connection, name: &str) -> Result<bool> {
    let sql = "select 1 from sqlite_schema where type = 'table' and name = ?1";
    Ok(connection.prepare_cached(sql)?.exists([name])?)
}

/// Runs SQLite's integrity check, and reports its progress to the watcher.
fn check_file(database: &mut Database, rows: u64, watcher: &dyn Watcher) -> Result<Vec<String>> {
    /// The rough number of instructions per row.
    const INSTRUCTIONS_A_ROW: u64 = 64;
    let instructions = database.instructions();
    let before = instructions.load(Ordering::Relaxed);
    // While SQLite walks through a tree, it calls its progress handler every 10,000 pages.
    let interrupt = database.connection().get_interrupt_handle();
    watcher.begin("checking the file", 0, rows);
    let tell = |count: u64| {
        if watcher.stop().asked() {
            interrupt.interrupt();
        }
        watcher.advance(((count - before) / INSTRUCTIONS_A_ROW).min(rows));
    };
    let result = polled(&instructions, || integrity_check(database), tell);
    let result = result.map_err(Error::from).flatten();
    if result.is_ok() {
        watcher.advance(rows);
    }
    watcher.end();
    result
}

/// The faults that SQLite's integrity check finds: it looks up every row in every index.
///
/// # Errors
///
/// [`Error::Memory`] if SQLite lacked the memory for a page: such a page has not been looked at, and
/// SQLite reports it as if it were a fault of the file.
fn integrity_check(database: &mut Database) -> Result<Vec<String>> {
    let connection = database.connection();
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    let mut statement = connection.prepare(&format!("pragma integrity_check({FILE_FAULTS})"))?;
    let mut rows = statement.query([])?;
    let no_memory = format!("error code={}", ffi::SQLITE_NOMEM);
    let mut faults = Vec::new();
    while let Some(row) = rows.next()? {
        let line = match row.get_ref(0)? {
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            _ => "something that it cannot say".to_owned(),
        };
        if line.lines().any(|fault| fault.ends_with(&no_memory)) {
            return Err(Error::Memory);
        }
        if line != "ok" {
            faults.push(line);
        }
    }
    Ok(faults)
}
