//! The common part of all packages' tests:
//!
//! - programs run as a user runs them
//! - random numbers whose seed a failing test shows
//! - a watcher that ignores everything
//! - random changes that a verification must find
//! - a verification for people and for programs
//! - documents whose examples run
//! - packed files
#![cfg(not(target_family = "wasm"))]

mod examples;
mod mutations;
mod nobody;
mod packed;
mod random;
mod reference;
mod sandbox;
#[cfg(target_os = "linux")]
mod system_calls;
mod verified;

pub use examples::run_examples;
pub use mutations::Mutations;
pub use nobody::Nobody;
pub use packed::unpacked;
pub use random::Random;
pub use reference::{check_commands, check_reference};
pub use sandbox::{Ended, Sandbox, csv, ended, open, words};
#[cfg(target_os = "linux")]
pub use system_calls::SystemCalls;
pub use verified::check_formats;
