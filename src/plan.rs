//! Estimates the cost of a job before it starts, and rejects jobs that do not fit on the disk or take more than a day.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use draw::words::{bytes, counted};
use watch::Watcher;

use crate::board::Config;
use crate::census::{Census, Resources};
use crate::error::{Error, Result};

/// Longer work is refused unless the limits are ignored.
pub(crate) const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What to do with a plan.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlanOptions {
    /// Print an estimate of the work, the disk space and the time, and do nothing else
    #[arg(long)]
    pub dry_run: bool,
    /// Start even if the disk is too small or the work would take more than a day
    #[arg(long, conflicts_with = "dry_run")]
    pub ignore_limits: bool,
}

impl PlanOptions {
    /// Whether work that takes this time may begin, which is false for a dry run. [`Error::TooMuch`] if it takes
    /// more than a day, unless the limits are ignored.
    pub(crate) fn permit(self, what: &str, time: Duration) -> Result<bool> {
        match self.dry_run || self.ignore_limits || time <= LONGEST {
            true => Ok(!self.dry_run),
            false => Err(too_long(what, time)),
        }
    }
}

/// The error for work that takes more than a day.
pub(crate) fn too_long(what: &str, time: Duration) -> Error {
    let what = format!("{what} takes {}, and the limit is a day", about(time));
    Error::TooMuch { what, census: None }
}

/// The cost of the rest of the exploration of a configuration.
#[derive(Clone, Debug)]
pub struct ExplorationPlan {
    config: Config,
    /// The number of rows to store.
    rows: u64,
    path: PathBuf,
}

/// The bytes of disk for a number of rows: in the end, and at most meanwhile. The maximum is reached when the
/// indexes are built, because the log has them, too.
///
/// Fitted to the files of seven configurations, 5 to 11 wide, and within 5 % of them by `dbstat` after `run`. For
/// A2_B11, which has few rows, it is within 10 %. Rows of ambiguous spectra are not included: they are 4 % for
/// A6_B5, and less for others.
pub(crate) fn disk(config: Config, rows: u64) -> (u64, u64) {
    let p = config.width() as f64;
    // SQLite stores an integer in as few bytes as possible.
    let number = f64::from(64 - config.molecules().leading_zeros()) / 8.0;
    let table = 1.1 * (p * p + 4.0 * p) + 60.0 + 2.0 * number.ceil();
    let indexes = 4.0 * p + 25.0 + 4.0 * number.ceil();
    let bytes = |a_row: f64| (a_row * rows as f64) as u64;
    (bytes(table + indexes), bytes(table + 2.0 * indexes))
}

/// The approximate time for storing these bytes of rows and indexes, and for collecting their spectra: 20 ns per
/// byte. `run` took 3.2 s for A4_B8 and 31 s for A5_B8.
pub(crate) fn time(bytes: u64) -> Duration {
    Duration::from_secs(bytes / 50_000_000)
}

impl ExplorationPlan {
    /// The plan for a configuration with this number of stored molecules, in the
    /// database at `path`.
    pub fn new(config: Config, stored: u64, path: &Path) -> ExplorationPlan {
        ExplorationPlan {
            config,
            rows: config.molecules().saturating_sub(stored),
            path: path.to_owned(),
        }
    }

    /// The approximate number of bytes of disk in the end.
    pub fn disk(&self) -> u64 {
        disk(self.config, self.rows).0
    }

    /// Prints the plan. Returns false for a dry run. [`Error::TooMuch`] if the disk has no room for it or it takes
    /// more than a day, unless the limits are ignored.
    pub(crate) fn announce(&self, options: PlanOptions, watcher: &dyn Watcher) -> Result<bool> {
        let config = self.config;
        match (self.rows, self.disk()) {
            (0, _) if options.dry_run => watcher.say(&format!("{config} is explored already")),
            (0, _) => {}
            (_, disk) => watcher.say(&format!(
                "{config}: {} to store, {}{} of disk{}",
                counted(self.rows, "molecule", "molecules"),
                if disk == u64::MAX { "" } else { "about " },
                size(disk),
                free_and_time(app::free_space(&self.path), time(disk))
            )),
        }
        match self.check_again(self.rows) {
            Err(too_much) if options.dry_run => watcher.say(&too_much.to_string()),
            checked if !options.ignore_limits => checked?,
            _ => {}
        }
        Ok(!options.dry_run)
    }

