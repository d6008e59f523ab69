//! The parts that the tests of all packages share:
//!
//! - running programs as a user does
//! - random numbers whose seed a failing test shows
//! - a watcher that ignores everything
//! - random changes that a verification must find
//! - comparing the formats of a verification
//! - documents whose examples run
//! - damaging the files that programs read
//! - packed files
//! - drawn boards
#![cfg(not(target_family = "wasm"))]
#![allow(missing_docs, reason = "the crate is not published")]

mod documents;
pub mod drawn;
pub mod input_files;
mod sandbox;

pub use ::random::SplitMix64 as Random;
pub use documents::{check_commands, check_reference, commands, run_examples};
#[cfg(unix)]
pub use sandbox::wait_for_handler;
pub use sandbox::{Ended, SHELL, Sandbox, csv, ended, one, open, words};

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

/// The contents of a file packed by `gzip -n`.
pub fn unpacked(file: &Path) -> Vec<u8> {
    /// The length of the header of `gzip -n`, in bytes.
    const HEADER: usize = 10;
    let packed = fs::read(file).unwrap();
    miniz_oxide::inflate::decompress_to_vec(&packed[HEADER..]).unwrap()
}

/// Random numbers whose seed is printed. To repeat a run, set the variable with this name to it.
pub fn seeded(variable: &str) -> Random {
    let seed = match std::env::var(variable) {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => RandomState::new().build_hasher().finish(),
    };
    eprintln!("{variable}={seed}");
    Random(seed)
}
