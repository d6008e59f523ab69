//! Completing partly filled stars.

use std::collections::BTreeSet;

use kit::Result;
use watch::Watcher;

use crate::explore::each_class;
use crate::rules::{Diagram, Partial, Solution};
use crate::search::Search;

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
/// [`kit::Error::Stopped`] if the watcher wants to stop.
pub(crate) fn complete(
    diagram: &Diagram,
    given: &Partial,
    kept: usize,
    watcher: &dyn Watcher,
) -> Result<Completions> {
    let search = Search::completion(diagram, given);
    let keep = |least: &mut BTreeSet<Solution>, solution: Solution| {
        if least.len() < kept || least.last().is_some_and(|last| solution < *last) {
            least.insert(solution);
        }
        if least.len() > kept {
            least.pop_last();
        }
    };
    let of_class = |(found, least): &mut (u64, BTreeSet<Solution>), solution| {
        *found += search.group().order() as u64;
        for symmetry in search.group().elements() {
            keep(least, symmetry.image(&solution));
        }
    };
    let doing = format!("completing {}", diagram.star());
    let (mut ways, mut first) = (0, BTreeSet::new());
    each_class(&doing, &search, watcher, of_class, |(found, least)| {
        ways += found;
        least.into_iter().for_each(|one| keep(&mut first, one));
    })?;
    Ok(Completions {
        ways,
        first: first.into_iter().collect(),
    })
}
