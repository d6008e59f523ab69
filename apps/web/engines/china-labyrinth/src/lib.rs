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

use serde::Deserialize;
use web_engine::{Ask, written};

/// What the page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// Names all hexagrams.
    Hexagrams {},
    /// Plays the moves of a game.
    Game(game::Game),
    /// Looks for a solution from there.
    Complete(game::Complete),
    /// Counts the solutions from there.
    Ways(game::Game),
    /// Gives a run of a random search, step by step.
    Run(run::RunOf),
    /// Looks for a solution of the Octopuszle.
    Octopuszle(octopuszle::Search),
    /// Follows the doors of one of its pieces.
    Follow(octopuszle::Follow),
    /// Casts a hexagram.
    Cast(cast::Throw),
    /// Finds a way from one hexagram to another in a solution.
    Connect(cast::Connect),
}

web_engine::export!(Question);

impl Ask for Question {
    fn answer(self) -> String {
        match self {
            Question::Hexagrams {} => written(Ok(cast::hexagrams())),
            Question::Game(game) => written(game.answer()),
            Question::Complete(complete) => written(complete.answer()),
            Question::Ways(game) => written(game.ways()),
            Question::Run(wanted) => written(wanted.answer()),
            Question::Octopuszle(wanted) => written(wanted.answer()),
            Question::Follow(follow) => written(follow.answer()),
            Question::Cast(wanted) => written(wanted.answer()),
            Question::Connect(connect) => written(connect.answer()),
        }
    }
}

#[cfg(test)]
mod tests;
