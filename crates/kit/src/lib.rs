//! What a program over one SQLite file needs.
//!
//! - [`Database`](database::Database): the file, and what it promises.
//! - [`Error`] and [`Failure`]: the errors of any such program, what helps, and the exit code.
//! - [`Program`] and [`main`]: from the arguments to the exit code, with the
//!   options that all have in [`Common`], and [`DatabasePath`] for those with a database.
//! - [`terminal`]: progress, signals, input.
//! - [`verify`](mod@verify): what the verifications of all programs share.
//! - [`output`]: results that are written completely or not at all.
#![cfg(not(target_family = "wasm"))]

pub mod database;
mod disk;
mod error;
mod manual;
mod options;
pub mod output;
mod program;
mod seed;
pub mod terminal;
pub mod verify;

pub use disk::free_space;
pub use error::{Error, Failure, Result};
pub use options::{
    Common, DEFAULT_DATABASE, DatabasePath, Drawn, Format, Limit, Numbers, Rows, Seed, Threads,
    Width, numbers_from_1,
};
pub use program::{Program, Programs, main};
pub use seed::fresh_seed;
