//! The China Labyrinth for the page: what the page's script asks, and what the pure rooms of
//! `china-labyrinth` answer. No other part of the page has a rule.
//!
//! A piece is the number of its doors, bits 0 to 5 for doors towards east, north-east,
//! north-west, west, south-west and south-east. Cells have axial coordinates. Squares have bits 0 to
//! 3 for east, north, west and south.

mod cast;
mod game;
mod octopuszle;
mod run;

use web_engine::{Nothing, written};

web_engine::questions! {
    /// Names all hexagrams.
    Hexagrams(Nothing) => |_nothing| written(Ok(cast::hexagrams())),
    /// Plays the moves of a game.
    Game(game::Game) => |game| written(game.answer()),
    /// Looks for a solution from there.
    Complete(game::Complete) => |complete| written(complete.answer()),
    /// Counts the solutions from there.
    Ways(game::Game) => |game| written(game.ways()),
    /// Gives a run of a random search, step by step.
    Run(run::RunOf) => |wanted| written(wanted.answer()),
    /// Looks for a solution of the Octopuszle.
    Octopuszle(octopuszle::Search) => |wanted| written(wanted.answer()),
    /// Follows the doors of one of its pieces.
    Follow(octopuszle::Follow) => |follow| written(follow.answer()),
    /// Casts a hexagram.
    Cast(cast::Throw) => |wanted| written(wanted.answer()),
    /// Finds a way from one hexagram to another in a solution.
    Connect(cast::Connect) => |connect| written(connect.answer()),
}

#[cfg(test)]
mod tests;
