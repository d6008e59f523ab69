//! Completing partly filled stars.

use std::collections::BinaryHeap;

use watch::{NoThread, Stop, Task, Watcher};

use crate::error::{Error, Result};
use crate::rules::{Diagram, Partial, Solution};
use crate::search::{Ended, Search, in_order};

/// The ways to complete a partly filled star.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Completions {
    /// How many there are.
    pub ways: u64,
    /// The first of them in lexicographic order.
    pub first: Vec<Solution>,
}

/// Finds all ways to complete a star, and keeps so many of them.
///
/// # Errors
///
/// [`kit::Error::Stopped`] where the watcher wants to stop.
pub(crate) fn complete(
    diagram: &Diagram,
    given: &Partial,
    kept: usize,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<Completions> {
    let search = Search::completion(diagram, given);
    let star = diagram.star();
    let mut task = Task::new(watcher, format!("completing {star}"), search.parts() as u64);
    let mut ways = 0;
    let mut least = BinaryHeap::new();
    let ended = in_order(
        0..search.parts(),
        threads,
        watcher.stop(),
        |part, halt| {
            let mut found = 0;
            let mut least = BinaryHeap::new();
            search.part(part, halt, &mut |solution| {
                found += search.group().order() as u64;
                for symmetry in search.group().elements() {
                    keep(&mut least, symmetry.image(&solution), kept);
                }
                true
            })?;
            Ok((found, least))
        },
        |part, (found, of_part)| {
            ways += found;
            for solution in of_part {
                keep(&mut least, solution, kept);
            }
            task.advance(part as u64 + 1);
            Ok::<(), Error>(())
        },
    );
    drop(task);
    match ended? {
        Ended::Done => Ok(Completions {
            ways,
            first: least.into_sorted_vec(),
        }),
        Ended::NoThread => Err(kit::Error::from(NoThread).into()),
        Ended::Stopped => Err(kit::Error::Stopped(format!(
            "stopped when {ways} ways to complete {star} were found, there may be more"
        ))
        .into()),
    }
}

/// Keeps the least so many solutions.
fn keep(least: &mut BinaryHeap<Solution>, solution: Solution, most: usize) {
    if least.len() < most {
        least.push(solution);
    } else if least.peek().is_some_and(|last| solution < *last) {
        least.pop();
        least.push(solution);
    }
}

/// Finds one way to complete a star, whichever is met first, if there is one.
///
/// # Errors
///
/// [`kit::Error::Stopped`] where the watcher wants to stop.
pub(crate) fn complete_anyhow(
    diagram: &Diagram,
    given: &Partial,
    watcher: &dyn Watcher,
) -> Result<Option<Solution>> {
    let search = Search::completion(diagram, given);
    let star = diagram.star();
    let stop: &Stop = watcher.stop();
    let mut found = None;
    let mut task = Task::new(watcher, format!("completing {star}"), search.parts() as u64);
    for part in 0..search.parts() {
        let ended = search.part(part, stop, &mut |solution| {
            found = Some(solution);
            false
        });
        if found.is_some() || ended.is_err() {
            break;
        }
        task.advance(part as u64 + 1);
    }
    drop(task);
    if found.is_none() && stop.asked() {
        return Err(kit::Error::Stopped(format!(
            "stopped before a way to complete {star} was found"
        ))
        .into());
    }
    Ok(found)
}
