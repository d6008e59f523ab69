//! The exact number of a spectrum up to rotation and reflection.
//!
//! A spectrum is a matching: each of its m positions is absorbed, reflected, or matched
//! with another one. The first of them is reflected, absorbed, or matched with one of m − 1
//! others. So there are T(m) = 2 T(m − 1) + (m − 1) T(m − 2) spectra. They are numbered in
//! that order: first those whose first position is reflected, then those where it is
//! absorbed. Then come those where it is matched with the next one, the next but one and so
//! on. Within these, the positions that are left give the order. T(32) is 2^71.5 and T(44)
//! 2^105.7: two 64-bit integers without a sign hold any number, and no exact hash can be
//! shorter.
//!
//! The key is the number of one image of the spectrum, the one that a
//! [signature](super::signature) takes. Every machine of a census must take the same one,
//! see [`KEY_VERSION`].

use super::signature::{Side, Signature};
use crate::board::{Config, MAX_POSITIONS, MAX_WIDTH, Spectrum};
use crate::ray::Exits;

/// Changes whenever a spectrum may get another key or slice than before, or a part other
/// molecules. Version 1 had no slices.
pub const KEY_VERSION: u32 = 2;

/// The exact number of a spectrum, the same for its eight images.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpectrumKey(pub(super) u128);

/// The number of bits of the lower half, so that neither half has a sign.
const HALF: u32 = 63;

impl SpectrumKey {
    /// The two halves, the higher one first: not negative, and in the order of the keys.
    #[inline]
    pub const fn halves(self) -> [i64; 2] {
        [(self.0 >> HALF) as i64, (self.0 & ((1 << HALF) - 1)) as i64]
    }

    /// The key with these halves, unless one of them is negative.
    pub fn from_halves([hi, lo]: [i64; 2]) -> Option<SpectrumKey> {
        let (hi, lo) = (u128::try_from(hi).ok()?, u128::try_from(lo).ok()?);
        Some(SpectrumKey(hi << HALF | lo))
    }

    /// The spectrum with this number in a configuration, if there is one.
    pub fn spectrum(self, config: Config) -> Option<Spectrum> {
        let positions = config.positions();
        let mut rank = self.0;
        if rank >= MATCHINGS[positions] {
            return None;
        }
        let mut symbols = [b'&'; MAX_POSITIONS];
        let mut left: Vec<usize> = (0..positions).collect();
        let mut labels = b'a'..;
        while let [first, others @ ..] = &left[..] {
            let weights = &WEIGHTS[left.len()];
            // The last digit whose weight is not above the rank.
            let digit = weights[..left.len() + 1].partition_point(|&weight| weight <= rank) - 1;
            rank -= weights[digit];
            let mut others = others.to_vec();
            match digit {
                REFLECTED => {}
                ABSORBED => symbols[*first] = b'@',
                matched => {
                    let label = labels.next()?;
                    symbols[*first] = label;
                    symbols[others.remove(matched - MATCHED)] = label;
                }
            }
            left = others;
        }
        let text = std::str::from_utf8(&symbols[..positions]).ok()?;
        Spectrum::parse(text, config).ok()
    }
}

/// The digits of a number: the result at the first position.
const REFLECTED: usize = 0;
const ABSORBED: usize = 1;
const MATCHED: usize = 2;

/// T(m), the number of spectra of m positions.
const MATCHINGS: [u128; MAX_POSITIONS + 1] = {
    let mut matchings = [1; MAX_POSITIONS + 1];
    let mut m = 1;
    while m <= MAX_POSITIONS {
        matchings[m] = 2 * matchings[m - 1];
        if m > 1 {
            matchings[m] += (m as u128 - 1) * matchings[m - 2];
        }
        m += 1;
    }
    matchings
};

/// Room for every digit, and a power of two, so that an index can be masked.
const DIGITS: usize = (MAX_POSITIONS + 1).next_power_of_two();

/// By positions left and digit, the number of spectra with a lower digit there.
static WEIGHTS: [[u128; DIGITS]; MAX_POSITIONS + 1] = {
    let mut weights = [[0; DIGITS]; MAX_POSITIONS + 1];
    let mut m = 1;
    while m <= MAX_POSITIONS {
        weights[m][ABSORBED] = MATCHINGS[m - 1];
        let mut other = 0;
        while other + 1 < m {
            weights[m][MATCHED + other] = 2 * MATCHINGS[m - 1] + other as u128 * MATCHINGS[m - 2];
            other += 1;
        }
        m += 1;
    }
    weights
};

/// Room for every position, and a power of two.
const OFFSETS: usize = MAX_POSITIONS.next_power_of_two();
const WORD: usize = 8;
const WORDS: usize = MAX_POSITIONS.div_ceil(WORD);

/// By width, one byte per position. The sum of the byte and the offset is 128 or more if the
/// ray comes out at a lower position.
const WRAPPING: [[u64; WORDS]; MAX_WIDTH + 1] = {
    let mut wrapping = [[0; WORDS]; MAX_WIDTH + 1];
    let mut width = 1;
    while width <= MAX_WIDTH {
        let mut position = 0;
        while position < 4 * width {
            let byte = (128 + position - 4 * width) as u64;
            wrapping[width][position / WORD] |= byte << (8 * (position % WORD));
            position += 1;
        }
        width += 1;
    }
    wrapping
};

