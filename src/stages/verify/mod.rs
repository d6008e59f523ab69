//! `verify`: checks a database as an outsider would.
//!
//! What is stored is compared with what the rules give when they are played
//! cell by cell ([`plain`](crate::plain)); nothing that the fast programs have
//! computed is used, and nothing in the file is believed. All checks are run,
//! whatever the others found.
//!
//! The rows are gone through twice. In the order of the file each is recomputed from
//! its number alone, which needs no index and works on a half-done table. In the
//! order of numbers the checksum is made, through the index on number, which costs a
//! jump a row but no memory. The second implementation of the rules takes some 10 µs
//! a row.

mod census;
mod checksum;
mod faults;
mod rows;
mod sample;
mod spectrums;

pub use checksum::Checksum;
pub use sample::Sample;

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use watch::{NoThread, Watcher};

use crate::error::{Error, Result};
use crate::game::Config;
use crate::plain::Plain;
use crate::store::{self, Inspection, RawConfiguration, Store};
use faults::Faults;
use rows::Extremes;

/// How many lines SQLite's integrity check may have to say.
const FILE_FAULTS: u32 = 100;

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckOutcome {
    /// All is as it should be.
    Passed,
    /// What is there is right, but not all is there yet.
    Open,
    /// Something is wrong.
    Failed,
}

/// A check that has been made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What was checked, in a word.
    pub name: &'static str,
    /// How it ended.
    pub outcome: CheckOutcome,
    /// What was found. May quote the file.
    pub finding: String,
}

/// What a verification has to say, line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A check.
    Check(Check),
    /// The checksum of a table.
    Checksum(Checksum),
}

/// How many checks ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// All checks.
    pub checks: u64,
    /// Those that found something that is not there yet.
    pub open: u64,
    /// Those that found something wrong.
    pub failed: u64,
}

/// Verifies a configuration, in one snapshot of the database; every row is
/// recomputed, or a random sample of them. `each` gets the findings as they
/// are made.
///
/// # Errors
///
/// [`store::Error::NotInitialised`] where there is nothing of the configuration in a
/// file that is sound, [`kit::Error::Stopped`] where the watcher wants to stop, and
/// whatever `each` fails with. What is wrong with the database is no error but
/// a finding.
pub fn verify(
    store: &mut Store,
    config: Config,
    sample: Option<Sample>,
    watcher: &dyn Watcher,
    each: &mut dyn FnMut(&Line) -> Result<()>,
) -> Result<Verdict> {
    let faults = check_file(store, watcher);
    store.inspect(|inspection| {
        let verification = Verification {
            inspection,
            config,
            plain: Plain::new(config.atoms(), config.width()),
            watcher,
            each,
            verdict: Verdict::default(),
        };
        verification.run(faults, sample)
    })
}

