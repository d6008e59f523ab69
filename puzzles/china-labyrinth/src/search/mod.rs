//! The exploration: random runs, the whole tree, estimates, symmetric and
//! compact solutions.

mod annealing;
mod any_of;
mod backtracking;
mod boards;
mod compact;
mod estimate;
mod exhaustive;
mod octopuszle;
mod probe;
mod random;
mod runs;
mod settings;
mod supply;
mod symmetric;
mod tune;
mod walk;

pub use annealing::{Effort, End, Schedule};
pub use any_of::AnyOf;
pub use compact::{COMPACT, compact};
pub use estimate::{Estimate, estimate};
pub use exhaustive::{Cursor, Exhaustive, NoSuchPlace, RoundError, Seen};
pub use octopuszle::{DIAGONAL, DiagonalFault, OCTOPUSZLE, octopuszle};
pub use runs::{Found, Runs, Searcher, Totals, walk};
pub use settings::{Algorithm, Criterion, Demands, Order, Settings};
pub use tune::{Trial, Trials, fastest, fewest_steps};
pub use walk::{Event, Walk};

#[cfg(test)]
mod tests;
