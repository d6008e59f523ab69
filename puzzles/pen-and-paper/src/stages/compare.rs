//! `compare`: how long the methods take.

use std::time::{Duration, Instant};

use watch::{Stop, Watcher};

use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::Board;
use crate::search::{self, End, Goal, Method, Supervisor};
use crate::tour::Tour;

/// What is compared.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
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
pub(crate) struct Record {
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
    pub(crate) fn median_time(&self) -> Option<Duration> {
        median(&self.times, self.runs, |one, other| (one + other) / 2)
    }

    /// The median of the steps, likewise.
    pub(crate) fn median_steps(&self) -> Option<u64> {
        median(&self.steps, self.runs, |one, other| (one + other) / 2)
    }

    /// The mean of the steps of the runs that found a tour.
    pub(crate) fn mean_steps(&self) -> Option<f64> {
        let sum = self.steps.iter().sum::<u64>() as f64;
        (!self.steps.is_empty()).then(|| sum / self.steps.len() as f64)
    }

    /// How many attempts a tour took on the average.
    pub(crate) fn mean_attempts(&self) -> Option<f64> {
        (!self.steps.is_empty()).then(|| self.attempts as f64 / self.steps.len() as f64)
    }

    /// The mean time of the runs that found a tour.
    pub(crate) fn mean_time(&self) -> Option<Duration> {
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

/// Lets each method search, and looks at every tour that it finds, which is
/// not in the time.
///
/// # Errors
///
/// [`Error::Wrong`] where it is none; [`kit::Error::Stopped`] where the
/// watcher wants to stop.
pub(crate) fn compare(contest: &Contest, watcher: &dyn Watcher) -> Result<Vec<Record>> {
    let total = contest.runs * contest.methods.len() as u64;
    let name = format!("comparing on {}", contest.board);
    let mut progress = watch::Task::new(watcher, name, total);
    let goal = Goal {
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
            let seed = contest.seed.wrapping_add(run);
            let mut dice = Dice::of_search(seed);
            let mut referee = Referee(watcher.stop());
            let begun = Instant::now();
            let found = search::search(goal, method, &mut dice, Some(contest.limit), &mut referee);
            let time = begun.elapsed();
            match found {
                Ok(found) => {
                    if !is_tour(goal, found.tour.numbers(), watcher.stop())? {
                        return Err(Error::Wrong {
                            method: method.name(),
                            board: contest.board,
                            circular: contest.circular,
                            seed,
                        });
                    }
                    record.times.push(time);
                    record.steps.push(found.steps);
                    record.attempts += found.attempts;
                }
                Err(End::Limit) => {}
                Err(End::Memory) => return Err(Error::Memory(contest.board)),
                Err(End::Stopped) => return Err(stopped()),
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

fn stopped() -> Error {
    kit::Error::Stopped("stopped comparing".to_owned()).into()
}

/// Is this filled grid a tour such as was looked for?
///
/// Its numbers are followed from 1 to the last, each a jump away from the one
/// before. Since these are as many as there are cells, no cell has another one.
fn is_tour(goal: Goal, numbers: &[u32], stop: &Stop) -> Result<bool> {
    /// How many numbers are followed between two looks at whether to stop.
    const LOOK: u32 = 1 << 16;
    let board = goal.board;
    let Some(first) = numbers.iter().position(|&number| number == 1) else {
        return Ok(false);
    };
    if numbers.len() != board.cells() {
        return Ok(false);
    }
    let mut at = first;
    for number in (2u32..).take(numbers.len() - 1) {
        if number.is_multiple_of(LOOK) && stop.asked() {
            return Err(stopped());
        }
        match board.neighbours(at).find(|&(_, to)| numbers[to] == number) {
            Some((_, to)) => at = to,
            None => return Ok(false),
        }
    }
    Ok(!goal.circular || board.jump_between(at, first).is_some())
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
    fn what_is_no_tour_is_noticed() {
        let board = Board::new(5, 5).unwrap();
        let stop = Stop::default();
        let goal = |circular| Goal {
            board,
            circular,
            start: None,
        };
        let mut open = 0;
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let mut referee = Referee(&stop);
            let found = search::search(goal(false), Method::Rotate, &mut dice, None, &mut referee);
            let tour = found.unwrap().tour;
            let numbers = tour.numbers();
            assert!(is_tour(goal(false), numbers, &stop).unwrap());
            let circular = is_tour(goal(true), numbers, &stop).unwrap();
            assert_eq!(circular, tour.is_circular());
            open += u32::from(!circular);
            for cell in 0..numbers.len() {
                for number in [0, 1, numbers[cell] + 1, 26] {
                    let mut wrong = numbers.to_vec();
                    wrong[cell] = number;
                    if wrong != numbers {
                        assert!(!is_tour(goal(false), &wrong, &stop).unwrap());
                    }
                }
            }
            assert!(!is_tour(goal(false), &numbers[1..], &stop).unwrap());
        }
        assert!(open > 0);
    }

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
