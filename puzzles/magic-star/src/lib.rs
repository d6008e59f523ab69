//! Magic stars: 1 to 2n on the points and crossings of a star, with the same sum on every line.
//!
//! The source is Heath Raftery's exploration of the star 8a in 2004, whose program took weeks for
//! half of the permutations. This program takes a millisecond for 8a, and up to half a minute for order 13.
//!
//! [`rules`] has stars, solutions and symmetries. [`search`] finds all ways to fill a star, and [`deduction`] fills
//! it as a person does.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

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

#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::MagicStar>(&app::Suite {
        groups: &[
            ("Play", &["play", "hint"]),
            ("Solve", &["solve", "diagram"]),
            ("Explore", &["explore", "display", "analysis", "brute"]),
        ],
        ..app::Suite::default()
    })
}
