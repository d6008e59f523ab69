//! The China Labyrinth for the page: what its script asks, and what `china-labyrinth` answers.
//!
//! A piece is the number of its doors, bits from 0 for doors counter-clockwise from east. Cells of
//! hexagons have axial coordinates.

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
