//! A census of molecules drawn at random: an estimate, for what nobody will ever enumerate.

use std::time::{Duration, Instant};

use view::words::counted;
use watch::{Watcher, perhaps_long};

use super::ended;
use super::plan::about;
use crate::error::Result;
use crate::game::Config;
use crate::play::drawn::{Drawn, draw};

/// What was drawn, and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Estimated {
    /// The configuration.
    pub config: Config,
    /// The drawn molecules.
    pub drawn: Drawn,
    /// The seed that gives them.
    pub seed: u64,
    /// The time it took.
    pub time: Duration,
}

/// Draws molecules of a configuration, and decides which of them are ambiguous. Nothing if the user only
/// wants to know the plan.
///
/// # Errors
///
/// If the watcher wants to stop, or the system does not give the threads.
pub fn census_drawn(
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
    let drawn = perhaps_long(watcher, &task, molecules, |observed| {
        draw(config, molecules, seed, threads, observed)
    });
    let stopped = format!("stopped; nothing is kept of what was drawn from {config}");
    let drawn = drawn.map_err(|halt| ended(halt, stopped))?;
    Ok(Some(Estimated {
        config,
        drawn,
        seed,
        time: begun.elapsed(),
    }))
}
