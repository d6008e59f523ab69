//! Reproducible random numbers.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use random::mix;

/// PCG XSL RR 128/64. Ranges are computed here, so that new versions of a library do not change runs.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The random numbers of one of many runs with the same seed.
    pub fn new(seed: u64, run: u64) -> Random {
        const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;
        // Mixes the seed, because similar states would stay similar.
        let [high, low] = [mix(seed ^ mix(run)), mix(run ^ mix(!seed))];
        Random(Pcg64::new(u128::from(high) << 64 | u128::from(low), STREAM))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below n. The chances of the numbers differ by less than one in 2^64 / n.
    pub fn below(&mut self, n: u64) -> u64 {
        random::below(self.next(), n)
    }
}