/// SQLite's own check of the whole file, while the watcher is told how far it
/// is.
fn check_file(store: &mut Store, watcher: &dyn Watcher) -> Result<Vec<String>> {
    /// How often the watcher is told.
    const REPORTS: Duration = Duration::from_millis(100);
    let rows = store.rows_said().unwrap_or(0);
    let instructions = store.file().instructions();
    let before = instructions.count();
    let this = thread::current();
    watcher.begin("checking the file", 0, rows);
    let result = thread::scope(|scope| {
        let check = thread::Builder::new().spawn_scoped(scope, || {
            let result = store.check_file(FILE_FAULTS);
            this.unpark();
            result
        });
        let check = check.map_err(|_| kit::Error::from(NoThread))?;
        while !check.is_finished() {
            let done = (instructions.count() - before) / Store::INSTRUCTIONS_A_ROW;
            watcher.advance(done.min(rows));
            thread::park_timeout(REPORTS);
        }
        check.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    if result.is_ok() {
        watcher.advance(rows);
    }
    watcher.end();
    Ok(result?)
}

/// What a check found.
type Found = (CheckOutcome, String);

fn passed(finding: impl Into<String>) -> Found {
    (CheckOutcome::Passed, finding.into())
}

fn open(finding: impl Into<String>) -> Found {
    (CheckOutcome::Open, finding.into())
}

fn failed(finding: impl Into<String>) -> Found {
    (CheckOutcome::Failed, finding.into())
}

/// What SQLite's integrity check has found.
fn file(found: Vec<String>) -> Result<Found> {
    let mut faults = Faults::default();
    for fault in found {
        faults.add(|| fault);
    }
    Ok(match faults.count {
        0 => passed("SQLite's integrity check finds nothing wrong"),
        _ => failed(format!("SQLite's integrity check finds: {faults}")),
    })
}

/// A verification under way.
struct Verification<'a> {
    inspection: &'a Inspection<'a>,
    config: Config,
    plain: Plain,
    watcher: &'a dyn Watcher,
    each: &'a mut dyn FnMut(&Line) -> Result<()>,
    verdict: Verdict,
}

/// What is said of the configuration, and what there is of it.
struct Said {
    row: Option<RawConfiguration>,
    /// How many rows Molecules has of it.
    rows: u64,
}

impl Said {
    fn explored(&self) -> bool {
        self.row.as_ref().is_some_and(|row| row.done[0])
    }

    fn spectrums_initialised(&self) -> bool {
        self.row.as_ref().is_some_and(|row| row.done[1])
    }

    fn spectrums_updated(&self) -> bool {
        self.row.as_ref().is_some_and(|row| row.done[2])
    }

    fn frontier(&self) -> i64 {
        self.row.as_ref().map_or(0, |row| row.counts[3])
    }

    /// There is nothing.
    fn nothing(&self) -> bool {
        self.row.is_none() && self.rows == 0
    }
}

impl Verification<'_> {
    fn run(mut self, faults: Result<Vec<String>>, sample: Option<Sample>) -> Result<Verdict> {
        self.check("file", |_| file(faults?))?;
        let said = self.read(|this| {
            Ok(Said {
                row: this.inspection.configuration(this.config)?,
                rows: this.inspection.count_molecules(this.config)?,
            })
        })?;
        let census = self.read(|this| Ok(this.inspection.census(this.config)?))?;
        let mut extremes = None;
        match &said {
            Err(error) => {
                let why = format!("cannot be read: {error}");
                self.check("molecules", |_| Ok(failed(why)))?;
            }
            Ok(said) if said.nothing() => match &census {
                // Nothing but a census, which stores no molecules.
                Ok(Some(_)) => {}
                // Whoever lost the configuration together with its row would
                // like to know why.
                _ if self.verdict.failed > 0 => {
                    self.check("molecules", |this| {
                        Ok(failed(format!("there is nothing of {}", this.config)))
                    })?;
                }
                _ => return Err(store::Error::NotInitialised(self.config).into()),
            },
            Ok(said) => {
                extremes = self.molecules(said, sample)?;
                self.spectrums(said)?;
            }
        }
        match (&said, census) {
            (_, Err(error)) => {
                self.check("census", |_| Ok(failed(format!("cannot be read: {error}"))))?;
            }
            (_, Ok(None)) => {}
            (said, Ok(Some(census))) => {
                // Compared with the pipeline where that has come to its end.
                let sizes = match said {
                    Ok(said) if said.explored() && said.spectrums_updated() => {
                        Some(self.inspection.group_sizes(self.config))
                    }
                    _ => None,
                };
                self.check("census", |this| {
                    this.census(&census, sizes.transpose()?, extremes.as_ref())
                })?;
            }
        }
        if let Ok(said) = &said
            && said.explored()
        {
            self.checksums(said)?;
        }
        Ok(self.verdict)
    }

    /// Reads something that may be damaged. Only a wish to stop ends the
    /// verification.
    fn read<T>(&self, read: impl FnOnce(&Self) -> Result<T>) -> Result<Result<T>> {
        let result = read(self);
        if self.watcher.stop().asked() {
            return Err(
                kit::Error::Stopped(format!("stopped while verifying {}", self.config)).into(),
            );
        }
        match result {
            Err(Error::Kit(kit::Error::Output(error))) => {
                Err(Error::Kit(kit::Error::Output(error)))
            }
            other => Ok(other),
        }
    }

    /// Makes a check, counts it and says what it found.
    fn check(
        &mut self,
        name: &'static str,
        check: impl FnOnce(&Self) -> Result<Found>,
    ) -> Result<()> {
        let found = self.read(check)?;
        self.report(name, found)
    }

    fn report(&mut self, name: &'static str, found: Result<Found>) -> Result<()> {
        let (outcome, finding) =
            found.unwrap_or_else(|error| failed(format!("cannot be read: {error}")));
        self.verdict.checks += 1;
        match outcome {
            CheckOutcome::Passed => {}
            CheckOutcome::Open => self.verdict.open += 1,
            CheckOutcome::Failed => self.verdict.failed += 1,
        }
        (self.each)(&Line::Check(Check {
            name,
            outcome,
            finding,
        }))
    }

    /// Goes through many rows and tells the watcher how far it is.
    fn watched<T>(
        &self,
        task: &str,
        rows: u64,
        work: impl FnOnce(&mut dyn FnMut() -> store::Result<()>) -> store::Result<T>,
    ) -> Result<T> {
        /// How many rows are looked at between two words to the watcher.
        const ROWS: u64 = 1024;
        let mut done = 0u64;
        let task = format!("verifying {}: {task}", self.config);
        self.watcher.begin(&task, 0, rows);
        let result = work(&mut || {
            done += 1;
            if done.is_multiple_of(ROWS) || done == rows {
                self.watcher.advance(done.min(rows));
                if self.watcher.stop().asked() {
                    return Err(kit::Error::Stopped(String::new()).into());
                }
            }
            Ok(())
        });
        self.watcher.end();
        Ok(result?)
    }

    /// The rows of Molecules, and what is said of them.
    fn molecules(&mut self, said: &Said, sample: Option<Sample>) -> Result<Option<Extremes>> {
        self.check("molecules", |this| Ok(this.count(said)))?;
        let numbers = self.read(|this| this.numbers(said))?;
        let up_to_frontier = numbers.as_ref().ok().map(|numbers| numbers.up_to_frontier);
        self.report("numbers", numbers.map(|numbers| numbers.found))?;
        let rows = self.read(|this| this.rows(said, sample))?;
        let (last_canonical, extremes) = match rows {
            Ok(rows) => {
                self.report("canonical", Ok(rows.canonical))?;
                self.report("texts", Ok(rows.texts))?;
                self.report("enantiomers", Ok(rows.enantiomers))?;
                self.report("rays", Ok(rows.rays))?;
                (Some(rows.last_canonical), Some(rows.extremes))
            }
            Err(error) => {
                let why = format!("cannot be read: {error}");
                for name in ["canonical", "texts", "enantiomers", "rays"] {
                    self.report(name, Ok(failed(why.clone())))?;
                }
                (None, None)
            }
        };
        self.check("progress", |this| {
            this.progress(said, up_to_frontier, last_canonical)
        })?;
        Ok(extremes)
    }

    fn count(&self, said: &Said) -> Found {
        let all = self.plain.molecules();
        let formula = format!(
            "C({}, {}) = {all}",
            self.config.cells(),
            self.config.atoms()
        );
        let rows = said.rows;
        if u128::from(rows) == all {
            passed(format!("{rows} rows, {formula}"))
        } else if u128::from(rows) < all && !said.explored() {
            open(format!("{rows} rows so far, {formula}"))
        } else {
            failed(format!("{rows} rows, but {formula}"))
        }
    }

    /// Do frontier and batches agree with the rows and with each other?
    fn progress(
        &self,
        said: &Said,
        up_to_frontier: Option<u64>,
        last_canonical: Option<i64>,
    ) -> Result<Found> {
        let batches = self.inspection.batches(self.config)?;
        let Some(row) = &said.row else {
            return Ok(failed("Configurations has no row, but there are molecules"));
        };
        let [molecules, atoms, width, frontier, stored] = row.counts;
        let all = self.plain.molecules();
        let mut faults = Faults::default();
        let mut differ = |what: &str, said: i64, is: u128| {
            if u128::try_from(said).ok() != Some(is) {
                faults.add(|| format!("{what} is {said}, not {is}"));
            }
        };
        differ("nb_mol", molecules, all);
        differ("nb_atoms", atoms, self.config.atoms() as u128);
        differ("width", width, self.config.width() as u128);
        differ("nb_stored", stored, said.rows.into());
        differ("the rows of all batches", batches.rows, said.rows.into());
        let is = u128::try_from(frontier).unwrap_or(0);
        differ("the last batch's frontier", batches.frontier, is);
        if let Some(up_to_frontier) = up_to_frontier {
            let what = "the frontier, up to which every molecule is stored,";
            differ(what, frontier, up_to_frontier.into());
        }
        if row.done[0] {
            differ("the frontier of what is explored", frontier, all);
        }
        if last_canonical.is_some_and(|last| last > frontier) {
            faults.add(|| "there are rows of canonical molecules beyond the frontier".to_owned());
        }
        if row.done[2] && !row.done[1] || row.done[1] && !row.done[0] {
            faults.add(|| "a later stage is marked as done before an earlier one".to_owned());
        }
        let done = format!(
            "{} rows, batches {}, frontier {frontier}",
            said.rows, batches.batches
        );
        Ok(match faults.count {
            0 if row.done[0] => passed(done),
            0 => open(format!("{done}; not wholly explored")),
            _ => failed(faults.to_string()),
        })
    }
}
