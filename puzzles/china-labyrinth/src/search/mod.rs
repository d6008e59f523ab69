//! The searches: random runs, the whole tree, completions, and compact solutions. This module does no I/O.

mod annealing;
mod backtracking;
mod boards;
mod completion;
mod literal_octopuszle;
mod random;
mod runs;
mod settings;

pub use annealing::{Annealed, DIAGONAL, compact, octopuszle};
pub use completion::{Completion, Puts, beginning, complete, completions};
pub use literal_octopuszle::{LiteralProgress, literal_octopuszle};
pub use random::Random;
pub use runs::{Found, Runs, Totals, connected, each_solution};
pub use settings::{Algorithm, Demands, Order, Settings};

/// The number of steps between two checks for an interruption, which take some milliseconds.
pub(crate) const STEPS_BETWEEN_CHECKS: u64 = 1 << 14;

#[cfg(test)]
mod tests;
