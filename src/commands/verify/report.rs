//! The output of a verification: a line per check as text, JSON or CSV, and the verdict.
//!
//! A finding is something that was read and is wrong. A temporary error (no memory, a disk that cannot be read,
//! another program at work) is not a finding, and ends the verification. SQLite reports a page that the system
//! cannot read as malformed. Therefore, the whole file is read first, and a malformed page is a finding only if the
//! integrity check finds it twice.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use app::RowFormat;
use app::output::write_json;
use app::terminal::{self, printable};
use db::Database;
use draw::words::{counted, hanging, listed, thousands};
use itertools::Itertools;
use rusqlite::ffi;
use rusqlite::types::ValueRef;
use serde::Serialize;
use watch::{Task, Watcher, polled};

use crate::error::{Error, Result};
use crate::store::checks::{Check, Faults, Verdict, quoted};
use crate::store::checksum::Checksum;

/// The name of the check with SQLite's integrity check.
const FILE: &str = "file";

/// The greatest number of lines of SQLite's integrity check.
const FILE_FAULTS: u32 = 100;

/// The cache of the integrity check in KiB. It alternates between a table and its indexes, and with the default of
/// 2 MiB, it reads most pages again and again.
const CACHE_KIB: i64 = 64 << 10;

/// A row of the result in JSON and CSV. Cells that do not apply are empty.
#[derive(Serialize)]
struct CheckRow<'a> {
    config: Option<&'a str>,
    outcome: &'a str,
    /// The name of the check, or of the table that has a checksum.
    name: &'a str,
    /// The words of the line in text.
    text: &'a str,
    /// The number of rows of a checksum.
    rows: Option<u64>,
    sha256: Option<&'a str>,
}

/// The result of a check, or the checksum of a table.
#[derive(Clone, Copy)]
enum RowKind<'a> {
    Check(Verdict),
    Checksum { rows: u64, digits: &'a str },
}

