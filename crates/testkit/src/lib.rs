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

use std::fs;
use std::path::Path;

mod examples;
mod mutations;
mod random;
mod reference;
mod sandbox;
#[cfg(target_os = "linux")]
mod system_calls;
mod verified;

pub use examples::run_examples;
pub use mutations::Mutations;
pub use random::Random;
pub use reference::{check_commands, check_reference, commands};
pub use sandbox::{Ended, SHELL, Sandbox, csv, ended, one, open, words};
#[cfg(target_os = "linux")]
pub use system_calls::SystemCalls;
pub use verified::check_formats;
/// Ignores everything, says nothing, and never wants to stop.
pub use watch::Stop as Nobody;

/// What is in a file that `gzip -n` packed.
///
/// # Panics
///
/// If it is not there, or damaged.
pub fn unpacked(file: &Path) -> Vec<u8> {
    /// The length of the header that `gzip -n` writes, in bytes.
    const HEADER: usize = 10;
    let packed = fs::read(file).unwrap();
    miniz_oxide::inflate::decompress_to_vec(&packed[HEADER..]).unwrap()
}
