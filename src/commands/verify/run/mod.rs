//! `verify`: checks a database independently.
//!
//! It compares the rows with the rules, played cell by cell ([`oracle`](crate::oracle)). It uses nothing that the
//! fast programs have computed, and trusts nothing in the file. It makes all checks, even if some fail.
//!
//! SQLite's integrity check compares the tables with their indexes. Then `verify` reads the rows in the order of
//! the file, and recomputes each of them from its number alone, which also works for an unfinished table. One
//! thread reads, and others apply the rules, which takes about 1.3 µs per row. If all rows are right, the checksum
//! of the table is computed from the rows of the rules.
//!
//! For a single configuration, it reads only the rows of that one: for A4_B8 beside A5_B8, a tenth of the file.

mod census;
mod checksum;
mod rows;
mod slices;
mod spectrums;

pub(crate) use census::CensusCheck;
pub use rows::Sample;
pub use slices::{Recount, SliceChoice};
pub(crate) use slices::{check_slice, recounted, recounted_box};

use std::io::Write;

use crate::commands::verify::report::VerificationReport;
use crate::store::checks::{Check, Faults, quoted};
use draw::words::{counted, thousands};
use watch::{Task, Watcher};

use crate::board::Config;
use crate::error::Result;
use crate::oracle::Plain;
use crate::store::{Inspection, RawBatch, RawConfiguration, Store};
use rows::RowSummary;

/// Verifies one configuration or the whole file, with all rows or a sample, and recounts slices of the census of
/// one configuration if `recount` is given. Findings are written to `out` at once,
/// until its reader closes it.
///
/// Fails with [`Error::Unsound`](crate::Error::Unsound) if a check fails, with
/// [`Error::Unfinished`](crate::Error::Unfinished) if something is not stored yet, if the file has nothing of the
/// configuration, with [`app::Error::Stopped`] if the watcher requests a stop, with temporary errors, and with those
/// of `out`.
pub fn verify(
    store: &mut Store,
    only: Option<Config>,
    recount: Option<SliceChoice>,
    sample: Option<Sample>,
    watcher: &dyn Watcher,
    format: app::RowFormat,
    out: &mut dyn Write,
) -> Result<()> {
    let of = only.map_or("the file".to_owned(), |config| config.to_string());
    let of = sample.map_or(of.clone(), |sample| {
        format!("a sample of {}% of {of}", sample.percent)
    });
    let mut report = VerificationReport::new(of, format, watcher, out);
    let configs = match only {
        Some(config) => {
            if let Some(chosen) = recount {
                check_slice(config, chosen.recount)?;
            }
            if !store.inspect()?.has(config)? {
                return Err(store.not_initialised(config));
            }
            report.turn_to(config.to_string())?;
            report.schema(&store.file)?;
            vec![config]
        }
        None => {
            let rows = store.stored_rows().unwrap_or(0);
            report.file(&mut store.file, rows)?;
            report.schema(&store.file)?;
            known(&store.inspect()?, &mut report)?
        }
    };
    for config in configs {
        if only.is_none() {
            report.turn_to(config.to_string())?;
        }
        // Each configuration has its own snapshot, so that a writer does not wait for all of them.
        let verification = Verification {
            inspection: store.inspect()?,
            config,
            plain: Plain::new(config.atoms(), config.width()),
            sample,
            watcher,
        };
        verification.run(only.is_some(), recount, &mut report)?;
    }
    report.verdict()
}

/// Makes the checks that belong to no configuration, and returns the configurations of the file.
fn known(inspection: &Inspection<'_>, report: &mut VerificationReport<'_>) -> Result<Vec<Config>> {
    let names = match report.settle(inspection.names())? {
        Ok(names) => names,
        Err(error) => {
            report.check("names", Err(error))?;
            return Ok(Vec::new());
        }
    };
    report.check("strays", inspection.strays(None))?;
    let mut faults = Faults::default();
    (names.invalid.iter()).for_each(|name| faults.add(|| quoted(name)));
    if faults.count() > 0 {
        let found = Check::failed(format!("these are not configurations: {faults}"));
        report.check("names", Ok(found))?;
    }
    Ok(names.configs)
}

