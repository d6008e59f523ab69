//! How the page's script reaches the engine: it asks for room, writes a question
//! there, and reads the answer where it is told.
//!
//! No pointer is followed on this side. What has to be allowed are three names that
//! the linker must leave as they are.
#![allow(
    unsafe_code,
    reason = "an exported name could clash with another one; there is no other"
)]

use std::sync::{Mutex, PoisonError};

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Room for a question of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    question.clear();
    question.resize(bytes, 0);
    question.as_mut_ptr()
}

/// Answers the question that was written, and tells how many bytes that takes.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let question = std::mem::take(&mut *QUESTION.lock().unwrap_or_else(PoisonError::into_inner));
    let mut answer = ANSWER.lock().unwrap_or_else(PoisonError::into_inner);
    *answer = crate::answer(&String::from_utf8_lossy(&question)).into_bytes();
    answer.len()
}

/// Where the answer stands, until the next question.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    ANSWER
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .as_ptr()
}