    /// Whether a census takes at most a day.
    fn suits_a_census(&self) -> bool {
        let census = Census::new(self.config);
        let resources = Resources {
            memory: u64::MAX,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        };
        census.estimate(&census.plan(resources)) <= LONGEST
    }

    /// [`Error::TooMuch`] if the disk has no room when `rows` rows are left, or if they take more than a day.
    pub fn check_again(&self, rows: u64) -> Result<()> {
        let (end, most) = disk(self.config, rows);
        let molecules = counted(rows, "molecule", "molecules");
        let what = format!("{molecules} of {}", self.config);
        let free = app::free_space(&self.path);
        match too_much(&what, "up to", most, free, time(end)) {
            None => Ok(()),
            Some(what) => Err(Error::TooMuch {
                what,
                census: self.suits_a_census().then_some(self.config),
            }),
        }
    }
}

/// The reason why work with these bytes is too much: the disk has no room for them, or it takes more than a day.
pub(crate) fn too_much(
    what: &str,
    about_or_up_to: &str,
    bytes: u64,
    free: Option<u64>,
    time: Duration,
) -> Option<String> {
    match free {
        Some(free) if free < bytes => Some(format!(
            "{what} need {}{} of disk, but only {} are free",
            if bytes == u64::MAX {
                String::new()
            } else {
                format!("{about_or_up_to} ")
            },
            size(bytes),
            size(free)
        )),
        _ if time > LONGEST => Some(format!(
            "{what} take {}, and the limit is a day",
            about(time)
        )),
        _ => None,
    }
}

/// The end of a plan in words: the free space of the disk, if that is known, and the time.
pub(crate) fn free_and_time(free: Option<u64>, time: Duration) -> String {
    let free = free.map_or(String::new(), |free| format!(" ({} are free)", size(free)));
    format!("{free}, {}", about(time))
}

/// Writes a number of bytes. The greatest number stands for larger ones, too.
pub(crate) fn size(number: u64) -> String {
    let more = if number == u64::MAX { "more than " } else { "" };
    format!("{more}{}", bytes(number))
}

/// Writes an estimated time as a range from half of it to twice of it.
pub(crate) fn about(time: Duration) -> String {
    between(time.as_secs_f64() / 2.0, time.as_secs_f64() * 2.0)
}

/// Writes a range between two numbers of seconds.
fn between(least: f64, most: f64) -> String {
    const UNITS: [(&str, f64); 5] = [
        ("years", 31_536_000.0),
        ("days", 86_400.0),
        ("h", 3_600.0),
        ("min", 60.0),
        ("s", 1.0),
    ];
    if least > 3.2e11 {
        return "more than ten thousand years".to_owned();
    }
    // The unit is that of the lower end, unless this is less than a second.
    let rounded = if least < 1.0 { most } else { least };
    let (unit, seconds) = (UNITS.into_iter())
        .find(|(_, seconds)| *seconds <= rounded)
        .unwrap_or(("s", 1.0));
    // Rounds to one digit and half of the next one.
    let step = |number: f64| match number {
        n if n < 10.0 => 1.0,
        n => 5.0 * 10f64.powf(n.log10().floor() - 1.0),
    };
    let [least, most] = [least / seconds, most / seconds];
    let (least, most) = (
        (least / step(least)).floor() * step(least),
        (most / step(most)).ceil().max(1.0) * step(most),
    );
    match least {
        0.0 => format!("up to {most} {unit}"),
        _ => format!("roughly {least} to {most} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_words() {
        for (least, most, rounded) in [
            (0.0, 0.0, "up to 1 s"),
            (0.7, 1.2, "up to 2 s"),
            (3.4, 7.1, "roughly 3 to 8 s"),
            (13.4, 47.1, "roughly 10 to 50 s"),
            (100.0, 380.0, "roughly 1 to 7 min"),
            (7_200.0, 18_000.0, "roughly 2 to 5 h"),
            (864_000.0, 1_900_000.0, "roughly 10 to 25 days"),
            (946_080_000.0, 1e10, "roughly 30 to 350 years"),
            (20.0, 350.0, "roughly 20 to 350 s"),
            (f64::INFINITY, f64::INFINITY, "more than ten thousand years"),
        ] {
            assert_eq!(between(least, most), rounded);
        }
    }
}
