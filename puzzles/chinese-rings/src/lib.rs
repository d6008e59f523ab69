//! The Chinese rings: n rings hang on n hooks around a shuttle, which is free once all hooks are down.
//!
//! Hooks, states and the rule are those of Cleve Moler's *Patience Chinese Rings Puzzle*, after a program by Daniel
//! Frey. Bit k - 1 of a state is 1 if hook k is down, so the goal is 2ⁿ - 1.
//!
//! The legal moves form a single path through all states. The [`rules`] give the place of every state on it in
//! closed form; the [searches](search) find the path by legal moves.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

#[cfg(feature = "pipeline")]
mod cli;
#[cfg(feature = "pipeline")]
mod play;
pub mod rules;
pub mod search;
#[cfg(feature = "pipeline")]
mod view;

#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::ChineseRings>(&app::Suite {
        groups: &[
            ("Play", &["play"]),
            ("Solve", &["path", "distance"]),
            ("Explore", &["search", "explore"]),
        ],
        ..app::Suite::default()
    })
}
