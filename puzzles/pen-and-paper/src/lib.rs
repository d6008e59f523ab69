//! Pen and Paper: a player fills a grid with 1, 2, 3 …, where the next number is three cells away in the same row
//! or column, or two cells away diagonally. A *tour* fills the grid; a *circular* tour also has a jump from its
//! last number back to 1.
//!
//! After Ruby Quiz 90 (Eric Duminil, 2006).
//!
//! [`rules`] has grids and jumps; [`search`], [`count`] and [`unfinished`] find and count tours.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

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

#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    app::main::<cli::PenAndPaper>(&app::Suite {
        groups: &[
            ("Play", &["play"]),
            ("Solve and check", &["solve", "check"]),
            ("Explore", &["count"]),
        ],
        ..app::Suite::default()
    })
}
