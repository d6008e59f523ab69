//! Reproducible random numbers: a seed permanently gives the same numbers on every machine, independently of the
//! versions of other libraries.

/// The generator SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number
/// generators*, 2014), from a seed.
///
/// ```
/// let mut random = random::SplitMix64(1);
/// let dice: Vec<u64> = (0..8).map(|_| 1 + random.below(6)).collect();
/// assert_eq!(dice, [4, 5, 6, 3, 3, 5, 6, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number.
    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `end`, see [`below`].
    pub fn below(&mut self, end: u64) -> u64 {
        below(self.next(), end)
    }

    /// A number from 0 to less than 1, see [`share`].
    pub fn share(&mut self) -> f64 {
        share(self.next())
    }
}

/// Scrambles a number, so that consecutive inputs give unrelated outputs: the finaliser of SplitMix64.
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Maps a random number to a number below `end`. All results are equally likely, up to one part in 2⁶⁴ ÷ `end`; if
/// `end` is 0, the result is 0.
pub const fn below(random: u64, end: u64) -> u64 {
    ((random as u128 * end as u128) >> 64) as u64
}

/// Maps a random number to a number from 0 to less than 1.
pub const fn share(random: u64) -> f64 {
    (random >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1234567, as Vigna's reference implementation prints them.
    #[test]
    fn numbers_are_those_of_the_literature() {
        let mut random = SplitMix64(1_234_567);
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(known.map(|_| random.next()), known);
    }
}
