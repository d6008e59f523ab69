//! Magic stars: 1 to 2n on the points and crossings of a star, with the same sum on every line.
//!
//! The source is Heath Raftery's exploration of the star 8a in 2004, which went through all
//! permutations for weeks. This program takes a millisecond for 8a, and ten seconds for order 13.
//!
//! Data flows from [`rules`] (stars, solutions, symmetries) through [`search`], which fills a star in
//! all ways, and has the source's brute force. Then come `explore` (all solutions by their numbers)
//! and `analysis` (what they show), and last `view` and `cli`, the arguments of the [program](main).
//! [`deduction`] is what a person can see without a search, and `play` the game in a terminal.
//!
//! ```
//! use magic_star::rules::Diagram;
//! use magic_star::search::Search;
//! use watch::Stop;
//!
//! let search = Search::exploration(&Diagram::of("8a".parse()?));
//! let mut classes = 0;
//! let found = &mut |_| {
//!     classes += 1;
//!     true
//! };
//! search.all(&Stop::default(), found).expect("not stopped");
//! assert_eq!(classes * search.group.order(), 1792);
//! # Ok::<(), String>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "pipeline")]
mod analysis;
#[cfg(feature = "pipeline")]
mod cli;
pub mod deduction;
#[cfg(feature = "pipeline")]
mod explore;
#[cfg(feature = "pipeline")]
mod play;
pub mod rules;
pub mod search;
#[cfg(feature = "pipeline")]
mod view;

/// The program `magic-star`, from its arguments to its exit code.
#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::MagicStar>(&app::Suite {
        umbrella: "magic-star",
        groups: &[
            ("Play", &["play", "hint"]),
            ("Solve", &["solve", "diagram"]),
            ("Explore", &["explore", "display", "analysis", "brute"]),
        ],
        ..app::Suite::default()
    })
}
