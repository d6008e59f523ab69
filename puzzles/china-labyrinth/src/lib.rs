//! The China Labyrinth: 64 hexagons, one for each subset of the six possible doors, which are never turned. The puzzle
//! is Martin Medema's; the squares, compact solutions and the Octopuszle are Christian Freeling's. The search is that
//! of Ed van Zon's *I Ching Connexion* (1995).
//!
//! In a *transcendental* solution, every door meets a door, and a side without a door has no neighbour. The pieces
//! form *groups*, each on its own board. In a *compact* solution, the pieces fill a given form of 64 cells,
//! and a side without a door meets a side without one. The *Octopuszle* is the compact puzzle of 256 squares with
//! doors at their sides and corners.
//!
//! [`rules`] has pieces, positions and solutions; [`search`] has van Zon's algorithm and faster ones.
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
    app::main::<cli::ChinaLabyrinth>(&app::Suite {
        groups: &[
            ("Play", &["play"]),
            ("Search", &["search", "compact", "octopuszle", "count"]),
            ("Hexagrams", &["hexagrams", "cast", "connect"]),
        ],
        ..app::Suite::default()
    })
}
