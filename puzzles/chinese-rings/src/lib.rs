//! The Chinese rings: n rings hang on n hooks around a shuttle, which is free when all are down.
//!
//! Hooks, states and the rule are those of Cleve Moler's *Patience Chinese Rings Puzzle*, after a
//! program of Daniel Frey's. Bit k - 1 of a state is 1 if hook k is down, so the goal is 2ⁿ - 1.
//!
//! The [`rules`] give, in closed form, the place of every state on the one path that the legal
//! moves form. The [searches](search) find that path by the rule alone: the text's own recursive
//! search, and the exploration of all states. `play` is the dialogue with a player, `cli` has the
//! arguments of the [program](main), `view` the words and pictures.
//!
//! Why explore what a closed form tells? The exploration shows that the legal moves form one path.
//! For up to 16 rings, the tests compare it with the closed form (a Gray code), and with a search
//! over the whole graph that shares no code with either.
//!
//! ```
//! use chinese_rings::rules::{Rings, State, walk};
//!
//! let rings = Rings::new(6).expect("up to 128 rings");
//! let (start, goal) = (State::start(rings), State::goal(rings));
//! assert_eq!(start.distance(&goal), 42);
//! let first: Vec<u32> = walk(start, goal).map(|(hook, _)| hook).take(3).collect();
//! assert_eq!(first, [2, 1, 4]);
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

/// The program `chinese-rings`, from its arguments to its exit code.
#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::ChineseRings>(&app::Suite {
        umbrella: "chinese-rings",
        groups: &[
            ("Play", &["play"]),
            ("Solve", &["path", "distance"]),
            ("Explore", &["search", "explore"]),
        ],
        ..app::Suite::default()
    })
}