impl<S: Side> Signature<S> {
    /// The number of the image with these sides, for boxes `width` cells wide.
    /// The steps for different positions hardly wait for each other. One addition to all
    /// offsets tells beforehand which positions are the first of a match.
    #[inline(always)]
    pub(super) fn rank(&self, width: usize) -> u128 {
        let mut offsets = [0; OFFSETS];
        for (side, word) in self.sides.into_iter().enumerate() {
            word.put_offsets(&mut offsets[side * width..]);
        }
        let mut firsts: u64 = (1 << (4 * width)) - 1;
        let all = firsts;
        for (word, wrapping) in WRAPPING[width]
            .iter()
            .enumerate()
            .take((4 * width).div_ceil(WORD))
        {
            let mut bytes = [0; WORD];
            bytes.copy_from_slice(&offsets[word * WORD..(word + 1) * WORD]);
            let bytes = u64::from_le_bytes(bytes);
            const HIGH: u64 = 0x8080_8080_8080_8080;
            // An absorbed ray has the highest bit, and does not come out at a lower position.
            let seconds = ((bytes & !HIGH) + wrapping) & !bytes & HIGH;
            let seconds = (seconds >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            firsts &= !(seconds << (word * WORD));
        }
        let mut matched = 0u64;
        let mut rank = 0;
        while firsts != 0 {
            let first = firsts.trailing_zeros() as usize;
            firsts &= firsts - 1;
            let left = all & (!1 << first) & !matched;
            let offset = offsets[first % OFFSETS];
            let is_matched = offset.wrapping_sub(1) < Exits::ABSORBED - 1;
            let second = 1u64 << (first + if is_matched { usize::from(offset) } else { 0 });
            let between = (left & (second - 1)).count_ones() as usize;
            let digit = if is_matched {
                MATCHED + between
            } else {
                usize::from(offset & 1)
            };
            matched |= second;
            let left = left.count_ones() as usize + 1;
            rank += WEIGHTS[left.min(MAX_POSITIONS)][digit % DIGITS];
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The number by its definition, from a spectrum's text, position by position.
    fn counted(text: &[u8]) -> u128 {
        let Some((&first, others)) = text.split_first() else {
            return 0;
        };
        let m = text.len();
        match first {
            b'&' => counted(others),
            b'@' => MATCHINGS[m - 1] + counted(others),
            label => {
                let other = others.iter().position(|&symbol| symbol == label).unwrap();
                let mut rest = others.to_vec();
                rest.remove(other);
                2 * MATCHINGS[m - 1] + other as u128 * MATCHINGS[m - 2] + counted(&rest)
            }
        }
    }

    fn signature<S: Side>(spectrum: &Spectrum, width: usize) -> Signature<S> {
        let symbols = spectrum.as_bytes();
        let positions = symbols.len();
        let offset = |at: usize| match symbols[at] {
            b'@' => Exits::ABSORBED,
            b'&' => 0,
            label => {
                let other = (0..positions).find(|&to| to != at && symbols[to] == label);
                ((other.unwrap() + positions - at) % positions) as u8
            }
        };
        let offsets: Vec<u8> = (0..positions).map(offset).collect();
        let sides = [0, 1, 2, 3].map(|side| S::from_offsets(&offsets[side * width..][..width]));
        Signature::alone(sides)
    }

    /// Checks any spectrum of a configuration, even if no molecule has it.
    fn check_any<S: Side>(width: usize, rank: u128) {
        let config = Config::new(0, width as u64).unwrap();
        let rank = rank % MATCHINGS[4 * width];
        let key = SpectrumKey(rank);
        assert_eq!(SpectrumKey::from_halves(key.halves()), Some(key));
        let spectrum = key.spectrum(config).unwrap();
        assert_eq!(counted(spectrum.as_bytes()), rank);
        let signature = signature::<S>(&spectrum, width);
        assert_eq!(signature.rank(width), rank, "{spectrum}");
    }

    fn check_any_width(rank: u128) {
        (1..=8).for_each(|width| check_any::<u64>(width, rank));
        (8..=MAX_WIDTH).for_each(|width| check_any::<u128>(width, rank));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn a_number_gives_its_spectrum_and_that_the_number(rank: u128) {
            check_any_width(rank);
        }
    }

    #[test]
    fn the_numbering_is_a_bijection() {
        // All numbers of the small boxes give different spectra, because each spectrum gives
        // its number.
        (0..43).for_each(|rank| check_any::<u64>(1, rank));
        (0..7_193).for_each(|rank| check_any::<u64>(2, rank));
        (0..2_430_355).for_each(|rank| check_any::<u64>(3, rank));
        for (width, spectra) in [(1, 43), (2, 7_193), (3, 2_430_355)] {
            let config = Config::new(0, width).unwrap();
            assert_eq!(MATCHINGS[config.positions()], spectra);
            assert_eq!(SpectrumKey(spectra).spectrum(config), None);
        }
        for matchings in MATCHINGS {
            check_any_width(matchings);
            check_any_width(matchings - 1);
        }
        assert_eq!(MATCHINGS[32].ilog2(), 71);
        assert_eq!(MATCHINGS[44].ilog2(), 105);
        assert_eq!(SpectrumKey::from_halves([-1, 0]), None);
        assert_eq!(SpectrumKey::from_halves([0, -1]), None);
    }
}
