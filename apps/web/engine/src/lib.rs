//! Black Box for the page: what the page's script asks, and what the rooms of
//! `blackbox` answer, both as JSON. No rule of the game stands anywhere else in
//! the page.
//!
//! A question is `{"name": {…}}`, one of `Question`'s; an answer is `{"ok": …}`, or
//! `{"error": "one sentence"}`. A ray's answer is the position where it comes out: its
//! own if it is reflected, -1 if it is absorbed.

mod abi;
mod board;
mod decoded;
mod game;
mod molecule;

use std::fmt;
use std::sync::atomic::AtomicU64;

use serde::{Deserialize, Serialize};
use watch::{Observed, Stop};

/// What the page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// Reads a board from a text, as `decode` does.
    Read(board::Read),
    /// Says whether a board can be asked about, which takes no time.
    Accept(board::Position),
    /// Counts the molecules that agree with a board.
    Find(board::Position),
    /// Says all that `decode` says of a board.
    Decode(board::Position),
    /// Draws a game at random.
    Draw(game::Draw),
    /// Says which rays the balls explain that are supposed.
    Suppose(game::Suppose),
    /// Ends a game.
    Check(game::Check),
    /// Tells everything of a molecule.
    Molecule(molecule::Named),
}

/// Why there is no answer, in one sentence.
struct Refusal(String);

impl<E: fmt::Display> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(error.to_string())
    }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer<T> {
    Ok(T),
    Error(String),
}

/// Answers a question of the page.
pub fn answer(question: &str) -> String {
    let question: Question = match serde_json::from_str(question) {
        Ok(question) => question,
        Err(error) => return refused(&Refusal(format!("this cannot be asked: {error}"))),
    };
    match question {
        Question::Read(read) => written(read.answer()),
        Question::Accept(position) => written(position.accept()),
        Question::Find(position) => written(decoded::find(&position)),
        // It is JSON already.
        Question::Decode(position) => match decoded::decode(&position) {
            Ok(decoded) => format!("{{\"ok\":{decoded}}}"),
            Err(refusal) => refused(&refusal),
        },
        Question::Draw(draw) => written(draw.answer()),
        Question::Suppose(supposed) => written(supposed.answer()),
        Question::Check(check) => written(check.answer()),
        Question::Molecule(named) => written(named.answer()),
    }
}

fn written<T: Serialize>(answer: Result<T, Refusal>) -> String {
    match answer {
        Ok(answer) => serde_json::to_string(&Answer::Ok(answer))
            .unwrap_or_else(|error| refused(&error.into())),
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &Refusal) -> String {
    // A text can always be written.
    serde_json::to_string(&Answer::<()>::Error(refusal.0.clone())).unwrap_or_default()
}

/// Does work that nobody watches: who does not want it any more ends the whole
/// engine.
fn unwatched<T>(work: impl FnOnce(&Observed) -> T) -> T {
    let (done, stop) = (AtomicU64::new(0), Stop::default());
    work(&Observed {
        done: &done,
        stop: &stop,
    })
}