struct Verification<'a> {
    inspection: Inspection<'a>,
    config: Config,
    plain: Plain,
    /// The share of the rows to recompute, if not all.
    sample: Option<Sample>,
    watcher: &'a dyn Watcher,
}

/// The stages of the configuration as marked in the file, and its number of rows.
struct MarkedStages {
    row: Option<RawConfiguration>,
    explored: bool,
    spectrums_initialised: bool,
    spectrums_updated: bool,
    /// The number of its rows in Molecules.
    rows: u64,
}

impl Verification<'_> {
    /// Makes all checks. `alone` means that the file as a whole is not checked.
    fn run(
        &self,
        alone: bool,
        recount: Option<SliceChoice>,
        report: &mut VerificationReport<'_>,
    ) -> Result<()> {
        let config = self.config;
        let marked = report.settle(self.marked_stages())?;
        if alone {
            report.check("strays", self.inspection.strays(Some(config)))?;
        }
        let census = report.settle(self.inspection.census(config))?;
        let marked = match marked {
            Ok(marked) => Some(marked),
            Err(error) => {
                report.check("molecules", Err(error))?;
                None
            }
        };
        let mut rows = None;
        // If there is only a census, or the rest of one, no molecules are stored.
        if let Some(marked) = &marked
            && (marked.row.is_some() || marked.rows > 0)
        {
            rows = self.molecules(marked, report)?;
            report.check("spectrums", self.spectrums(marked))?;
            report.recomputed += rows.as_ref().map_or(0, |rows| rows.recomputed);
            if marked.spectrums_updated {
                report.grouped += self.inspection.count(self.config, "Spectrums")?;
            }
        }
        match census {
            Err(error) => report.check("census", Err(error))?,
            Ok(None) if recount.is_some() => {
                report.check("recount", Ok(Check::open("there is no census")))?;
            }
            Ok(None) => {}
            Ok(Some(census)) => {
                let check = CensusCheck {
                    config,
                    plain: &self.plain,
                    watcher: self.watcher,
                };
                // Compares the census with the tables of the pipeline, if that is finished.
                let is_finished =
                    |marked: &MarkedStages| marked.explored && marked.spectrums_updated;
                let sizes = (marked.as_ref().is_some_and(is_finished))
                    .then(|| self.inspection.group_sizes(config));
                // The extremes of a sample are not those of all rows.
                let rows = rows.as_ref().filter(|_| self.sample.is_none());
                let found = sizes.transpose().and_then(|sizes| {
                    check.census(&census, sizes.as_deref(), rows.map(|rows| &rows.extremes))
                });
                report.check("census", found)?;
                let is_finished = census.finished_at.is_some();
                if let Some(recount) = recount {
                    let found = match is_finished {
                        true => recounted(&check, &census.findings, recount),
                        false => Ok(Check::open("the census is not finished")),
                    };
                    report.check("recount", found)?;
                }
                if is_finished {
                    report.checksum("Censuses", &census.checksum)?;
                }
            }
        }
        match marked {
            Some(marked) if marked.explored && rows.is_some_and(|rows| rows.are_right) => {
                self.checksums(&marked, report)
            }
            _ => Ok(()),
        }
    }

    fn marked_stages(&self) -> Result<MarkedStages> {
        let row = self.inspection.configuration(self.config)?;
        let is_done = |step: usize| row.as_ref().is_some_and(|row| row.times[step].is_some());
        Ok(MarkedStages {
            explored: is_done(0),
            spectrums_initialised: is_done(1),
            spectrums_updated: is_done(2),
            rows: self.inspection.count(self.config, "Molecules")?,
            row,
        })
    }

    /// Runs work on many rows, which calls the function it gets for each of them, and reports the progress.
    fn watched<T>(
        &self,
        task: &str,
        rows: u64,
        work: impl FnOnce(&mut dyn FnMut() -> app::Result<()>) -> Result<T>,
    ) -> Result<T> {
        /// The number of rows between two progress reports.
        const ROWS: u64 = 1024;
        let mut done = 0u64;
        let name = format!("verifying {}: {task}", self.config);
        let mut task = Task::begun(self.watcher, name, 0, rows);
        work(&mut || {
            done += 1;
            if done.is_multiple_of(ROWS) || done == rows {
                task.advance(done.min(rows));
                if self.watcher.stop().is_requested() {
                    return Err(app::Error::Stopped(String::new()));
                }
            }
            Ok(())
        })
    }

    /// Checks the rows of Molecules and the progress marked in the file. Returns the summary of the rows, if they
    /// can be read.
    fn molecules(
        &self,
        marked: &MarkedStages,
        report: &mut VerificationReport<'_>,
    ) -> Result<Option<RowSummary>> {
        report.check("molecules", Ok(self.count(marked)))?;
        let batches = report.settle(self.inspection.batches(self.config))?;
        let (found, rows) = match report.settle(self.rows(marked))? {
            Ok((found, rows)) => (Ok(found), Some(rows)),
            Err(error) => (Err(error), None),
        };
        report.check("rows", found)?;
        let progress = batches.map(|batches| self.progress(marked, &batches, rows.as_ref()));
        report.check("progress", progress)?;
        report.check("steps", self.marks())?;
        Ok(rows)
    }

    fn count(&self, marked: &MarkedStages) -> Check {
        let all = self.plain.molecules();
        let formula = format!(
            "C({}, {}) = {}",
            self.config.cells(),
            self.config.atoms(),
            thousands(all)
        );
        let rows = thousands(marked.rows);
        if u128::from(marked.rows) == all {
            Check::passed(format!("{rows} rows, and {formula}"))
        } else if u128::from(marked.rows) < all && !marked.explored {
            Check::open(format!("{rows} rows so far, of {formula}"))
        } else {
            Check::failed(format!("{rows} rows, but {formula}"))
        }
    }

    /// Checks that the marks of the stages agree with the rows and with each other.
    fn marks(&self) -> Result<Check> {
        Ok(match self.inspection.marks_agree(self.config)? {
            true => Check::passed("the rows agree with the steps that are marked as finished"),
            false => Check::failed("the rows contradict a step that is marked as finished"),
        })
    }

    /// Checks that the frontier and the batches agree with the rows and with each other.
    fn progress(
        &self,
        marked: &MarkedStages,
        batches: &[RawBatch],
        rows: Option<&RowSummary>,
    ) -> Check {
        let Some(row) = &marked.row else {
            return Check::failed("Configurations has no row, but there are molecules");
        };
        let frontier = row.frontier;
        let all = self.plain.molecules();
        let mut faults = Faults::default();
        faults.differ("nb_mol", row.nb_mol, all);
        faults.differ("nb_atoms", row.nb_atoms, self.config.atoms() as u128);
        faults.differ("width", row.width, self.config.width() as u128);
        faults.differ("nb_stored", row.nb_stored, marked.rows.into());
        let sum: i128 = batches.iter().map(|batch| i128::from(batch.rows)).sum();
        faults.differ(
            "the sum of the rows of all batches",
            sum,
            marked.rows.into(),
        );
        let last = batches.last().map_or(0, |batch| batch.frontier);
        let is = u128::try_from(frontier).unwrap_or(0);
        faults.differ("the last batch's frontier", last, is);
        for batch in batches {
            let frontier = batch.frontier;
            if !u128::try_from(frontier).is_ok_and(|frontier| (1..=all).contains(&frontier)) {
                faults.add(|| format!("a batch has the frontier {frontier}"));
            }
            faults.time("when a batch was committed", &batch.committed_at);
        }
        if marked.explored {
            faults.differ("the frontier of an explored configuration", frontier, all);
        }
        if let Some(rows) = rows {
            let what = "the frontier, up to which every molecule is stored,";
            faults.differ(what, frontier, rows.up_to_frontier.into());
            if rows.last_canonical > frontier {
                faults
                    .add(|| "there are rows of canonical molecules beyond the frontier".to_owned());
            }
        }
        for time in row.times.iter().flatten() {
            faults.time("when a stage was done", time);
        }
        let done = format!(
            "{}, {}, frontier {}",
            counted(marked.rows, "row", "rows"),
            counted(batches.len() as u64, "batch", "batches"),
            frontier
        );
        match faults.count() {
            0 if marked.explored => Check::passed(done),
            0 => Check::open(format!("{done}; not completely explored")),
            _ => Check::failed(faults.to_string()),
        }
    }
}
