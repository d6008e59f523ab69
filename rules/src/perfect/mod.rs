//! Perfect play: the best strategy for all molecules of a configuration.
//!
//! A *shot* is a ray; a game is over when the spectrum is known. All molecules are equally likely. What
//! the results so far leave is a set of classes, and a class is the molecules of one spectrum. A
//! strategy is a [tree](tree::Tree): it says where to shoot first, and after each answer.
//!
//! - [`classes`]: the molecules by spectrum. Sets that are images of each other have the same key.
//! - [`table`]: what is known of the cost of sets, shared by all threads.
//! - `glance` looks at a set and says what each shot costs at least. `shots` searches for the least
//!   mean number of shots, `worst` for the least number that is enough for all, `points` for the least
//!   mean number of points.
//! - [`tree`](mod@tree): strategies written, read, and played for every molecule by the [plain](crate::oracle)
//!   rules. This proves what a strategy costs; the lower bound rests on the search alone.
//!
//! ```
//! use blackbox_rules::perfect::{Goal, Progress, classes::Classes, search, table::Table, tree};
//! use watch::Observed;
//!
//! let (done, stop) = Default::default();
//! let observed = Observed { done: &done, stop: &stop };
//! let classes = Classes::new("A2_B4".parse().unwrap(), 1, &observed).unwrap();
//! let (table, progress) = (Table::new(1 << 20), Progress::default());
//! search(&classes, Goal::Shots, &table, 1, &progress).unwrap();
//! let tree = tree(&classes, Goal::Shots, &table, progress.bounds(), &progress.stop).unwrap();
//! let played = tree.replay(&observed).unwrap().unwrap();
//! assert_eq!(played.shots(), u64::from(progress.bounds().lower));
//! assert_eq!((played.branches[0].molecules, played.branches[0].next), (120, tree.nodes[0]));
//! ```

pub mod classes;
mod glance;
mod points;
mod search;
mod shots;
pub mod table;
pub mod tree;
mod worst;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use watch::{NoThread, on_threads};

pub use search::Progress;
pub use tree::Goal;

use classes::Classes;
use points::Points;
use search::Search;
use shots::{Busy, Shots};
use table::{Bounds, Table};
use tree::Tree;

/// Sets of at least this number of classes are worth keeping between two searches.
pub const WORTH_KEEPING: usize = 64;

/// The number of bytes that a search takes besides its table.
pub fn bytes(classes: &Classes, goal: Goal, threads: usize) -> u64 {
    let stacks = match goal {
        Goal::Shots => Shots::bytes(classes, threads),
        Goal::Worst | Goal::Points => 0,
    };
    classes.bytes() + stacks
}

/// Searches until the interval of the cost is closed, or somebody wants it to stop. The table keeps
/// what was found. Only [`Goal::Shots`] uses several threads.
///
/// # Errors
///
/// If the system does not give the threads.
pub fn search(
    classes: &Classes,
    goal: Goal,
    table: &Table,
    threads: usize,
    progress: &Progress,
) -> Result<(), NoThread> {
    let all: Vec<u32> = (0..classes.count()).collect();
    let search = Search {
        classes,
        table,
        stop: &progress.stop,
    };
    // What it has found so far is in `progress`, whether it was stopped or not.
    let _ = match goal {
        Goal::Shots => return passes(classes, table, threads, progress),
        Goal::Worst => search.solve_worst(&all, progress),
        Goal::Points => Points::new(search).solve_all(&all, progress),
    };
    Ok(())
}

/// The first pass takes whatever strategy it finds, so that one is known at once. Each other pass leaves a
/// ninth of what the one before may leave: 0.44 shots per molecule, then 0.05. A quarter costs 8 % more
/// processor time until A4_B5 is known to 0.05. No pass in between costs 4 % less, but then a search that is
/// interrupted knows less.
fn passes(
    classes: &Classes,
    table: &Table,
    threads: usize,
    progress: &Progress,
) -> Result<(), NoThread> {
    let mut slack = classes.total().saturating_mul(4);
    while !progress.bounds().is_exact() && !progress.stop.load(Relaxed) {
        progress.done.store(0, Relaxed);
        let (over, busy) = (AtomicBool::new(false), Busy::default());
        on_threads(threads, |_| {
            let stops = [&progress.stop, &over];
            let mut shots = Shots::new(classes, table, stops, &busy, &progress.done);
            if let Ok(bounds) = shots.solve_all(slack) {
                progress.narrow(bounds);
                // The other threads have only helped.
                over.store(true, Relaxed);
            }
        })?;
        let bounds = progress.bounds();
        let left = bounds.upper.saturating_sub(bounds.lower);
        slack = (slack / 9).min(left.saturating_sub(1));
    }
    Ok(())
}

/// The strategy that a search has found. None is known if the search ended too early, or if somebody
/// wants to stop. It may cost more than the upper bound if that is not the least cost: where the table has
/// lost sets, it takes others.
pub fn tree(
    classes: &Classes,
    goal: Goal,
    table: &Table,
    bounds: Bounds,
    stop: &AtomicBool,
) -> Option<Tree> {
    if bounds.upper == Bounds::OPEN {
        return None;
    }
    let all: Vec<u32> = (0..classes.count()).collect();
    let search = Search {
        classes,
        table,
        stop,
    };
    let (mut cost, mut nodes) = (bounds.upper, Vec::new());
    match goal {
        Goal::Shots => {
            let (busy, done) = Default::default();
            let mut shots = Shots::new(classes, table, [stop, stop], &busy, &done);
            cost = shots.emit_all(&mut nodes).ok()?;
        }
        Goal::Worst => search.emit_worst(&all, cost, &mut nodes).ok()?,
        Goal::Points if !bounds.is_exact() => nodes.push(tree::END),
        Goal::Points => Points::new(search).emit(&all, &mut nodes).ok()?,
    }
    Some(Tree {
        config: classes.config(),
        goal,
        cost: cost.into(),
        nodes,
    })
}
