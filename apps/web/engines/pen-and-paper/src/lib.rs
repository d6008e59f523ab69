//! Pen and paper for the page: what the page's script asks, and what the pure rooms of
//! `pen-and-paper` answer. No other part of the page has a rule of the game.

mod begun;
mod game;
mod help;
#[cfg(test)]
mod tests;

use serde::Deserialize;
use web_engine::{Ask, written};

/// What the page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// Reads a game from its writing.
    Read(game::Read),
    /// Writes a game, and says where it can continue.
    Look(game::Game),
    /// Says whether the grid can still be filled.
    Outlook(help::Asked),
    /// Finds a next cell, and the numbers to take back before.
    Hint(help::Asked),
    /// Fills the rest of the grid.
    Finish(help::Asked),
    /// Counts the ways to fill the rest.
    Ways(help::Asked),
}

web_engine::export!(Question);

impl Ask for Question {
    fn answer(self) -> String {
        match self {
            Question::Read(read) => written(read.answer()),
            Question::Look(game) => written(game.look()),
            Question::Outlook(asked) => written(asked.outlook()),
            Question::Hint(asked) => written(asked.hint()),
            Question::Finish(asked) => written(asked.finish()),
            Question::Ways(asked) => written(asked.ways()),
        }
    }
}
