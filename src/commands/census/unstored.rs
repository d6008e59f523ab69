//! Censuses that are not stored: of a few atoms in a box too wide for the tables, and estimates from random
//! molecules of configurations that are too large to count.

use std::time::{Duration, Instant};

use draw::words::{bytes, counted, thousands};
use watch::Watcher;

use crate::board::Config;
use crate::census::Resources;
use crate::commands::census::show::Entry;
use crate::error::Result;
use crate::laws::SparseCensus;
use crate::memory::granted;
use crate::plan::{PlanOptions, about};
use crate::puzzle::sampled::{Sampled, sample};
use crate::work::stoppable;

/// Prints the plan of the census of 1 to 5 atoms in a box up to 32 cells wide, and takes it. `None` for a dry run.
/// Fails if it takes more than a day and the limits are not ignored.
pub(crate) fn census_wide(
    (atoms, width): (usize, u8),
    resources: Resources,
    options: PlanOptions,
    watcher: &dyn Watcher,
) -> Result<Option<Entry>> {
    /// A4_B14 takes 1.9 s for 8.9 million molecules.
    const NANOSECONDS_PER_MOLECULE: u64 = 215;
    let config = format!("A{atoms}_B{width}");
    let census = SparseCensus::new(atoms, width);
    let passes = census.passes(resources);
    let work = census.walked().saturating_mul(passes);
    let time = Duration::from_nanos(work.saturating_mul(NANOSECONDS_PER_MOLECULE))
        / u32::try_from(resources.threads).unwrap_or(1).max(1);
    watcher.say(&format!(
        "census of {config}: {} molecules to trace; {} with {} of memory on {}, no disk, {}; the result is not stored",
        thousands(census.walked()),
        counted(passes, "pass", "passes"),
        bytes(census.memory(passes)),
        counted(resources.threads as u64, "thread", "threads"),
        about(time),
    ));
    if !options.permit(&format!("the census of {config}"), time)? {
        return Ok(None);
    }
    granted(census.memory(passes))?;
    let begun = Instant::now();
    let task = format!("census of {config}, molecules");
    let stopped = format!("stopped; the census of {config} is not kept");
    let tally = stoppable(watcher, (&task, work), stopped, |observed| {
        census.count(resources, observed)
    })?;
    Ok(Some(Entry {
        config,
        molecules: tally.molecules,
        canonical: tally.canonical,
        rows: tally.table().rows().collect(),
        seconds: begun.elapsed().as_secs_f64(),
        stored: None,
    }))
}

/// An estimate from random molecules, and the time it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimated {
    pub config: Config,
    pub sampled: Sampled,
    pub seed: u64,
    pub time: Duration,
}

/// Samples random molecules of a configuration, and decides which of them are ambiguous. `None` for a dry run.
pub(crate) fn census_sampled(
    config: Config,
    (molecules, seed): (u64, u64),
    threads: usize,
    dry_run: bool,
    watcher: &dyn Watcher,
) -> Result<Option<Estimated>> {
    /// The time per molecule: the mean of A0..100_B10. A9_B10 takes four times as long.
    const PER_MOLECULE: Duration = Duration::from_millis(2);
    let time = about(PER_MOLECULE.mul_f64(molecules as f64 / threads as f64));
    let what = counted(molecules, "random molecule", "random molecules");
    watcher.say(&format!("{config}: an estimate from {what}, {time}"));
    if dry_run {
        return Ok(None);
    }
    let begun = Instant::now();
    let task = format!("sampling {config}, molecules");
    let stopped = format!("stopped; the estimate of {config} is not kept");
    let sampled = stoppable(watcher, (&task, molecules), stopped, |observed| {
        sample(config, molecules, seed, threads, observed)
    })?;
    let time = begun.elapsed();
    Ok(Some(Estimated {
        config,
        sampled,
        seed,
        time,
    }))
}
