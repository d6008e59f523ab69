//! A census of molecules drawn at random: an estimate, for what nobody will ever enumerate.

use std::time::{Duration, Instant};

use view::words::counted;
use watch::Watcher;

use super::plan::about;
use super::stoppable;
use crate::error::Result;
use crate::game::Config;
use crate::play::drawn::{Drawn, draw};

/// What was drawn, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimated {
    pub config: Config,
    pub drawn: Drawn,
    pub seed: u64,
    pub time: Duration,
}

/// Draws molecules of a configuration, and decides which of them are ambiguous. Nothing if the user only
/// wants to know the plan.
pub(crate) fn census_drawn(
    config: Config,
    (molecules, seed): (u64, u64),
    threads: usize,
    dry_run: bool,
    watcher: &dyn Watcher,
) -> Result<Option<Estimated>> {
    /// The mean of A0..100_B10; A9_B10 takes four times as long.
    const EACH: Duration = Duration::from_millis(2);
    let time = EACH.mul_f64(molecules as f64 / threads as f64);
    let what = counted(molecules, "molecule", "molecules");
    watcher.say(&format!(
        "{config}: {what} to draw, {}; an estimate",
        about(time)
    ));
    if dry_run {
        return Ok(None);
    }
    let begun = Instant::now();
    let task = format!("drawing from {config}");
    let stopped = format!("stopped; nothing is kept of what was drawn from {config}");
    let drawn = stoppable(watcher, (&task, molecules), stopped, |observed| {
        draw(config, molecules, seed, threads, observed)
    })?;
    Ok(Some(Estimated {
        config,
        drawn,
        seed,
        time: begun.elapsed(),
    }))
}
