//! Random numbers from a seed that a failing test shows.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

use random::SplitMix64;

/// A generator whose seed is known.
#[derive(Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Prints its seed. To repeat a run, set the variable with this name.
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

    /// A number from 0 to below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0.below(end)
    }

    /// A moment before the end.
    pub fn moment(&mut self, end: Duration) -> Duration {
        end.mul_f64(self.0.share())
    }
}
