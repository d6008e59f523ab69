//! `solve`: a tour from memory, or a new one.

use std::path::Path;
use std::time::{Duration, Instant};

use ::view::words::counted;
use kit::database::{Access, Database};
use watch::{Stop, Watcher};

use crate::cycle::Cycle;
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::existence::{Existence, existence};
use crate::rules::Board;
use crate::search::{self, End, Goal, Method, Supervisor, Ties};
use crate::store::{MOST_CELLS_KEPT, Store, Wish};
use crate::tour::Tour;
use crate::view;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// The tour.
    pub goal: Goal,
    /// How it shall be searched; the best method for the grid otherwise.
    pub method: Option<Method>,
    /// Of the random numbers.
    pub seed: u64,
    /// Shall it be searched anew, whatever is in memory?
    pub fresh: bool,
    /// By how many steps it may be searched.
    pub limit: Option<u64>,
}

/// A tour, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solution {
    /// The tour.
    pub tour: Tour,
    /// The name of the method that found it.
    pub method: &'static str,
}

/// Finds a tour. The database, of which circular tours up to
/// [`MOST_CELLS_KEPT`] cells are the memory, is only made when there is one to
/// keep.
///
/// # Errors
///
/// [`Error`] where there is none, or none was found;
/// [`kit::Error::Stopped`] where the watcher wants to stop.
pub(crate) fn solve(order: Order, database: &Path, watcher: &dyn Watcher) -> Result<Solution> {
    let Order { goal, seed, .. } = order;
    check_existence(goal, order.method, watcher.stop())?;
    let keepable = goal.board.cells() <= MOST_CELLS_KEPT;
    if keepable && !order.fresh && order.method.is_none() {
        if let Some(solution) = remembered(order, database, watcher)? {
            return Ok(solution);
        }
    } else if keepable {
        // A database that is not ours is refused before the work is done.
        open_to_read(database, watcher.stop())?;
    }
    let method = order.method.unwrap_or_else(|| best_method(goal));
    let mut supervisor = Progress::new(method, watcher);
    let found = search::search(
        goal,
        method,
        &mut Dice::of_search(seed),
        order.limit,
        &mut supervisor,
    );
    let steps = supervisor.steps;
    let found = found.map_err(|end| failure(end, goal, order.limit, steps))?;
    watcher.say(&format!(
        "{}: {} of {} in {} and {}, seed {seed}",
        method.name(),
        if found.tour.is_circular() {
            "a circular tour"
        } else {
            "a tour"
        },
        goal.board,
        counted(found.attempts, "attempt", "attempts"),
        counted(found.steps, "step", "steps"),
    ));
    let mut tour = found.tour;
    if keepable && let Some(cycle) = Cycle::of(&tour) {
        keep(&cycle, method, seed, database, watcher);
        tour = varied(&cycle, goal, seed);
    }
    Ok(Solution {
        tour,
        method: method.name(),
    })
}

fn check_existence(goal: Goal, method: Option<Method>, stop: &Stop) -> Result<()> {
    let Goal {
        board,
        circular,
        start,
    } = goal;
    let failure = match existence(board, circular, start, stop) {
        Existence::Apart => Error::Apart { board, circular },
        Existence::Exhausted => Error::Exhausted {
            board,
            circular,
            start: start.is_some(),
        },
        Existence::Unknown => {
            return Err(kit::Error::Stopped("stopped before the search".to_owned()).into());
        }
        Existence::Exists => {
            let blocks = method == Some(Method::Blocks);
            if blocks && existence(board, true, None, stop) != Existence::Exists {
                return Err(Error::NoBlocks(board));
            }
            return Ok(());
        }
    };
    Err(failure)
}

/// The quickest method that finds a tour of that grid every time.
///
/// Medians of one core: circular, 50 × 50 takes 0.3 ms by rotations and 0.1 ms
/// by blocks, 100 × 100 takes 13 ms and 0.4 ms. Open, 100 × 100 takes 1.2 ms by
/// rotations, 0.5 ms by Warnsdorff's rule from the outside inwards, and nearly
/// as long with random ties as all of them together. Where several are quick
/// the tours that repeat themselves least are preferred.
pub(crate) fn best_method(goal: Goal) -> Method {
    const MOST_ROTATED: usize = 2_500;
    const MOST_WALKED: usize = 4_000_000;
    let cells = goal.board.cells();
    // From certain cells on the rule never leads to a tour.
    let anywhere = goal.start.is_none();
    if cells <= MOST_ROTATED {
        Method::Rotate
    } else if cells <= MOST_WALKED && anywhere && !goal.circular {
        Method::Warnsdorff(Ties::Outward)
    } else {
        Method::Blocks
    }
}

