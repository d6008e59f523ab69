//! What the engines of all pages share: how a page asks, and how an engine answers.
//!
//! A page's script shows and asks; its engine has every rule. A question is JSON that the engine's
//! own `Question` reads, such as `{"name": {…}}`, an answer `{"ok": …}` or `{"error": "one sentence"}`.

mod abi;

use std::fmt;
use std::sync::atomic::AtomicU64;

use serde::Serialize;
use serde::de::DeserializeOwned;

#[doc(hidden)]
pub use abi::{answer_question, answered, room};
pub use draw::object;
pub use random::SplitMix64 as Random;
use watch::Observed;
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

/// Does work that tells the page how much of it is done.
pub fn heard<T>(work: impl FnOnce(&Observed) -> T) -> T {
    let (done, heard) = (&AtomicU64::new(0), abi::tell as fn(u64));
    unwatched(|observed| {
        work(&Observed {
            done,
            heard,
            ..*observed
        })
    })
}

/// Answers a question that is written as JSON.
pub fn answer<Q: DeserializeOwned>(question: &str, answer: fn(Q) -> String) -> String {
    let mut room_for_a_text = vec![0; question.len()];
    match serde_json_core::from_str_escaped(question, &mut room_for_a_text) {
        Ok((question, _)) => answer(question),
        Err(error) => written::<()>(Err(Refusal(format!("this cannot be asked: {error}")))),
    }
}

/// An answer as the page reads it.
pub fn written<T: Serialize>(answer: Result<T, Refusal>) -> String {
    let text = answer.and_then(|answer| Ok(serde_json::to_string(&object! { ok: answer })?));
    text.unwrap_or_else(|Refusal(why)| {
        // A text can always be written.
        serde_json::to_string(&object! { error: why }).unwrap_or_default()
    })
}
