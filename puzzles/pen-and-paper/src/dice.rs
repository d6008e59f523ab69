//! Random numbers that are always the same for the same seed.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// A source of random numbers.
///
/// The generator (PCG XSL 128/64 MCG) is fixed, and so is the use of its numbers. The ready-made
/// ranges and shuffles of a library may change with its version.
#[derive(Clone, Debug)]
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// The numbers of a seed for the search for a tour.
    pub fn new(seed: u64) -> Dice {
        let state = u128::from(scatter(seed)) << 64 | u128::from(scatter(!seed));
        Dice(Pcg64Mcg::new(state))
    }

    /// The numbers that vary a circular tour; they do not depend on how it was found.
    pub fn of_variation(seed: u64) -> Dice {
        Dice::new(scatter(seed) ^ 1)
    }

    /// A number below `end`, or 0 if there is none. All are equally likely up to one part in 2³².
    pub fn below(&mut self, end: usize) -> usize {
        let random = u128::from(self.0.next_u64());
        ((random * end as u128) >> 64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): neighbouring seeds get states with
/// nothing in common.
fn scatter(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
