//! Says what long work will cost before it begins, and refuses what nobody can want.

use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use view::words::counted;
use watch::{NoThread, Watcher};

use super::explore::make_rows;
use crate::census::Census;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::Rehearsal;

/// It refuses longer work unless somebody insists.
pub(super) const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What to do with a plan.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wish {
    /// Only say it.
    pub dry_run: bool,
    /// Begin, whatever it costs.
    pub insist: bool,
}

/// What the rest of the exploration of a configuration costs.
#[derive(Clone, Debug)]
pub struct Plan {
    config: Config,
    /// How many rows to store.
    rows: u64,
    /// How long that takes.
    time: Duration,
    /// Where.
    folder: PathBuf,
    /// How many bytes are free there, if the system says so.
    free: Option<u64>,
}

/// How many bytes of disk a number of rows takes: in the end, and at most meanwhile. It takes
/// most when the indexes are built and the log holds them, too.
///
/// It was fitted to the files of seven configurations, 5 to 11 wide, and is within 5 %
/// of them by `dbstat` after `run`. For A2_B11, which has few rows, it is within 10 %. It
/// leaves out the rows of ambiguous spectra: 4 % for A6_B5, less for others.
pub(super) fn disk(config: Config, rows: u64) -> (u64, u64) {
    let p = config.width() as f64;
    // SQLite stores a number in no more bytes than it needs.
    let number = f64::from(64 - config.molecules().leading_zeros()) / 8.0;
    let table = 1.1 * (p * p + 4.0 * p) + 60.0 + 2.0 * number.ceil();
    let indexes = 4.0 * p + 25.0 + 4.0 * number.ceil();
    let bytes = |a_row: f64| (a_row * rows as f64) as u64;
    (bytes(table + indexes), bytes(table + 2.0 * indexes))
}

impl Plan {
    /// The plan for a configuration with this number of stored molecules, in the
    /// database at `path`.
    ///
    /// # Errors
    ///
    /// If there is no memory or no thread to try it out.
    pub fn new(config: Config, stored: u64, path: &Path) -> Result<Plan> {
        let rows = config.molecules().saturating_sub(stored);
        let free = kit::free_space(path);
        let time = match rows {
            0 => Duration::ZERO,
            rows => duration(rows as f64 / rows_a_second(config)?),
        };
        Ok(Plan {
            config,
            rows,
            time,
            folder: path.parent().unwrap_or(path).to_owned(),
            free,
        })
    }

    /// About how many bytes of disk it takes in the end.
    pub fn disk(&self) -> u64 {
        disk(self.config, self.rows).0
    }

    /// Says the plan. False if the user wants nothing more.
    ///
    /// # Errors
    ///
    /// [`Error::TooMuch`] if the disk has no room for it or it takes more than a day,
    /// unless somebody insists.
    pub fn agree(&self, wish: Wish, watcher: &dyn Watcher) -> Result<bool> {
        if self.rows > 0 {
            watcher.say(&self.to_string());
        }
        if wish.dry_run {
            return Ok(false);
        }
        if !wish.insist {
            self.check()?;
        }
        Ok(true)
    }

    /// Is there room, and time?
    ///
    /// # Errors
    ///
    /// [`Error::TooMuch`] if not.
    pub fn check(&self) -> Result<()> {
        let (_, most) = disk(self.config, self.rows);
        let too_much = |what: String| Error::TooMuch {
            what,
            census: Census::new(self.config).is_ok().then_some(self.config),
        };
        match self.free {
            Some(free) if free < most => Err(too_much(format!(
                "{} of {} need up to {} of disk, and {} are free",
                self.molecules(),
                self.config,
                size(most),
                size(free),
            ))),
            _ if self.time > LONGEST => Err(too_much(format!(
                "{} of {} take {}",
                self.molecules(),
                self.config,
                about(self.time),
            ))),
            _ => Ok(()),
        }
    }

    /// The molecules that are left to store, in words.
    fn molecules(&self) -> String {
        counted(self.rows, "molecule", "molecules")
    }

    /// The same check while the work is being done and `rows` rows are left.
    ///
    /// # Errors
    ///
    /// [`Error::TooMuch`] if the disk has no room for them.
    pub fn check_again(&self, rows: u64) -> Result<()> {
        Plan {
            rows,
            time: Duration::ZERO,
            free: kit::free_space(&self.folder),
            ..self.clone()
        }
        .check()
    }
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (end, _) = disk(self.config, self.rows);
        write!(
            f,
            "{}: {} to store, {} of disk",
            self.config,
            self.molecules(),
            match end {
                u64::MAX => size(end),
                end => format!("about {}", size(end)),
            }
        )?;
        if let Some(free) = self.free {
            write!(f, " ({} are free)", size(free))?;
        }
        write!(f, ", {}", about(self.time))
    }
}

/// A number of bytes; the largest number also stands for anything larger.
pub(super) fn size(bytes: u64) -> String {
    let more = if bytes == u64::MAX { "more than " } else { "" };
    format!("{more}{}", ByteSize::b(bytes))
}

/// A time in seconds, or the longest that there is.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// How many rows per second can be made, stored, indexed and searched for spectra. It
/// tries that out in memory.
fn rows_a_second(config: Config) -> Result<f64> {
    /// How long it makes rows.
    const TRIED: Duration = Duration::from_millis(200);
    /// Indexes, spectra and the disk add to that: `run` takes this number of times as
    /// long as the rows take in memory.
    const ALL: f64 = 1.6;
    let mut rehearsal = Rehearsal::new(config)?;
    let begun = Instant::now();
    let mut rows = 0;
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        let make = move || make_rows(config, &sender);
        (thread::Builder::new().spawn_scoped(scope, make))
            .map_err(|_| kit::Error::from(NoThread))?;
        while begun.elapsed() < TRIED
            && let Ok(chunk) = receiver.recv()
        {
            rehearsal.insert(&chunk.records)?;
            rows += chunk.records.len() as u64;
        }
        Ok::<(), Error>(())
        // The receiver is dropped here, which ends the other thread.
    })?;
    Ok(rows.max(1) as f64 / begun.elapsed().as_secs_f64() / ALL)
}

/// A time that is only known roughly.
pub(super) fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let counted = |amount: f64, what: &str| format!("about {amount:.0} {what}");
    match seconds {
        s if s < 1.5 => "about a second".to_owned(),
        s if s < 99.5 => counted(s, "seconds"),
        s if s < 5_970.0 => counted(s / 60.0, "minutes"),
        s if s < 172_800.0 => counted(s / 3_600.0, "hours"),
        s if s < 63_072_000.0 => counted(s / 86_400.0, "days"),
        s if s < 3.2e11 => counted(s / 31_536_000.0, "years"),
        _ => "longer than ten thousand years".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_people_do() {
        for (seconds, told) in [
            (0, "about a second"),
            (42, "about 42 seconds"),
            (120, "about 2 minutes"),
            (7_200, "about 2 hours"),
            (864_000, "about 10 days"),
            (946_080_000, "about 30 years"),
            (u64::MAX, "longer than ten thousand years"),
        ] {
            assert_eq!(about(Duration::from_secs(seconds)), told);
        }
    }
}
