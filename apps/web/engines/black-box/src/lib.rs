//! Black Box for the page: what the page's script asks, and what the rooms of
//! `blackbox` answer. No other part of the page has a rule of the game.
//!
//! A ray's answer is the position where it comes out: its own if it is reflected, -1 if
//! it is absorbed.

mod board;
mod decoded;
mod game;
mod molecule;
mod value;

use serde::Deserialize;
use web_engine::{Ask, refused, written};

/// What the page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// Reads a board from a text, as `decode` does.
    Read(board::Read),
    /// Says at once whether a board can be asked about.
    Accept(board::Position),
    /// Counts the molecules that agree with a board.
    Find(board::Position),
    /// Says all that `decode` says of a board.
    Decode(board::Position),
    /// Draws a game at random.
    Draw(game::Draw),
    /// Says which rays the player's balls explain.
    Suppose(game::Suppose),
    /// Ends a game.
    Check(game::Check),
    /// Says what each ray of a game told, and what another one would have.
    Review(game::Check),
    /// Says everything about a molecule.
    Molecule(molecule::Named),
}

web_engine::export!(Question);

impl Ask for Question {
    fn answer(self) -> String {
        match self {
            Question::Read(read) => written(read.answer()),
            Question::Accept(position) => written(position.accept()),
            Question::Find(position) => written(decoded::find(&position)),
            Question::Decode(position) => as_json(decoded::decode(&position)),
            Question::Draw(draw) => written(draw.answer()),
            Question::Suppose(supposed) => written(supposed.answer()),
            Question::Check(check) => written(check.answer()),
            Question::Review(check) => as_json(check.review()),
            Question::Molecule(named) => written(named.answer()),
        }
    }
}

/// An answer that is JSON already.
fn as_json(document: Result<String, web_engine::Refusal>) -> String {
    match document {
        Ok(document) => format!("{{\"ok\":{document}}}"),
        Err(refusal) => refused(&refusal),
    }
}
