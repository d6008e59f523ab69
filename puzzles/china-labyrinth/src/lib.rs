//! The China Labyrinth: 64 hexagons, every subset of six doors once, never turned. The puzzle is
//! Martin Medema's; the squares, compact solutions and the Octopuszle are Christian Freeling's. The
//! search is that of Ed van Zon's *I Ching Connexion* (1995).
//!
//! In a *transcendental* solution every door meets a door, and a side without a door has no
//! neighbour. The pieces fall into *groups*, each on a board of its own. In a *compact* solution
//! the pieces fill a given form of 64 cells. Doors meet doors, and every other side has no door.
//! The *Octopuszle* is the compact puzzle of 256 squares with doors on sides and corners.
//!
//! - [`rules`]: pieces, also as hexagrams of the Yijing, positions, and what makes solutions valid.
//! - [`search`]: van Zon's algorithm and a faster one, also through everything or from a position.
//!   It has compact solutions by annealing and as van Zon would look for them, too.
//! - `play` (the 16 squares in a terminal), `view`, and `cli`, the arguments of the [program](main).
//!
//! ```
//! use china_labyrinth::rules::Tiles;
//! use china_labyrinth::search::{Runs, Settings};
//!
//! // Runs of 96 steps, until one of them ends at a solution.
//! let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), 96, 1);
//! let found = loop {
//!     if let Some(found) = runs.advance(1000)? {
//!         break found;
//!     }
//! };
//! assert_eq!((found.steps, found.solution.groups().len()), (93, 3));
//! # Ok::<(), china_labyrinth::rules::Fault>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "pipeline")]
mod cli;
#[cfg(feature = "pipeline")]
mod play;
pub mod rules;
pub mod search;
#[cfg(feature = "pipeline")]
mod view;

/// The program `china-labyrinth`, from its arguments to its exit code.
#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::ChinaLabyrinth>(&app::Suite {
        umbrella: "china-labyrinth",
        groups: &[
            ("Play", &["play"]),
            ("Search", &["search", "compact", "octopuszle", "count"]),
            ("Hexagrams", &["hexagrams", "cast", "connect"]),
        ],
        ..app::Suite::default()
    })
}
