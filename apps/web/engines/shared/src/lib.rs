//! What the engines of all pages share: how a page asks, and how an engine answers.
//!
//! A page's script shows and asks; its engine has every rule. A question is JSON that the engine's
//! own `Question` reads, such as `{"name": {…}}`, an answer `{"ok": …}` or `{"error": "one sentence"}`.

mod abi;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[doc(hidden)]
pub use abi::{answer_question, answered, room};
pub use random::SplitMix64 as Random;
pub use view::object;
// A page that no longer wants an answer stops the whole engine.
pub use watch::unwatched;

/// Why there is no answer, in one sentence.
#[derive(Debug)]
pub struct Refusal(pub String);

impl<E: fmt::Display> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(error.to_string())
    }
}

/// A question of which the name says all.
#[derive(Deserialize, Debug)]
pub struct Nothing {}

/// What a page can ask. A question is read from JSON, and has an answer.
pub trait Ask: DeserializeOwned {
    /// The answer, [written].
    fn answer(self) -> String;
}

/// Answers a question that is written as JSON.
pub fn answer<Q: Ask>(question: &str) -> String {
    match serde_json::from_str::<Q>(question) {
        Ok(question) => question.answer(),
        Err(error) => refused(&Refusal(format!("this cannot be asked: {error}"))),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer<T> {
    Ok(T),
    Error(String),
}

/// An answer as the page reads it.
pub fn written<T: Serialize>(answer: Result<T, Refusal>) -> String {
    match answer {
        Ok(answer) => serde_json::to_string(&Answer::Ok(answer))
            .unwrap_or_else(|error| refused(&error.into())),
        Err(refusal) => refused(&refusal),
    }
}

/// A refusal as the page reads it.
pub fn refused(refusal: &Refusal) -> String {
    // A text can always be written.
    serde_json::to_string(&Answer::<()>::Error(refusal.0.clone())).unwrap_or_default()
}
