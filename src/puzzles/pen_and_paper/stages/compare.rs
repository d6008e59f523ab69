//! `compare`: how long the methods take.

use std::time::{Duration, Instant};

use super::super::dice::Dice;
use super::super::failure::Failure;
use super::super::rules::Board;
use super::super::search::{self, End, Method, Supervisor, Task};
use super::super::tour::Tour;
use crate::error::{Error, Result};
use crate::stages::{self, Watcher};
use crate::stop::Stop;

/// What is compared.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The grid.
    pub board: Board,
    /// Are circular tours wanted?
    pub circular: bool,
    /// The methods.
    pub methods: Vec<Method>,
    /// How often each of them searches.
    pub runs: u64,
    /// By how many steps each time.
    pub limit: u64,
    /// Of the random numbers of the first run; the others have the next seeds.
    pub seed: u64,
}

/// What a method has achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The method.
    pub method: Method,
    /// The times of the runs that found a tour, in ascending order.
    pub times: Vec<Duration>,
    /// The steps of those runs, in ascending order.
    pub steps: Vec<u64>,
    /// How many attempts they took together.
    pub attempts: u64,
    /// How many runs there were.
    pub runs: u64,
}

impl Record {
    /// The median time of all runs, where those that found nothing count as
    /// longer than all others; `None` if it is one of those.
    pub fn median_time(&self) -> Option<Duration> {
        median(&self.times, self.runs, |one, other| (one + other) / 2)
    }

    /// The median of the steps, likewise.
    pub fn median_steps(&self) -> Option<u64> {
        median(&self.steps, self.runs, |one, other| (one + other) / 2)
    }

    /// The mean of the steps of the runs that found a tour.
    pub fn mean_steps(&self) -> Option<f64> {
        let sum = self.steps.iter().sum::<u64>() as f64;
        (!self.steps.is_empty()).then(|| sum / self.steps.len() as f64)
    }

    /// How many attempts a tour took on the average.
    pub fn mean_attempts(&self) -> Option<f64> {
        (!self.steps.is_empty()).then(|| self.attempts as f64 / self.steps.len() as f64)
    }

    /// The mean time of the runs that found a tour.
    pub fn mean_time(&self) -> Option<Duration> {
        let count = u32::try_from(self.times.len()).ok().filter(|&n| n > 0)?;
        Some(self.times.iter().sum::<Duration>() / count)
    }
}

/// The median of so many `runs`, of which the best ones have these ascending
/// values, and the others none.
fn median<T: Copy>(values: &[T], runs: u64, middle: impl Fn(T, T) -> T) -> Option<T> {
    let runs = usize::try_from(runs).ok().filter(|&runs| runs > 0)?;
    let upper = *values.get(runs / 2)?;
    Some(if runs.is_multiple_of(2) {
        middle(values[runs / 2 - 1], upper)
    } else {
        upper
    })
}

/// Lets each method search.
///
/// # Errors
///
/// [`Error::Stopped`] where the watcher wants to stop.
pub fn compare(contest: &Contest, watcher: &dyn Watcher) -> Result<Vec<Record>> {
    let total = contest.runs * contest.methods.len() as u64;
    let name = format!("comparing on {}", contest.board);
    let mut progress = stages::Task::new(watcher, name, total);
    let task = Task {
        board: contest.board,
        circular: contest.circular,
        start: None,
    };
    let mut records = Vec::new();
    let mut done = 0;
    for &method in &contest.methods {
        let mut record = Record {
            method,
            times: Vec::new(),
            steps: Vec::new(),
            attempts: 0,
            runs: contest.runs,
        };
        for run in 0..contest.runs {
            let mut dice = Dice::of_search(contest.seed.wrapping_add(run));
            let mut referee = Referee(watcher.stop());
            let begun = Instant::now();
            let found = search::search(task, method, &mut dice, Some(contest.limit), &mut referee);
            let time = begun.elapsed();
            match found {
                Ok(found) => {
                    record.times.push(time);
                    record.steps.push(found.steps);
                    record.attempts += found.attempts;
                }
                Err(End::Limit) => {}
                Err(End::Memory) => return Err(Failure::Memory(contest.board).into()),
                Err(End::Stopped) => {
                    return Err(Error::Stopped("stopped comparing".to_owned()));
                }
            }
            done += 1;
            progress.advance(done);
        }
        record.times.sort_unstable();
        record.steps.sort_unstable();
        records.push(record);
    }
    Ok(records)
}

/// Ends a run where the user wants to stop.
struct Referee<'a>(&'a Stop);

impl Supervisor for Referee<'_> {
    fn ends(&mut self, _steps: u64, _attempts: u64) -> bool {
        self.0.asked()
    }

    fn wants_open_tours(&self) -> bool {
        false
    }

    fn met(&mut self, _tour: Tour) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_without_a_tour_count_as_the_longest() {
        let mean = |one: u64, other: u64| (one + other) / 2;
        assert_eq!(median(&[1, 2, 9], 3, mean), Some(2));
        assert_eq!(median(&[1, 3, 5, 9], 4, mean), Some(4));
        assert_eq!(median(&[1, 3, 5], 5, mean), Some(5));
        assert_eq!(median(&[1, 3], 4, mean), None);
        assert_eq!(median(&[], 4, mean), None);
        assert_eq!(median(&[], 0, mean), None);
    }
}
