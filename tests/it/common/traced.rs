//! Traces molecules cell by cell, and computes the information of rays.

use blackbox::board::Config;
use blackbox::oracle::{End, Plain};

/// The ends of all rays of a molecule.
pub(crate) fn ends(molecule: &str) -> Vec<End> {
    Plain::new(0, molecule.len().isqrt()).ends(molecule.as_bytes())
}

/// The ends of all rays of every molecule of a configuration, in the order of their numbers.
pub(crate) fn traced(config: Config) -> Vec<Vec<End>> {
    let plain = Plain::new(0, config.width());
    let molecules = config.boards();
    molecules
        .map(|one| plain.ends(one.text().as_bytes()))
        .collect()
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
