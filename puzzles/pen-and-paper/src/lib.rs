//! Pen and Paper: a player fills a grid with 1, 2, 3 … The next number is three cells away in the
//! same row or column, or two cells away diagonally. A *tour* fills the grid; a *circular* one also
//! jumps from its last number back to 1.
//!
//! After Ruby Quiz 90 (Eric Duminil, 2006).
//!
//! - [`rules`]: grids, jumps, symmetries. [`tour`]: what a filled grid is. [`existence`]: which have one.
//! - [`search`]: a random search for one tour by [`dice`]. [`count`]: all tours, by [`cycles`].
//! - [`unfinished`]: the same for a grid in which some numbers stand.
//! - `cli`: the [program](main). `grid`: reads grids. `play`: the game. `view`: text, JSON, SVG.
//!
//! ```
//! use pen_and_paper::dice::Dice;
//! use pen_and_paper::rules::Board;
//! use pen_and_paper::search::{Method, Search};
//! use pen_and_paper::tour::examine;
//! use watch::Stop;
//!
//! let board = Board::new(6, 6)?;
//! let search = Search::new(board, true, Method::best(board, true));
//! let found = search.run(&mut Dice::new(3), &mut Stop::default()).expect("6 × 6 has one");
//! assert_eq!(examine(board, &found.tour.numbers), Ok(true));
//! # Ok::<(), String>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "pipeline")]
mod cli;
pub mod count;
pub mod cycles;
pub mod dice;
pub mod existence;
#[cfg(feature = "pipeline")]
mod grid;
#[cfg(feature = "pipeline")]
mod play;
pub mod rules;
pub mod search;
pub mod tour;
pub mod unfinished;
#[cfg(feature = "pipeline")]
mod view;

/// The program `pen-and-paper`, from its arguments to its exit code.
#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::PenAndPaper>(&app::Suite {
        umbrella: "pen-and-paper",
        groups: &[
            ("Play", &["play"]),
            ("Solve and check", &["solve", "check"]),
            ("Explore", &["count"]),
        ],
        ..app::Suite::default()
    })
}
