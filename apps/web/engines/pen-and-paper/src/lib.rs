//! Pen and paper for the page: what the page's script asks, and what the pure rooms of
//! `pen-and-paper` answer. No rule of the game stands anywhere else in the page.

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
    /// Reads a game that is written down.
    Read(game::Read),
    /// Writes a game down, and says where it goes on.
    Look(game::Game),
    /// Says whether the grid can still be filled.
    Outlook(help::Asked),
    /// Finds a next cell, and what has to be taken back before.
    Hint(help::Asked),
    /// Fills what is left.
    Finish(help::Asked),
    /// Counts the ways to fill what is left.
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
