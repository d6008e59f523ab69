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

mod documents;
pub mod doors;
pub mod drawn;
mod mutations;
mod sandbox;
#[cfg(target_os = "linux")]
mod system_calls;

pub use documents::{check_commands, check_reference, commands, run_examples};
pub use mutations::Mutations;
pub use sandbox::{Ended, SHELL, Sandbox, csv, ended, one, open, words};
#[cfg(target_os = "linux")]
pub use system_calls::SystemCalls;
/// A watcher that ignores all reports and never requests a stop.
pub use watch::Stop as Nobody;

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::time::Duration;

use ::csv::{Reader, StringRecord};
use ::random::SplitMix64;
use serde_json::Value;

/// The contents of a file packed by `gzip -n`.
///
/// # Panics
///
/// If it is missing or damaged.
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

    /// The next number.
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

/// The columns of the output of a verification. If it is of a configuration, `config` comes first.
const COLUMNS: [&str; 5] = ["outcome", "name", "text", "rows", "sha256"];

/// Checks that a verification reports the same as text, JSON and CSV, and ends in the same way. Returns its exit
/// code and the outcomes.
pub fn check_formats(sandbox: &Sandbox, verify: &[&str]) -> (Option<i32>, Vec<String>) {
    let run = |format| sandbox.run(&[verify, &["--format", format]].concat());
    let [text, json, csv] = ["text", "json", "csv"].map(run);
    for other in [&json, &csv] {
        let ends = [&text, other].map(|ended| (ended.code, &ended.stderr));
        assert_eq!(ends[0], ends[1], "{verify:?}");
    }
    let mut reader = Reader::from_reader(csv.stdout.as_bytes());
    let header = reader.headers().unwrap().clone();
    let config = header.get(0).filter(|first| *first == "config");
    let columns = config.into_iter().chain(COLUMNS);
    assert!(header.iter().eq(columns), "{csv:?}");
    let records: Vec<StringRecord> = reader.records().map(Result::unwrap).collect();
    let documents: Vec<Value> = (json.stdout.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // Leaves out headings, which name the configurations of a file.
    let lines = text.stdout.lines().filter(|line| line.contains("  "));
    let lines: Vec<&str> = lines.collect();
    let counts = [lines.len(), documents.len(), records.len()];
    assert_eq!(counts, [lines.len(); 3], "{text:?}\n{json:?}\n{csv:?}");
    let mut outcomes = Vec::new();
    for ((line, document), record) in lines.into_iter().zip(&documents).zip(&records) {
        let keys = document.as_object().unwrap();
        assert_eq!(keys.len(), header.len(), "{document}");
        for (key, cell) in header.iter().zip(record) {
            let value = match &keys[key] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, cell, "{key}");
        }
        let [outcome, name, words] =
            ["outcome", "name", "text"].map(|key| keys[key].as_str().unwrap());
        let shown = outcome.replace("failed", "FAILED");
        assert_eq!(line, format!("{shown:<8}  {name:<11}  {words}"));
        if outcome == "checksum" {
            let (rows, sha256) = (&keys["rows"], keys["sha256"].as_str().unwrap());
            let plain = words.replace(',', "");
            assert_eq!(plain, format!("sha256 {sha256} of {rows} rows"));
        }
        outcomes.push(outcome.to_owned());
    }
    (text.code, outcomes)
}
