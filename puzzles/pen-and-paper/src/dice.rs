//! Reproducible random numbers.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use random::SplitMix64;

/// A source of random numbers: PCG XSL 128/64 MCG. Ranges and shuffles are computed here, because those of a
/// library may change with its version.
#[derive(Clone, Debug)]
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// The random numbers of a seed.
    pub fn new(seed: u64) -> Dice {
        // Consecutive seeds get unrelated states.
        let [high, low] = [seed, !seed].map(|seed| u128::from(SplitMix64(seed).next()));
        Dice(Pcg64Mcg::new(high << 64 | low))
    }

    /// A number below `end`, or 0 if `end` is 0. All are equally likely up to one part in 2³².
    pub fn below(&mut self, end: usize) -> usize {
        random::below(self.0.next_u64(), end as u64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
