//! Pen and Paper: a grid is filled with 1, 2, 3 … From a number the next one is
//! three cells away in its row or column, or two diagonally. A *tour* fills the
//! grid; a *circular* one also jumps from its last number back to 1.
//!
//! After Ruby Quiz 90 (James Edward Gray II and others, 2006).
//!
//! - [`rules`]: grids, jumps, symmetries. [`tour`]: what a filled grid is.
//!   [`cycle`]: what circular tours have in common that differ in their first
//!   cell only. [`existence`]: which grids have a tour.
//! - [`search`]: a random search for one tour, a file a method, by the random
//!   numbers of [`dice`]. [`count`]: all tours.
//! - `store`: circular tours that were found, and what has been counted.
//! - `cli`: the [program](main), a file a command, and `verify`. `view`: text,
//!   JSON, SVG, PNG.

#[cfg(feature = "pipeline")]
mod cli;
pub mod count;
pub mod cycle;
pub mod dice;
pub mod existence;
pub mod rules;
pub mod search;
#[cfg(feature = "pipeline")]
mod store;
pub mod tour;
#[cfg(feature = "pipeline")]
mod verify;
#[cfg(feature = "pipeline")]
mod view;

/// The program `pen-and-paper`, from its arguments to its exit code.
#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    kit::main::<cli::PenAndPaper>()
}
