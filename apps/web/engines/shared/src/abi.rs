//! How a page's script reaches its engine: it asks for room, writes a question there,
//! and reads the answer at the place that the engine names.
//!
//! This side follows no pointer. The unsafe attributes only keep three names, which the linker must
//! leave as they are.

use std::sync::{Mutex, PoisonError};

use crate::Ask;

/// The memory for questions and answers.
#[derive(Debug)]
pub struct Desk {
    question: Mutex<Vec<u8>>,
    answer: Mutex<Vec<u8>>,
}

impl Desk {
    /// An empty desk.
    #[allow(
        clippy::new_without_default,
        reason = "only the macro below makes one, as a constant"
    )]
    pub const fn new() -> Desk {
        Desk {
            question: Mutex::new(Vec::new()),
            answer: Mutex::new(Vec::new()),
        }
    }

    /// Room for a question of this many bytes.
    pub fn room(&self, bytes: usize) -> *mut u8 {
        let mut question = self.question.lock().unwrap_or_else(PoisonError::into_inner);
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    }

    /// Answers the question that was written, and returns the number of bytes of the answer.
    pub fn answer<Q: Ask>(&self) -> usize {
        let question =
            std::mem::take(&mut *self.question.lock().unwrap_or_else(PoisonError::into_inner));
        let mut answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        *answer = crate::answer::<Q>(&String::from_utf8_lossy(&question)).into_bytes();
        answer.len()
    }

    /// The place of the answer, until the next question.
    pub fn answered(&self) -> *const u8 {
        self.answer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ptr()
    }
}

/// Exports an engine that answers questions of a type that is [`Ask`].
#[macro_export]
macro_rules! export {
    ($question:ty) => {
        static DESK: $crate::Desk = $crate::Desk::new();

        #[allow(
            unsafe_code,
            dead_code,
            reason = "only a page has no other names and calls it"
        )]
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        extern "C" fn room(bytes: usize) -> *mut u8 {
            DESK.room(bytes)
        }

        #[allow(
            unsafe_code,
            dead_code,
            reason = "only a page has no other names and calls it"
        )]
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        extern "C" fn answer() -> usize {
            DESK.answer::<$question>()
        }

        #[allow(
            unsafe_code,
            dead_code,
            reason = "only a page has no other names and calls it"
        )]
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        extern "C" fn answered() -> *const u8 {
            DESK.answered()
        }
    };
}
