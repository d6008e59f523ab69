//! A census of few atoms in a box that is wider than those of the tables. Its result is not stored.

use std::time::{Duration, Instant};

use view::words::{bytes, counted, thousands};
use watch::Watcher;

use super::plan::{LONGEST, Wish, about};
use super::stoppable;
use crate::census::Resources;
use crate::error::{Error, Result};
use crate::laws::{Tally, WideCensus};

/// What a census has found, and how long it took.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// The name of the configuration.
    pub config: String,
    pub tally: Tally,
    pub time: Duration,
}

/// Takes the census of 1 to 5 atoms in a box up to 32 cells wide, after it has said what there is to do.
/// Nothing if the user wants nothing more. Fails if it takes more than a day and nobody insists.
pub(crate) fn census_wide(
    (atoms, width): (usize, u8),
    means: Resources,
    wish: Wish,
    watcher: &dyn Watcher,
) -> Result<Option<Taken>> {
    /// A4_B20 takes 17 s for 146 million molecules.
    const NANOSECONDS_PER_MOLECULE: u64 = 130;
    let config = format!("A{atoms}_B{width}");
    let census = WideCensus::new(atoms, width);
    let passes = census.passes(means);
    let work = census.walked().saturating_mul(passes);
    let time = Duration::from_nanos(work.saturating_mul(NANOSECONDS_PER_MOLECULE))
        / u32::try_from(means.threads).unwrap_or(1).max(1);
    watcher.say(&format!(
        "census of {config}: about {} canonical molecules; {} with {} of memory on {}, no disk, {}; the result is not stored",
        thousands(census.walked()),
        counted(passes, "pass", "passes"),
        bytes(census.memory(passes)),
        counted(means.threads as u64, "thread", "threads"),
        about(time),
    ));
    if wish.dry_run {
        return Ok(None);
    }
    if !wish.insist && time > LONGEST {
        let what = format!("the census of {config} takes {}", about(time));
        return Err(Error::TooMuch { what, census: None });
    }
    let begun = Instant::now();
    let task = format!("census of {config}");
    let stopped = format!("stopped; nothing is kept of the census of {config}");
    let tally = stoppable(watcher, (&task, work), stopped, |observed| {
        census.count(means, observed)
    })?;
    Ok(Some(Taken {
        config,
        tally,
        time: begun.elapsed(),
    }))
}
