//! A verification in progress, and how its checks are written.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;
use view::words::{counted, hanging, listed, thousands};
use watch::Watcher;

use super::{Checksum, FILE, Found, Outcome};
use crate::output::write_json;
use crate::terminal::{self, printable};
use crate::{Error, Failure, Result, Rows};

/// A line of the result, for programs. A cell that does not apply is empty.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    config: Option<Option<&'a str>>,
    outcome: &'a str,
    /// The name of the check, or of the table that has a checksum.
    name: &'a str,
    /// The same words as in the line for people.
    text: &'a str,
    /// The number of rows of a checksum.
    rows: Option<u64>,
    sha256: Option<&'a str>,
}

/// A verification in progress: it counts the checks, and writes a line for each.
pub struct Report<'a> {
    of: String,
    /// The configuration that `of` is, which every row names, if there are configurations.
    config: Option<Option<String>>,
    format: Rows,
    pub(super) watcher: &'a dyn Watcher,
    out: &'a mut dyn Write,
    /// The columns of the terminal. Without a terminal, nothing is too wide.
    columns: usize,
    /// Nothing is written yet.
    first: bool,
    /// The reader of the lines has seen enough.
    closed: bool,
    checks: u64,
    /// Where something is not there yet.
    open: Vec<String>,
    /// The checks that failed, and where.
    failed: Vec<(String, &'static str)>,
}

impl<'a> Report<'a> {
    /// A verification of something with this name. It does not end if nobody reads `out` any more.
    pub fn new(
        of: impl Into<String>,
        format: Rows,
        watcher: &'a dyn Watcher,
        out: &'a mut dyn Write,
    ) -> Self {
        Report {
            of: of.into(),
            config: None,
            format,
            watcher,
            out,
            columns: terminal::columns_to_wrap(),
            first: true,
            closed: false,
            checks: 0,
            open: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// A verification of a file that has configurations. It begins with what belongs to none.
    pub fn of_configs(format: Rows, watcher: &'a dyn Watcher, out: &'a mut dyn Write) -> Self {
        Report {
            config: Some(None),
            ..Report::new("the file", format, watcher, out)
        }
    }

    /// The next checks are those of this configuration. For people, a heading says so if others
    /// came before.
    ///
    /// # Errors
    ///
    /// If the heading cannot be written although somebody reads.
    pub fn turn_to(&mut self, config: String) -> Result<()> {
        if !self.first && self.format == Rows::Text {
            self.write(format!("\n{config}\n").as_bytes())?;
        }
        self.of.clone_from(&config);
        self.config = Some(Some(config));
        Ok(())
    }

    /// Returns what was read, or the finding about it. Any other error ends the verification.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] if the watcher wants to stop, and errors of the moment.
    pub fn settle<T, E: Failure + From<Error>>(
        &self,
        read: Result<T, E>,
    ) -> Result<Result<T, E>, E> {
        if self.watcher.stop().asked() {
            return Err(Error::Stopped(format!("stopped while verifying {}", self.of)).into());
        }
        let unsound = self.failed.iter().any(|(_, check)| *check == FILE);
        match read {
            Err(error) if !error.common().is_none_or(|e| e.is_finding(unsound)) => Err(error),
            other => Ok(other),
        }
    }

    /// Counts a check and writes its line.
    ///
    /// # Errors
    ///
    /// As [`settle`](Report::settle), and if the line cannot be written although somebody reads.
    pub fn check<E: Failure + From<Error>>(
        &mut self,
        name: &'static str,
        found: Result<Found, E>,
    ) -> Result<(), E> {
        let found = self.settle(found)?;
        let found = found.unwrap_or_else(|error| Found::failed(format!("cannot be read: {error}")));
        self.checks += 1;
        let outcome = match found.outcome {
            Outcome::Passed => ("ok", "ok"),
            Outcome::Open => {
                self.open.push(self.of.clone());
                ("open", "open")
            }
            // Nobody should overlook it.
            Outcome::Failed => {
                self.failed.push((self.of.clone(), name));
                ("failed", "FAILED")
            }
        };
        Ok(self.row(outcome, name, &found.words, None)?)
    }

    /// Writes the checksum of a table.
    ///
    /// # Errors
    ///
    /// If the line cannot be written although somebody reads.
    pub fn checksum(&mut self, table: &str, checksum: &Checksum) -> Result<()> {
        let (digits, rows) = (checksum.digits(), checksum.rows());
        let words = format!("sha256 {digits} of {} rows", thousands(rows));
        let outcome = ("checksum", "checksum");
        self.row(outcome, table, &words, Some((rows, &digits)))
    }

    /// Writes a row. The outcome has a word for programs and one for people.
    fn row(
        &mut self,
        (outcome, shown): (&str, &str),
        name: &str,
        words: &str,
        checksum: Option<(u64, &str)>,
    ) -> Result<()> {
        let text = printable(words);
        let row = Row {
            config: self.config.as_ref().map(Option::as_deref),
            outcome,
            name,
            text: &text,
            rows: checksum.map(|(rows, _)| rows),
            sha256: checksum.map(|(_, digits)| digits),
        };
        let mut line = Vec::new();
        match self.format {
            Rows::Text => line.extend(self.line(shown, name, &text).bytes()),
            Rows::Json => write_json(&mut line, &row)?,
            Rows::Csv => {
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

    /// A line for people, which may take several lines of the terminal.
    fn line(&self, outcome: &str, name: &str, text: &str) -> String {
        let prefix = format!("{outcome:<8}  {name:<11}  ");
        hanging(&prefix, text, self.columns) + "\n"
    }

    /// Writes the verdict, and succeeds if everything is there and right.
    ///
    /// # Errors
    ///
    /// [`Error::Unsound`] and [`Error::Unfinished`].
    pub fn verdict(mut self) -> Result<()> {
        let checks = counted(self.checks, "check", "checks");
        let (outcome, words) = match (self.failed.len(), self.open.len()) {
            (0, 0) => (
                ("ok", "ok"),
                format!("everything is right: {checks} passed"),
            ),
            (0, open) => {
                let words =
                    format!("what is stored is right, but {open} of {checks} wait for rows");
                (("open", "open"), words)
            }
            (failed, _) => {
                let words = format!("{failed} of {checks} failed");
                (("failed", "FAILED"), words)
            }
        };
        self.config = self.config.map(|_| None);
        self.row(outcome, "verdict", &words, None)?;
        if !self.failed.is_empty() {
            return Err(Error::Unsound {
                of: listed(self.failed.iter().map(|(of, _)| of).unique()),
                failed: self.failed.into_iter().map(|(_, check)| check).collect(),
                checks: self.checks,
            });
        }
        match &self.open[..] {
            [] => Ok(()),
            open => Err(Error::Unfinished(listed(open.iter().unique()))),
        }
    }
}