/// A verification in progress: it counts the checks, and writes a line for each.
pub(crate) struct VerificationReport<'a> {
    /// The subject of the verification.
    whole: String,
    /// The configuration to which the next check belongs, if any.
    config: Option<String>,
    format: RowFormat,
    watcher: &'a dyn Watcher,
    out: &'a mut dyn Write,
    /// The columns of the terminal, or `usize::MAX` without a terminal.
    columns: usize,
    /// Whether nothing is written yet.
    first: bool,
    /// Whether the reader of the output has closed it.
    closed: bool,
    checks: u64,
    /// The number of recomputed rows of molecules.
    pub(crate) recomputed: u64,
    /// The number of spectra that were grouped again.
    pub(crate) grouped: u64,
    /// The parts and names of the checks for which something is not stored yet.
    open: Vec<(String, &'static str)>,
    /// Those of the failed checks.
    failed: Vec<(String, &'static str)>,
}

impl<'a> VerificationReport<'a> {
    /// Begins the verification of a file, or of a configuration in it, with the checks that belong to no
    /// configuration. If the reader of `out` closes it, the checks continue.
    pub(crate) fn new(
        whole: String,
        format: RowFormat,
        watcher: &'a dyn Watcher,
        out: &'a mut dyn Write,
    ) -> Self {
        VerificationReport {
            whole,
            config: None,
            format,
            watcher,
            out,
            columns: terminal::columns_to_wrap(),
            first: true,
            closed: false,
            checks: 0,
            recomputed: 0,
            grouped: 0,
            open: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Turns to the checks of a configuration. In text, it gets a heading, unless it is the first.
    pub(crate) fn turn_to(&mut self, config: String) -> Result<()> {
        if !self.first && self.format == RowFormat::Text {
            self.write(format!("\n{config}\n").as_bytes())?;
        }
        self.config = Some(config);
        Ok(())
    }

    /// The configuration to which the next check belongs, or the whole.
    fn subject(&self) -> &str {
        self.config.as_ref().unwrap_or(&self.whole)
    }

    /// Separates findings, which are returned as the inner error, from temporary errors, which end the
    /// verification. Fails with the latter, and with [`app::Error::Stopped`] if the watcher requests a stop.
    pub(crate) fn settle<T>(&self, read: Result<T>) -> Result<Result<T>> {
        if self.watcher.stop().is_requested() {
            let what = format!("stopped while verifying {}", self.subject());
            return Err(Error::stopped(what));
        }
        let unsound = self.failed.iter().any(|(_, check)| *check == FILE);
        match read {
            Err(Error::Db(error)) if !error.is_finding(unsound) => Err(error.into()),
            other => Ok(other),
        }
    }

    /// Counts a check and writes its line.
    pub(crate) fn check(&mut self, name: &'static str, found: Result<Check>) -> Result<()> {
        let found = self.settle(found)?;
        let found = found.unwrap_or_else(|error| Check::failed(format!("cannot be read: {error}")));
        self.checks += 1;
        let check = (self.subject().to_owned(), name);
        match found.verdict {
            Verdict::Passed => {}
            Verdict::Open => self.open.push(check),
            Verdict::Failed => self.failed.push(check),
        }
        self.row(RowKind::Check(found.verdict), name, &found.words)
    }

    pub(crate) fn checksum(&mut self, table: &str, checksum: &Checksum) -> Result<()> {
        let (digits, rows) = (&checksum.digits(), checksum.rows());
        let words = format!("sha256 {digits} of {} rows", thousands(rows));
        self.row(RowKind::Checksum { rows, digits }, table, &words)
    }

    fn row(&mut self, kind: RowKind<'_>, name: &str, words: &str) -> Result<()> {
        let text = printable(words);
        let (outcome, rows, sha256) = match kind {
            RowKind::Check(verdict) => (verdict.word(), None, None),
            RowKind::Checksum { rows, digits } => ("checksum", Some(rows), Some(digits)),
        };
        let row = CheckRow {
            config: self.config.as_deref(),
            outcome,
            name,
            text: &text,
            rows,
            sha256,
        };
        let mut line = Vec::new();
        match self.format {
            RowFormat::Text => {
                let outcome = match kind {
                    // Capitals, so that a failure is not overlooked.
                    RowKind::Check(Verdict::Failed) => "FAILED",
                    _ => outcome,
                };
                let prefix = format!("{outcome:<8}  {name:<11}  ");
                writeln!(line, "{}", hanging(&prefix, &text, self.columns))?;
            }
            RowFormat::Json => write_json(&mut line, &row)?,
            RowFormat::Csv => {
                let mut csv = csv::WriterBuilder::new();
                let mut csv = csv.has_headers(self.first).from_writer(&mut line);
                csv.serialize(row).map_err(io::Error::from)?;
                csv.flush()?;
            }
        }
        self.first = false;
        self.write(&line)
    }

    fn write(&mut self, line: &[u8]) -> Result<()> {
        if self.closed {
            return Ok(());
        }
        let written = self.out.write_all(line);
        match written.and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed = true,
            other => other?,
        }
        Ok(())
    }

    /// Writes the verdict, and succeeds if everything is stored and right. Otherwise, fails with
    /// [`Error::Unsound`] or [`Error::Unfinished`].
    pub(crate) fn verdict(mut self) -> Result<()> {
        let checks = counted(self.checks, "check", "checks");
        let (verdict, words) = match (self.failed.len(), self.open.len()) {
            (0, 0) => {
                let done = [
                    (self.recomputed, "row recomputed", "rows recomputed"),
                    (
                        self.grouped,
                        "spectrum collected again",
                        "spectra collected again",
                    ),
                    (self.checks, "check passed", "checks passed"),
                ];
                let done = done.into_iter().filter(|(number, ..)| *number > 0);
                let done = done.map(|(number, one, many)| counted(number, one, many));
                let words = format!("{} is sound: {}", self.whole, done.format(", "));
                (Verdict::Passed, words)
            }
            (0, open) => {
                let words = format!(
                    "the stored rows are right, but rows are missing for {open} of {checks}"
                );
                (Verdict::Open, words)
            }
            (failed, _) => {
                let words = format!("{failed} of {checks} failed");
                (Verdict::Failed, words)
            }
        };
        self.config = None;
        self.row(RowKind::Check(verdict), "verdict", &words)?;
        let names = |checks: &[(String, _)]| listed(checks.iter().map(|(of, _)| of).unique());
        match verdict {
            Verdict::Passed => Ok(()),
            Verdict::Open => {
                let mut open = self.open.iter();
                let of_census = open.all(|(_, name)| ["census", "recount"].contains(name));
                Err(Error::Unfinished {
                    of: names(&self.open),
                    command: if of_census { "census" } else { "run" },
                })
            }
            Verdict::Failed => Err(Error::Unsound {
                of: names(&self.failed),
                failed: self.failed.into_iter().map(|(_, check)| check).collect(),
                checks: self.checks,
            }),
        }
    }
}

impl VerificationReport<'_> {
    /// Runs SQLite's own check of the whole file, which may have this number of rows.
    pub(crate) fn file(&mut self, database: &mut Database, rows: u64) -> Result<()> {
        database.read_through()?;
        // A malformed page counts as a fault.
        let mut look = || match check_file(database, rows, self.watcher) {
            Err(db::Error::Malformed(error)) => Ok(vec![error.to_string()]),
            other => other,
        };
        // A temporary read error is found only once.
        let found = match look() {
            Ok(faults) if !faults.is_empty() => look(),
            other => other,
        };
        let right = "SQLite finds nothing wrong, and every index agrees with its table";
        let found = found.map_err(Error::from).map(|found| {
            let mut faults = Faults::default();
            for fault in found {
                faults.add(|| fault);
            }
            match faults.count() {
                0 => Check::passed(right),
                _ => Check::failed(format!("SQLite's integrity check finds: {faults}")),
            }
        });
        self.check(FILE, found)
    }

    pub(crate) fn schema(&mut self, database: &Database) -> Result<()> {
        let found = database
            .schema_differences()
            .map_err(Error::from)
            .map(|differences| {
                let list = |words: Vec<String>| {
                    let mut list = Faults::default();
                    for word in &words {
                        list.add(|| quoted(word.as_bytes()));
                    }
                    list
                };
                let (faults, added) = (list(differences.faults), list(differences.added));
                let right = "all tables are as this program makes them";
                faults.result(|| match added.count() {
                    0 => Check::passed(right),
                    _ => Check::passed(format!("{right}; added by other programs: {added}")),
                })
            });
        self.check("schema", found)
    }
}

/// Runs SQLite's integrity check, and reports its progress to the watcher.
fn check_file(
    database: &mut Database,
    rows: u64,
    watcher: &dyn Watcher,
) -> db::Result<Vec<String>> {
    /// The rough number of instructions per row.
    const INSTRUCTIONS_A_ROW: u64 = 64;
    let instructions = database.instructions();
    let before = instructions.load(Ordering::Relaxed);
    // While SQLite walks a tree, it calls its progress handler only every 10,000 pages, so a stop needs an
    // interrupt.
    let interrupt = database.connection().get_interrupt_handle();
    let mut task = Task::begun(watcher, "checking the file, rows".to_owned(), 0, rows);
    let tell = |count: u64| {
        if watcher.stop().is_requested() {
            interrupt.interrupt();
        }
        task.advance(((count - before) / INSTRUCTIONS_A_ROW).min(rows));
    };
    let result = polled(&instructions, || integrity_check(database), tell);
    let result = result
        .map_err(|error| app::Error::from(error).into())
        .flatten();
    if result.is_ok() {
        task.finish();
    }
    result
}

/// Runs SQLite's integrity check, which looks up every row in every index, and returns its faults. Fails with
/// [`db::Error::Memory`] if SQLite lacked the memory for a page: SQLite reports such a page as a fault, although it
/// was not checked.
fn integrity_check(database: &mut Database) -> db::Result<Vec<String>> {
    let connection = database.connection();
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    let mut statement = connection.prepare(&format!("pragma integrity_check({FILE_FAULTS})"))?;
    let mut rows = statement.query([])?;
    let no_memory = format!("error code={}", ffi::SQLITE_NOMEM);
    let mut faults = Vec::new();
    while let Some(row) = rows.next()? {
        let line = match row.get_ref(0)? {
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            _ => "a fault without a description".to_owned(),
        };
        if line.lines().any(|fault| fault.ends_with(&no_memory)) {
            return Err(db::Error::Memory);
        }
        if line != "ok" {
            faults.push(line);
        }
    }
    Ok(faults)
}
