//! How often a search should begin anew.

use std::time::{Duration, Instant};

use super::super::rules::{Fault, Solution};
use super::random::Random;
use super::runs::walk;
use super::settings::Settings;
use super::walk::Event;
use crate::stop::Stop;

/// What a search with some limit does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// How many steps a run may take.
    pub limit: u64,
    /// How many solutions were found.
    pub solutions: u64,
    /// How many runs there were.
    pub runs: u64,
    /// How many steps they took.
    pub steps: u64,
    /// How long that took on one thread, with every solution checked.
    pub time: Duration,
}

impl Trial {
    /// Steps a solution: the same on every machine. None without a solution.
    pub fn steps_per_solution(&self) -> Option<f64> {
        (self.solutions > 0).then(|| self.steps as f64 / self.solutions as f64)
    }

    /// Solutions a second.
    pub fn rate(&self) -> f64 {
        self.solutions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Searches for so many steps, each run with the limit. Gives none if somebody
/// asked to stop.
///
/// # Errors
///
/// Where what was found is no solution: an error of this program.
pub fn trial(
    settings: &Settings,
    limit: u64,
    seed: u64,
    steps: u64,
    stop: &Stop,
) -> Result<Option<Trial>, Fault> {
    let mut walk = walk(settings);
    let mut trial = Trial {
        limit,
        solutions: 0,
        runs: 0,
        steps: 0,
        time: Duration::ZERO,
    };
    let begun = Instant::now();
    while trial.steps < steps {
        if stop.asked() {
            return Ok(None);
        }
        let mut left = limit;
        walk.begin(Random::new(seed, trial.runs).next());
        if walk.advance(&mut left) == Event::Solved {
            Solution::new(settings.tiles, walk.pieces())?;
            trial.solutions += 1;
        }
        trial.runs += 1;
        trial.steps += limit - left;
    }
    trial.time = begun.elapsed();
    Ok(Some(trial))
}
