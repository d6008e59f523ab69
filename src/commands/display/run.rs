//! `display`: fetches the molecules to show.

use std::fmt;

use app::{Command, Hint, Numbers};
use draw::words::{counted, thousands};
use itertools::Itertools;
use watch::Watcher;

use crate::board::{Board, Config, Spectrum};
use crate::error::{Error, Result};
use crate::store::{Explored, Record, Store, Twins};

/// The molecules of a configuration to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// By number, in this order.
    Numbers(Vec<Numbers>),
    /// All molecules with this spectrum.
    Spectrum(Spectrum),
    /// All molecules that fulfil a condition on the columns of Molecules.
    Where(String),
}

/// Calls `each` with each selected molecule that exists, and with its twins if the ambiguous spectra are known.
///
/// Fails with [`Error::NotFound`] if some do not exist, after showing the others. The end of a range may be too
/// large. An error of `each` ends it at once.
pub fn display(
    store: &Store,
    config: Config,
    selection: &Selection,
    watcher: &dyn Watcher,
    each: impl FnMut(&Record, Option<&Twins>) -> Result<()>,
) -> Result<()> {
    // Another program may be exploring meanwhile, so the count of stored molecules is read before the rows.
    let explored = store.explored(config)?;
    let last = config.molecules();
    let so_far = match explored.explored {
        true => String::new(),
        false => format!(
            " so far: {} of {} are stored",
            thousands(explored.stored),
            thousands(last)
        ),
    };
    let (found, what) = match selection {
        Selection::Numbers(numbers) => {
            // A range that begins after the last molecule keeps its first number, which is then reported as
            // missing.
            let end = |range: &Numbers| match range.first == range.last {
                true => range.last,
                false => range.last.min(last.max(range.first)),
            };
            let all = numbers.iter().flat_map(|range| range.first..=end(range));
            display_numbers(store, explored, config, all, watcher, each)?;
            if numbers.iter().any(|range| range.last > end(range)) {
                watcher.say(&format!("the last molecule of {config} is {last}"));
            }
            return Ok(());
        }
        Selection::Where(condition) => {
            let found = store.numbers_where(config, condition, None, usize::MAX)?;
            (found, format!("fulfils the condition \"{condition}\""))
        }
        Selection::Spectrum(spectrum) => {
            let group = store.spectral_group(spectrum, config)?;
            let found = group.iter().map(|record| record.number).collect();
            (found, format!("has the spectrum {spectrum}"))
        }
    };
    if found.is_empty() {
        let what = format!("no molecule of {config} {what}{so_far}");
        return Err(Error::NotFound(what));
    }
    let shown = counted(found.len() as u64, "molecule", "molecules");
    display_numbers(store, explored, config, found.into_iter(), watcher, each)?;
    if !so_far.is_empty() {
        watcher.say(&format!("{shown}{so_far}"));
    }
    Ok(())
}

fn display_numbers(
    store: &Store,
    before: Explored,
    config: Config,
    numbers: impl Iterator<Item = u64>,
    watcher: &dyn Watcher,
    mut each: impl FnMut(&Record, Option<&Twins>) -> Result<()>,
) -> Result<()> {
    let mut out_of_range = Missing::default();
    let mut not_stored = Missing::default();
    for number in numbers {
        if watcher.stop().is_requested() {
            let what = format!("stopped before molecule {number} of {config}");
            return Err(Error::stopped(what));
        }
        let Some(molecule) = Board::from_number(number, config) else {
            out_of_range.add(number);
            continue;
        };
        // Reads the molecule and its twins from the same state of the file.
        let reading = store.file.read()?;
        let Some(record) = store.molecule(molecule)? else {
            not_stored.add(number);
            continue;
        };
        let twins = store.twins(&record)?;
        drop(reading);
        each(&record, twins.as_ref())?;
    }
    let mut missing = Vec::new();
    if out_of_range.count > 0 {
        missing.push(format!(
            "{config} has no {out_of_range} (the numbers run from 1 to {})",
            config.molecules()
        ));
    }
    if not_stored.count > 0 {
        let explored = store.explored(config)?;
        if explored.explored && before.explored {
            let what = format!("{config} is completely explored, but has no row for {not_stored}");
            return Err(Error::damaged(what));
        }
        missing.push(format!(
            "{config} has no {not_stored} yet ({} of {} are stored)",
            thousands(explored.stored),
            thousands(config.molecules())
        ));
    }
    match (missing.is_empty(), not_stored.count) {
        (true, _) => Ok(()),
        (_, 0) => Err(Error::NotFound(missing.join("; "))),
        _ => {
            let explore = Hint::run(Command::new("explore").config(config));
            Err(app::Error::other(missing.join("; "), explore.and(" stores them")).into())
        }
    }
}

/// The number of missing molecules, and the first few of them.
#[derive(Default)]
struct Missing {
    first: Vec<u64>,
    count: u64,
}

impl Missing {
    const NAMED: usize = 10;

    fn add(&mut self, number: u64) {
        self.count += 1;
        if self.first.len() < Missing::NAMED {
            self.first.push(number);
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.count == 1 { "" } else { "s" };
        write!(f, "molecule{plural} {}", self.first.iter().join(", "))?;
        match self.count - self.first.len() as u64 {
            0 => Ok(()),
            more => write!(f, " and {} more", thousands(more)),
        }
    }
}
