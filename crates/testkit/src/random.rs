//! Random numbers from a seed that a failing test shows.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// The generator SplitMix64.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Prints its seed. To repeat a run, set the variable with this name.
    pub fn new(variable: &str) -> Random {
        let seed = match std::env::var(variable) {
            Ok(seed) => seed.parse().unwrap(),
            Err(_) => RandomState::new().build_hasher().finish(),
        };
        eprintln!("{variable}={seed}");
        Random(seed)
    }

    /// The next number.
    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A moment before the end.
    pub fn moment(&mut self, end: Duration) -> Duration {
        end.mul_f64(self.next() as f64 / u64::MAX as f64)
    }
}
