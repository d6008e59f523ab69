//! The interface between a page's script and its engine: the script writes a question into memory that the engine
//! provides, and reads the answer from there.
//!
//! While the engine computes an answer, it can report its progress.
//!
//! This side follows no pointer. The unsafe attributes are needed only to export names to the linker.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn open(place: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Provides memory for a question of this many bytes.
#[allow(unsafe_code, reason = "a page calls it by its name")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut question = open(&QUESTION);
    question.clear();
    question.resize(bytes, 0);
    question.as_mut_ptr()
}

/// The address of the answer, which is valid until the next question.
#[allow(unsafe_code, reason = "a page calls it by its name")]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answered() -> *const u8 {
    open(&ANSWER).as_ptr()
}

/// The function of the page that is called with the progress.
#[cfg(target_family = "wasm")]
#[allow(unsafe_code, reason = "a page gives it by its name")]
unsafe extern "C" {
    safe fn progress(done: f64);
}

/// Reports progress to the page. Does nothing on other targets.
#[cfg_attr(
    not(target_family = "wasm"),
    expect(unused_variables, reason = "there is no page")
)]
pub(crate) fn report(done: u64) {
    #[cfg(target_family = "wasm")]
    progress(done as f64);
}

/// Answers the question in memory, and returns the number of bytes of the answer.
pub fn answer_question<Q: DeserializeOwned>(answer: fn(Q) -> String) -> usize {
    let question = std::mem::take(&mut *open(&QUESTION));
    let answer = crate::answer(&String::from_utf8_lossy(&question), answer).into_bytes();
    let length = answer.len();
    *open(&ANSWER) = answer;
    length
}

/// Declares the questions that a page can ask: their names, fields and answers. Generates the type `Question`, and
/// exports the engine that answers it.
#[macro_export]
macro_rules! questions {
    ($(
        $(#[$about:meta])*
        $name:ident
        $(($question:ident: $type:ty))?
        $({ $($field:ident: $of:ty),* })?
        => $answer:expr,
    )*) => {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Question {
            $($(#[$about])* $name $(($type))? $({ $($field: $of),* })?,)*
        }

        impl Question {
            /// The answer as JSON.
            fn answer(self) -> String {
                match self {
                    $(
                        Question::$name $(($question))? $({ $($field),* })? => {
                            $crate::written($answer)
                        }
                    )*
                }
            }
        }

        #[allow(
            unsafe_code,
            dead_code,
            reason = "only a page has no other names and calls it"
        )]
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        extern "C" fn answer() -> usize {
            $crate::answer_question(Question::answer)
        }
    };
}
