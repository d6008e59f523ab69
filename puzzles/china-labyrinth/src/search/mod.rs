//! The exploration: random runs, the whole tree, estimates, and compact solutions. Pure.

mod annealing;
mod backtracking;
mod boards;
mod compact;
mod count;
mod estimate;
mod octopuszle;
mod probe;
mod random;
mod runs;
mod settings;
mod supply;
mod walk;

pub use compact::compact;
pub use count::all;
pub use estimate::{Estimate, estimate};
pub use octopuszle::{DIAGONAL, octopuszle};
pub use random::Random;
pub use runs::{Found, Runs, Totals};
pub use settings::{Algorithm, Criterion, Demands, Order, Settings};
pub use walk::{Event, Walk, walk};

#[cfg(test)]
mod tests;
