//! The Chinese rings for the page: what the page's script asks, and what the rooms of
//! `chinese-rings` answer. No other part of the page has a rule of the puzzle.

mod game;
mod path;
mod ways;

use serde::Deserialize;
use web_engine::{Ask, written};

/// What the page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// Reads a game as an address has it.
    Open(game::Open),
    /// Says everything about a state.
    See(game::Position),
    /// Moves a hook.
    Move(game::Move),
    /// Counts the shortest ways that are left.
    Ways(game::Position),
    /// Lists the path that all legal moves form.
    Path(path::Path),
}

web_engine::export!(Question);

impl Ask for Question {
    fn answer(self) -> String {
        match self {
            Question::Open(open) => written(open.answer()),
            Question::See(position) => written(position.see()),
            Question::Move(wanted) => written(wanted.answer()),
            Question::Ways(position) => written(position.ways()),
            Question::Path(path) => written(path.answer()),
        }
    }
}
