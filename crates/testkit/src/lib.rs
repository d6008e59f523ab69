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

pub use documents::{check_commands, check_reference, commands, run_examples};
#[cfg(unix)]
pub use sandbox::wait_for_handler;
pub use sandbox::{Ended, SHELL, Sandbox, csv, ended, one, open, words};

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::time::Duration;

use ::random::SplitMix64;

/// The contents of a file packed by `gzip -n`.
pub fn unpacked(file: &Path) -> Vec<u8> {
    /// The length of the header of `gzip -n`, in bytes.
    const HEADER: usize = 10;
    let packed = fs::read(file).unwrap();
    miniz_oxide::inflate::decompress_to_vec(&packed[HEADER..]).unwrap()
}

/// A random number generator whose seed is printed.
#[derive(Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Prints the seed. To repeat a run, set the variable with this name to it.
    pub fn new(variable: &str) -> Random {
        let seed = match std::env::var(variable) {
            Ok(seed) => seed.parse().unwrap(),
            Err(_) => RandomState::new().build_hasher().finish(),
        };
        eprintln!("{variable}={seed}");
        Random(SplitMix64(seed))
    }

    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0.below(end)
    }

    /// A random duration below `end`.
    pub fn moment(&mut self, end: Duration) -> Duration {
        end.mul_f64(self.0.share())
    }
}
