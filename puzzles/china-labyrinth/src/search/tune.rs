//! How often a search should begin anew.

use std::time::{Duration, Instant};

use watch::Stop;

use super::random::Random;
use super::runs::{STEPS_BETWEEN_LOOKS, walk};
use super::settings::Settings;
use super::walk::{Event, Walk};
use crate::rules::{Fault, Solution};

/// What a search with some limit does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// How many steps a run may take.
    pub limit: u64,
    /// How many solutions were found, each as often as it was.
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

/// Trials of several limits with the same settings.
pub struct Trials {
    walk: Box<dyn Walk>,
    settings: Settings,
    seed: u64,
    trials: Vec<Trial>,
}

impl Trials {
    /// Trials of these limits, none of which has been made.
    pub fn new(settings: &Settings, limits: &[u64], seed: u64) -> Trials {
        let trial = |&limit: &u64| Trial {
            limit,
            solutions: 0,
            runs: 0,
            steps: 0,
            time: Duration::ZERO,
        };
        Trials {
            walk: walk(settings),
            settings: settings.clone(),
            seed,
            trials: limits.iter().map(trial).collect(),
        }
    }

    /// Goes on with every limit until it has had so many steps. False if somebody
    /// asked to stop.
    ///
    /// # Errors
    ///
    /// Where what was found is no solution: an error of this program.
    pub fn go_on(&mut self, steps: u64, stop: &Stop) -> Result<bool, Fault> {
        for trial in &mut self.trials {
            let begun = Instant::now();
            while trial.steps < steps {
                if stop.asked() {
                    return Ok(false);
                }
                self.walk.begin(Random::new(self.seed, trial.runs).next());
                let mut left = trial.limit;
                loop {
                    let slice = STEPS_BETWEEN_LOOKS.min(left);
                    let mut rest = slice;
                    let event = self.walk.advance(&mut rest);
                    left -= slice - rest;
                    trial.steps += slice - rest;
                    if event == Event::Solved {
                        Solution::new(self.settings.tiles, self.walk.pieces())?;
                        trial.solutions += 1;
                    }
                    if event != Event::OutOfSteps || left == 0 {
                        break;
                    }
                    if stop.asked() {
                        return Ok(false);
                    }
                }
                trial.runs += 1;
            }
            trial.time += begun.elapsed();
        }
        Ok(true)
    }

    /// What has been found.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }
}

/// The limit with the most solutions a second.
pub fn fastest(trials: &[Trial]) -> Option<u64> {
    let found = trials.iter().filter(|trial| trial.solutions > 0);
    let best = found.max_by(|a, b| a.rate().total_cmp(&b.rate()));
    best.map(|trial| trial.limit)
}

/// The limit with the fewest steps a solution, which does not depend on the
/// machine.
pub fn fewest_steps(trials: &[Trial]) -> Option<u64> {
    let found = trials.iter().filter_map(|trial| {
        let steps = trial.steps_per_solution()?;
        Some((steps, trial.limit))
    });
    let best = found.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, limit)| limit)
}
