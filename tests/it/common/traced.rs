//! Molecules that are traced cell by cell, and what a ray tells of them.

use blackbox::board::Config;
use slow_tracer::{Fate, fates};

/// How the rays of every molecule of a configuration end, in the order of their numbers.
pub(crate) fn traced(config: Config) -> Vec<Vec<Fate>> {
    let molecules = config.boards();
    molecules.map(|one| fates(&one.text())).collect()
}

/// The information of an answer in bits, from the numbers of molecules that give each possible answer.
pub(crate) fn bits(counts: impl IntoIterator<Item = usize>) -> f64 {
    let counts: Vec<f64> = counts.into_iter().map(|count| count as f64).collect();
    let all: f64 = counts.iter().sum();
    let bits = counts
        .iter()
        .map(|count| count / all * (all / count).log2());
    bits.sum()
}
