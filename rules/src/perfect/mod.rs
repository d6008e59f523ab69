//! Perfect play: the best strategy for all molecules of a configuration.
//!
//! A *shot* is a ray. A game ends when the spectrum is known or, with the aim of fewest points, when the player
//! guesses. All molecules are equally likely. A *class* is the molecules of one spectrum. The results so far leave a
//! set of classes. A strategy is a [tree](tree::Tree): it contains the first ray, and the next ray after each answer.
//!
//! - [`classes`]: the molecules by spectrum. Sets of classes that are images of each other have the same key.
//! - [`table`]: the bounds of the costs of sets, shared by all threads.
//! - `cost` defines the cost of a game: the mean number of shots or of points, or the number of shots in the worst
//!   case. `look` bounds the cost of a set from below, and `search` finds the cost; both work in the same way for all
//!   aims.
//! - [`proof`](mod@proof): lower bounds in slices that can be proved again, one by one.
//! - [`tree`](mod@tree): strategies written, read, and played for every molecule by the plain rules. Playing a strategy
//!   proves its cost; the lower bound rests on the search.
//!
//! ```
//! use blackbox_rules::perfect::{Goal, Progress, classes::Classes, search, table::Table, tree, tree::Tree};
//! use blackbox_rules::watch::Observed;
//!
//! let (done, stop) = Default::default();
//! let observed = Observed::new(&done, &stop);
//! let config = "A2_B4".parse().unwrap();
//! let classes = Classes::new(config, 1, &observed).unwrap();
//! assert_eq!((classes.config(), classes.count(), classes.total()), (config, 120, 120));
//! let (table, progress) = (Table::new(1 << 20).unwrap(), Progress::default());
//! search(&classes, Goal::Shots, &table, 1, &progress).unwrap();
//! let tree = tree(&classes, Goal::Shots, &table, &progress).unwrap();
//! let played = tree.replay(&observed).unwrap().unwrap();
//! assert_eq!(played.shots(), u64::from(progress.bounds().lower));
//! assert_eq!((played.cost(Goal::Shots), played.total()), (tree.cost, 120));
//! assert_eq!(played.rows().map(|(shots, molecules)| shots as u64 * molecules).sum::<u64>(), tree.cost);
//! assert!(played.points() > played.shots());
//! // The file that `blackbox strategy --out` writes.
//! assert_eq!(Tree::parse(&tree.bytes()), Ok(tree.clone()));
//! assert_eq!((played.branches[0].molecules, played.branches[0].next), (120, tree.nodes[0]));
//! ```

pub mod classes;
mod cost;
mod look;
pub mod proof;
mod search;
pub mod table;
#[cfg(test)]
mod tests;
pub mod tree;

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use watch::{NoThread, on_threads};

pub use search::Progress;
pub use tree::Goal;

use classes::Classes;
use proof::{Proof, ProofSlice};
use search::PlaySearch;
use table::{Bounds, Table};
use tree::{END, Tree};

/// Sets of at least this number of classes are worth keeping between two searches.
#[doc(hidden)]
pub const WORTH_KEEPING: usize = 64;

/// The number of bytes that a search of at most this number of classes needs besides its table.
#[doc(hidden)]
pub fn bytes(classes: u64, threads: usize) -> u64 {
    classes * Classes::BYTES_OF_CLASS + threads as u64 * PlaySearch::bytes(classes)
}

/// Searches until the cost is known exactly or the search is interrupted. The table keeps the bounds that were found.
/// Fails if the system does not provide enough threads.
///
/// The first pass takes the first strategy that it finds, so that one is known at once. For a mean cost, every later
/// pass narrows the interval to a ninth of the width that the previous pass was allowed to leave: for shots, to 0.44
/// per molecule, then to 0.05. With a quarter instead of a ninth, it takes 8 % more processor time until the cost of
/// A4_B5 is known to within 0.05. With no passes between the first and the last, the search takes 4 % less time, but
/// less is known if it is interrupted. With the aim of the fewest shots in the worst case, each pass decides whether
/// one more shot is needed.
pub fn search(
    classes: &Classes,
    goal: Goal,
    table: &Table,
    threads: usize,
    progress: &Progress,
) -> Result<(), NoThread> {
    let all = classes.all();
    let (mut cut, mut slack) = (Bounds::OPEN, classes.total().saturating_mul(4));
    while !progress.bounds().is_exact() && !progress.stop.load(Relaxed) {
        progress.done.store(0, Relaxed);
        on_threads(threads, |_| {
            let mut search = PlaySearch::new(classes, goal, table, progress);
            if let Some(bounds) = search.solve_set(&all, cut, slack) {
                progress.narrow(classes.base(goal, &all), bounds);
                progress.over.store(true, Relaxed);
            }
        })?;
        progress.over.store(false, Relaxed);
        let bounds = progress.bounds();
        if goal == Goal::Worst {
            cut = bounds.lower + 1;
        }
        let left = bounds.upper.saturating_sub(bounds.lower);
        slack = (slack / 9).min(left.saturating_sub(1));
    }
    Ok(())
}

