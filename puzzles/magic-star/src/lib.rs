//! Magic stars: the numbers 1 to 2n on the points and crossings of a star polygon, so that the four
//! on every line have the same sum.
//!
//! The source is Heath Raftery's exploration of the star 8a in 2004, which went through all
//! permutations of 16 numbers for weeks. This program takes a millisecond for 8a, and about ten
//! seconds of a processor for stars of order 13.
//!
//! Data flows from [`rules`] through [`search`] and `store` to `explore`. [`rules`] has stars,
//! solutions and symmetries, [`search`] all ways to fill a star, and `store` the tables.
//! `numbering`, `analysis` and `verify` read its tables. `complete` fills partly filled stars
//! without tables. Last come `view` and `cli`, the arguments of the [program](main).

#[cfg(feature = "pipeline")]
mod analysis;
#[cfg(feature = "pipeline")]
mod cli;
#[cfg(feature = "pipeline")]
mod complete;
#[cfg(feature = "pipeline")]
mod explore;
#[cfg(feature = "pipeline")]
mod numbering;
pub mod rules;
pub mod search;
#[cfg(feature = "pipeline")]
mod store;
#[cfg(feature = "pipeline")]
mod verify;
#[cfg(feature = "pipeline")]
mod view;

/// The program `magic-star`, from its arguments to its exit code.
#[cfg(feature = "pipeline")]
pub fn main() -> std::process::ExitCode {
    kit::main::<cli::MagicStar>()
}