/// The database, if there is one to read.
fn open_to_read(database: &Path, stop: &Stop) -> Result<Option<Store>> {
    match Database::open(database, Access::Read, stop) {
        Ok(file) => Ok(Some(file.into())),
        Err(kit::Error::NoDatabase(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// An answer from memory, if there is one.
fn remembered(order: Order, database: &Path, watcher: &dyn Watcher) -> Result<Option<Solution>> {
    let Some(store) = open_to_read(database, watcher.stop())? else {
        return Ok(None);
    };
    let number = Dice::of_variation(order.seed).below(usize::MAX) as u64;
    let wish = Wish {
        seed: order.seed,
        number,
    };
    let (kept, damaged) = store.kept_tour(order.goal.board, wish)?;
    if damaged > 0 {
        watcher.say(&format!(
            "{} of {} in the database {} damaged and not used",
            counted(damaged, "circular tour", "circular tours"),
            order.goal.board,
            if damaged == 1 { "is" } else { "are" },
        ));
    }
    Ok(kept.map(|kept| {
        watcher.say(&format!(
            "from memory: a circular tour of {}, found by {} and varied, seed {}; --fresh searches anew",
            order.goal.board, kept.method, order.seed
        ));
        Solution {
            tour: varied(&kept.cycle, order.goal, order.seed),
            method: kept.method,
        }
    }))
}

/// One of the tours along a cycle: a random image of it, from a random cell on
/// unless the goal says where.
fn varied(cycle: &Cycle, goal: Goal, seed: u64) -> Tour {
    let mut dice = Dice::of_variation(seed);
    let images = cycle.images(goal.board);
    let symmetry = images[dice.below(images.len())];
    let start = goal.start.unwrap_or_else(|| dice.below(goal.board.cells()));
    cycle.tour(symmetry, start, dice.below(2) == 1)
}

/// Keeps a tour. That it cannot be kept is no reason not to show it.
fn keep(cycle: &Cycle, method: Method, seed: u64, database: &Path, watcher: &dyn Watcher) {
    let kept = Database::open(database, Access::Create, watcher.stop())
        .map_err(Error::from)
        .and_then(|file| Store::from(file).keep_tour(cycle, method.name(), seed));
    match kept {
        Ok(true) => watcher.detail("the circular tour is kept"),
        Ok(false) => watcher.detail("the circular tour is kept already"),
        Err(error) => watcher.say(&format!("warning: the tour is not kept: {error}")),
    }
}

fn failure(end: End, goal: Goal, limit: Option<u64>, steps: u64) -> Error {
    let Goal {
        board, circular, ..
    } = goal;
    match end {
        End::Limit => Error::Limit {
            board,
            circular,
            steps: limit.unwrap_or(steps),
        },
        End::Memory => Error::Memory(board),
        End::Stopped => Error::from(kit::Error::Stopped(format!(
            "stopped after {}; no tour was found",
            counted(steps, "step", "steps")
        ))),
    }
}

/// Tells the watcher of a search that takes long.
struct Progress<'a> {
    method: Method,
    watcher: &'a dyn Watcher,
    begun: Instant,
    next: Duration,
    steps: u64,
    met: u64,
}

impl Progress<'_> {
    fn new(method: Method, watcher: &dyn Watcher) -> Progress<'_> {
        Progress {
            method,
            watcher,
            begun: Instant::now(),
            next: Duration::from_secs(2),
            steps: 0,
            met: 0,
        }
    }
}

impl Supervisor for Progress<'_> {
    fn ends(&mut self, steps: u64, attempts: u64) -> bool {
        self.steps = steps;
        let time = self.begun.elapsed();
        // How long it will take nobody knows, so it is told ever less often.
        if time >= self.next {
            self.next = 2 * time;
            let rate = steps as f64 / time.as_secs_f64();
            let met = match self.met {
                0 => String::new(),
                met => format!(", {} met", counted(met, "open tour", "open tours")),
            };
            self.watcher.say(&format!(
                "{}: {} in {}, {rate:.0} steps/s{met}",
                self.method.name(),
                counted(steps, "step", "steps"),
                counted(attempts, "attempt", "attempts"),
            ));
        }
        self.watcher.stop().asked()
    }

    fn wants_open_tours(&self) -> bool {
        true
    }

    fn met(&mut self, tour: Tour) {
        self.met += 1;
        self.watcher
            .detail("an open tour, on the way to a circular one:");
        for line in view::text::lines(&tour) {
            self.watcher.detail(&line);
        }
    }
}

/// A method by its name, with ties broken as is best for the grid if that is
/// not said, and with so many steps back if it takes any.
pub(crate) fn method(
    name: &str,
    ties: Option<Ties>,
    back: Option<u64>,
    board: Board,
) -> Option<Method> {
    /// Up to here the rule with random ties leads to a tour in about one
    /// attempt in two; at 200 × 200 in one of two thousand.
    const MOST_RANDOM: usize = 2_500;
    let ties = ties.unwrap_or(if board.cells() <= MOST_RANDOM {
        Ties::Random
    } else {
        Ties::Outward
    });
    Method::all(ties)
        .into_iter()
        .find(|method| method.name() == name)
        .map(|method| match method {
            Method::Backtrack(ties, _) => Method::Backtrack(ties, back),
            other => other,
        })
}