/// The strategy that a search has found. `None` if the search ended before it found one, or if a stop is requested. If
/// the upper bound is not yet the least cost, the strategy may cost more than this bound: for sets that the table has
/// lost, the function may choose other rays than the search did.
pub fn tree(classes: &Classes, goal: Goal, table: &Table, progress: &Progress) -> Option<Tree> {
    let bounds = progress.bounds();
    if bounds.upper == Bounds::OPEN {
        return None;
    }
    let mut search = PlaySearch::new(classes, goal, table, progress);
    let exact = bounds.is_exact() && goal != Goal::Worst;
    let (all, mut nodes) = (classes.all(), Vec::new());
    let beyond = write(&mut search, &all, exact, bounds.upper, &mut nodes)?;
    Some(Tree {
        config: classes.config(),
        goal,
        cost: (classes.base(goal, &all) + beyond).into(),
        nodes,
    })
}

/// Appends the nodes for a set, and returns their cost: the least if `exact`, and in the worst case, no more than
/// `most`.
fn write(
    search: &mut PlaySearch,
    set: &[u32],
    exact: bool,
    most: u32,
    nodes: &mut Vec<u8>,
) -> Option<u32> {
    let PlaySearch { classes, goal, .. } = *search;
    if set.len() == 1 {
        nodes.push(END);
        return Some(0);
    }
    let (bounds, first) = search.first_node(set, exact, most)?;
    let first = first?;
    nodes.push(first);
    if first == END {
        return Some(classes.guess(classes.members(set)));
    }
    let most = match goal {
        Goal::Worst => bounds.upper - 1,
        Goal::Shots | Goal::Points => Bounds::OPEN,
    };
    let mut cost = classes.fire(goal, set, first);
    for (_, part) in classes.parts(set, first) {
        cost = goal.raised(cost, 0, write(search, &part, exact, most, nodes)?);
    }
    Some(cost)
}

/// A slice with more classes than this is divided by one more ray, so that each slice can be proved again in minutes.
const LARGE_SLICE: usize = 60_000;

/// The proof that no strategy costs less than the lower bound, from a table that a search has filled. `None` if the
/// work is interrupted.
#[doc(hidden)]
pub fn proof(classes: &Classes, goal: Goal, table: &Table, progress: &Progress) -> Option<Proof> {
    let mut search = PlaySearch::new(classes, goal, table, progress);
    let (all, mut slices) = (classes.all(), Vec::new());
    let lower = progress.bounds().lower;
    let least = lower.saturating_sub(classes.base(goal, &all));
    prove(&mut search, &all, &mut Vec::new(), least, &mut slices)?;
    Some(Proof {
        config: classes.config(),
        goal,
        cost: lower.into(),
        slices,
    })
}

/// Adds slices from which it follows that this set costs at least `least` with each first ray.
fn prove(
    search: &mut PlaySearch,
    set: &[u32],
    steps: &mut Vec<[u8; 2]>,
    least: u32,
    slices: &mut Vec<ProofSlice>,
) -> Option<()> {
    let PlaySearch { classes, goal, .. } = *search;
    for ray in classes.first_rays(set.len()) {
        let mut parts = classes.parts(set, ray);
        if parts.len() < 2 {
            continue;
        }
        parts.sort_by_key(|(_, part)| Reverse(part.len()));
        let known = |(_, part): &(u8, Vec<u32>)| search.known_lower(part);
        let mut lowers: Vec<u32> = parts.iter().map(known).collect();
        let mut lower = classes.fire(goal, set, ray);
        for &part in &lowers {
            lower = goal.raised(lower, 0, part);
        }
        for ((_, part), known) in parts.iter().zip(&mut lowers) {
            if lower < least {
                let cut = goal.cut(least, lower, *known);
                let found = search.solve_set(part, cut, 0)?.lower.max(*known);
                lower = goal.raised(lower, *known, found);
                *known = found;
            }
        }
        for ((answer, part), lower) in parts.into_iter().zip(lowers) {
            let is_needed = match goal {
                Goal::Worst => 1 + lower >= least,
                Goal::Shots | Goal::Points => lower > 0,
            };
            if part.len() < 2 || !is_needed {
                continue;
            }
            steps.push([ray, answer]);
            if part.len() > LARGE_SLICE && steps.len() == 1 {
                prove(search, &part, steps, lower, slices)?;
            } else {
                slices.push(ProofSlice {
                    steps: steps.clone(),
                    least: (classes.base(goal, &part) + lower).into(),
                });
            }
            steps.pop();
            if goal == Goal::Worst {
                break;
            }
        }
    }
    Some(())
}

/// Proves a slice again. False if its bound is wrong, `None` if the work is interrupted.
#[doc(hidden)]
pub fn recount(
    classes: &Classes,
    goal: Goal,
    slice: &ProofSlice,
    table: &Table,
    progress: &Progress,
) -> Option<bool> {
    let mut set = classes.all();
    for &[ray, answer] in &slice.steps {
        let at = usize::from(ray);
        set.retain(|&class| {
            at < classes.config().positions() && classes.answers(class)[at] == answer
        });
    }
    if set.is_empty() {
        return Some(slice.least == 0);
    }
    let least = u32::try_from(slice.least).unwrap_or(Bounds::OPEN - 1);
    let cut = least.saturating_sub(classes.base(goal, &set));
    let mut search = PlaySearch::new(classes, goal, table, progress);
    Some(search.solve_set(&set, cut, 0)?.lower >= cut)
}
