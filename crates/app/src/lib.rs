//! The frame of a program on a terminal, from its arguments to its exit code.
//!
//! - [`Program`] and [`main`]: the options and commands that all programs have.
//! - [`Error`]: the errors that any program can have, their hints, and the exit code.
//! - [`Hint`]: what to do after an error, or next, as words and commands.
//! - [`input`], [`output`]: the only place where files that a user names are opened; input has a limit and can be
//!   interrupted, output is written completely or not at all.
//! - [`terminal`]: progress, signals. [`Game`], [`play`]: a puzzle as a dialogue.
#![cfg(not(target_family = "wasm"))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

mod error;
mod game;
mod hint;
pub mod input;
mod manual;
mod options;
pub mod output;
mod program;
pub mod terminal;

pub use draw::object;
pub use error::{Error, Result};
pub use game::{Game, play};
pub use hint::{Command, Hint, shell_word};
pub use manual::Suite;
pub use options::{
    Format, Limit, Numbers, PictureFormat, RowFormat, Seed, Threads, fresh_seed, limit_or,
    numbers_from_1, whole,
};
pub use output::free_space;
pub use program::{Program, VERSION, main};
