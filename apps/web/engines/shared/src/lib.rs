//! The parts that the engines of all pages share: how a page asks, and how an engine answers.
//!
//! The script of a page draws and asks; its engine has all rules. A question is JSON for the engine's own type
//! `Question`, such as `{"name": {…}}`; an answer is `{"ok": …}` or `{"error": "one sentence"}`.

mod abi;

use std::fmt;
use std::sync::atomic::AtomicU64;

use serde::Serialize;
use serde::de::DeserializeOwned;

#[doc(hidden)]
pub use abi::{answer_question, answered, room};
pub use draw::object;
pub use draw::words::thousands;
pub use random::SplitMix64 as Random;
use watch::Observed;
// A page interrupts work by terminating the worker with the engine.
pub use watch::unwatched;

/// The reason why there is no answer, as one sentence.
#[derive(Debug)]
pub struct Refusal(pub String);

impl<E: fmt::Display> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(error.to_string())
    }
}

/// Runs work whose progress is reported to the page.
pub fn with_progress<T>(work: impl FnOnce(&Observed) -> T) -> T {
    let (done, on_progress) = (&AtomicU64::new(0), abi::report as fn(u64));
    unwatched(|observed| {
        work(&Observed {
            done,
            on_progress,
            ..*observed
        })
    })
}

/// Answers a question in JSON.
pub fn answer<Q: DeserializeOwned>(question: &str, answer: fn(Q) -> String) -> String {
    let mut room_for_a_text = vec![0; question.len()];
    match serde_json_core::from_str_escaped(question, &mut room_for_a_text) {
        Ok((question, _)) => answer(question),
        Err(error) => written::<()>(Err(Refusal(format!("this cannot be asked: {error}")))),
    }
}

/// The answer or the error as JSON.
pub fn written<T: Serialize>(answer: Result<T, Refusal>) -> String {
    let text = answer.and_then(|answer| Ok(serde_json::to_string(&object! { ok: answer })?));
    text.unwrap_or_else(|Refusal(why)| {
        // Serialising a string cannot fail.
        serde_json::to_string(&object! { error: why }).unwrap_or_default()
    })
}
