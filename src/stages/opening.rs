//! `opening`: says what the first shot tells, and how many shots it takes.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use view::words::counted;
use watch::{Halt, Watcher, perhaps_long};

use super::plan::about;
use crate::error::{Error, Result};
use crate::game::{Config, Molecule, Tracer};
use crate::play::PlayError;
use crate::play::opening::{FirstShot, SHARES, first_shots};
use crate::play::strategy::{Strategy, Tally, every_ray, play};

/// The most molecules for which games are played, in boxes up to 8 wide and in wider
/// ones.
const PLAYED: [u64; 2] = [1 << 30, 1 << 26];

/// How many shots games take.
#[derive(Clone, Debug)]
pub struct Games {
    /// By [`Strategy::Greedy`].
    pub greedy: Tally,
    /// By [`Strategy::Points`].
    pub points: Tally,
    /// By [`Strategy::InOrder`].
    pub in_order: Tally,
    /// If all rays are shot.
    pub every_ray: Tally,
}

/// Weighs the first shot.
///
/// # Errors
///
/// [`kit::Error::Stopped`] if the watcher wants to stop, [`PlayError::TooManyWays`] if
/// it takes too long.
pub fn weigh(config: Config, watcher: &dyn Watcher) -> Result<Vec<FirstShot>> {
    let task = format!("first shots into {config}");
    let shots = perhaps_long(watcher, &task, SHARES, |observed| {
        first_shots(config, observed)
    });
    shots.map_err(|halt| match halt {
        Halt::Enough => PlayError::TooManyWays(config).into(),
        other => ended(other, config),
    })
}

/// Says how long [`games`] take.
pub fn say_plan(config: Config, threads: NonZeroUsize, watcher: &dyn Watcher) {
    watcher.say(&format!(
        "{config}: {} to play for, {}",
        counted(config.molecules(), "molecule", "molecules"),
        about(estimate(config, threads))
    ));
}

/// Plays a game for each molecule by each strategy.
///
/// # Errors
///
/// [`kit::Error::Stopped`] if the watcher wants to stop.
pub fn games(config: Config, threads: NonZeroUsize, watcher: &dyn Watcher) -> Result<Games> {
    let played = |name: &str, strategy| {
        let task = format!("{config}, {name}");
        perhaps_long(watcher, &task, config.molecules(), |observed| {
            play(config, strategy, threads, observed)
        })
        .map_err(|halt| ended(halt, config))
    };
    let every_ray = perhaps_long(
        watcher,
        &format!("{config}, every ray"),
        config.molecules(),
        |observed| every_ray(config, observed),
    );
    Ok(Games {
        every_ray: every_ray.map_err(|halt| ended(halt, config))?,
        greedy: played("most informative ray", Strategy::Greedy)?,
        points: played("fewest points", Strategy::Points)?,
        in_order: played("rays in order", Strategy::InOrder)?,
    })
}

/// Are there few enough molecules to play a game for each?
///
/// # Errors
///
/// [`PlayError::TooManyGames`] if not.
pub fn check(config: Config) -> Result<()> {
    let wide = config.width() > 8;
    if config.molecules() > PLAYED[usize::from(wide)] {
        return Err(PlayError::TooManyGames { config }.into());
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
    let mut absorbed = 0;
    Tracer::best().exits(&molecules, config, |exits| {
        absorbed += u32::from(exits.at()[0]);
    });
    std::hint::black_box(absorbed);
    let traced = begun.elapsed().div_f64(molecules.len().max(1) as f64);
    let each = traced.mul_f64(TRACED) + PLAYED;
    each.mul_f64(config.molecules() as f64 / threads.get() as f64)
}

fn ended(halt: Halt, config: Config) -> Error {
    let stopped =
        format!("stopped while weighing the opening of {config}; the same command starts again");
    super::ended(halt, stopped)
}
