//! Completing partly filled stars.

use std::collections::BTreeSet;

use kit::{Error, Result};
use watch::{Task, Watcher, in_order};

use crate::rules::{Diagram, Partial, Solution};
use crate::search::{Interrupted, Search};

/// The ways to complete a partly filled star.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Completions {
    /// The number of ways.
    pub ways: u64,
    /// The first of them in lexicographic order.
    pub first: Vec<Solution>,
}

/// Finds all ways to complete a star, and keeps this number of them.
///
/// # Errors
///
/// [`Error::Stopped`] if the watcher wants to stop.
pub(crate) fn complete(
    diagram: &Diagram,
    given: &Partial,
    kept: usize,
    watcher: &dyn Watcher,
) -> Result<Completions> {
    let search = Search::completion(diagram, given);
    let star = diagram.star();
    let mut task = Task::new(watcher, format!("completing {star}"), search.parts() as u64);
    let mut ways = 0;
    let mut least = BTreeSet::new();
    let keep = |least: &mut BTreeSet<Solution>, solution: Solution| {
        if least.len() < kept || least.last().is_some_and(|last| solution < *last) {
            least.insert(solution);
        }
        if least.len() > kept {
            least.pop_last();
        }
    };
    let stop = watcher.stop();
    let ended = in_order(
        0..search.parts(),
        |part| {
            let (mut found, mut least) = (0, BTreeSet::new());
            search.part(part, stop, &mut |solution| {
                found += search.group().order() as u64;
                for symmetry in search.group().elements() {
                    keep(&mut least, symmetry.image(&solution));
                }
                true
            })?;
            Ok::<_, Interrupted>((found, least))
        },
        |part, (found, of_part)| {
            ways += found;
            of_part.into_iter().for_each(|one| keep(&mut least, one));
            task.advance(part as u64 + 1);
            Ok::<(), Error>(())
        },
    )?;
    ended.map_err(|_| {
        Error::Stopped(format!(
            "stopped when {ways} ways to complete {star} were found; there may be more"
        ))
    })?;
    Ok(Completions {
        ways,
        first: least.into_iter().collect(),
    })
}
