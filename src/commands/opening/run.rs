//! `opening`: says what the first shot tells, and how many shots it takes.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use view::words::counted;
use watch::Watcher;

use crate::error::Result;
use crate::game::{Config, Molecule, Tracer};
use crate::plan::about;
use crate::play::PlayError;
use crate::play::opening::{FirstShot, SHARES, first_shots};
use crate::play::strategy::{Strategy, Tally, every_ray, play};
use crate::work::{limited, stoppable};

/// The most molecules for which games are played, in boxes up to 8 wide and in wider
/// ones.
const PLAYED: [u64; 2] = [1 << 30, 1 << 26];

/// How many shots games take: by [`Strategy::Greedy`], [`Strategy::Points`] and
/// [`Strategy::InOrder`], and if all rays are shot.
pub(crate) type Games = [Tally; 4];

/// Weighs the first shot. [`PlayError::TooManyWays`] if it takes too long.
pub(crate) fn weigh(config: Config, watcher: &dyn Watcher) -> Result<Vec<FirstShot>> {
    let task = format!("first shots into {config}");
    let ends = (stopped(config), PlayError::TooManyWays(config));
    limited(watcher, (&task, SHARES), ends, |observed| {
        first_shots(config, observed)
    })
}

/// Says how long [`games`] take.
pub(crate) fn say_plan(config: Config, threads: NonZeroUsize, watcher: &dyn Watcher) {
    watcher.say(&format!(
        "{config}: {} to play for, {}",
        counted(config.molecules(), "molecule", "molecules"),
        about(estimate(config, threads))
    ));
}

/// Plays a game for each molecule by each strategy.
pub(crate) fn games(config: Config, threads: NonZeroUsize, watcher: &dyn Watcher) -> Result<Games> {
    let (molecules, stopped) = (config.molecules(), stopped(config));
    let task = |name: &str| format!("{config}, {name}");
    let played = |name, strategy| {
        stoppable(watcher, (&task(name), molecules), &stopped, |observed| {
            play(config, strategy, threads, observed)
        })
    };
    let task = task("every ray");
    let every_ray = stoppable(watcher, (&task, molecules), &stopped, |observed| {
        every_ray(config, observed)
    })?;
    Ok([
        played("most informative ray", Strategy::Greedy)?,
        played("fewest points", Strategy::Points)?,
        played("rays in order", Strategy::InOrder)?,
        every_ray,
    ])
}

/// Are there few enough molecules to play a game for each? [`PlayError::TooManyGames`] if not.
pub(crate) fn check(config: Config) -> Result<()> {
    let wide = config.width() > 8;
    if config.molecules() > PLAYED[usize::from(wide)] {
        return Err(PlayError::TooManyGames(config).into());
    }
    Ok(())
}

/// About how long games take. It traces some molecules to find that out.
fn estimate(config: Config, threads: NonZeroUsize) -> Duration {
    /// How many molecules are tried.
    const TRIED: u64 = 1 << 12;
    /// How often a molecule is traced in all, and how long its games take besides.
    const TRACED: f64 = 10.0;
    const PLAYED: Duration = Duration::from_nanos(1500);
    let step = (config.molecules() / TRIED).max(1);
    let molecules: Vec<Molecule> = (1..=config.molecules())
        .step_by(usize::try_from(step).unwrap_or(usize::MAX))
        .filter_map(|number| Molecule::from_number(number, config))
        .collect();
    let begun = Instant::now();
    Tracer::best().exits(&molecules, config, |exits| {
        std::hint::black_box(exits.at());
    });
    let traced = begun.elapsed().div_f64(molecules.len().max(1) as f64);
    let each = traced.mul_f64(TRACED) + PLAYED;
    each.mul_f64(config.molecules() as f64 / threads.get() as f64)
}

fn stopped(config: Config) -> String {
    format!("stopped while weighing the opening of {config}; the same command starts again")
}
