//! Seeds that nobody chose.

use std::hash::{BuildHasher, RandomState};

/// A random seed, short enough to be typed again.
pub fn fresh_seed() -> u64 {
    // The standard library begins its hashes with the system's random numbers.
    RandomState::new().hash_one(()) >> 32
}
