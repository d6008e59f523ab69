//! A state's number in decimal digits, kept up to date move by move.
//!
//! To convert a number of n bits takes a time in the order of n². Nearly all
//! moves on a path add or take away a small power of two, which takes a time
//! of O(1) amortised if the digits are there already.
//!
//! 100,000 states of 10,000 bits, which are 3,011 digits each, take 0.7 s of
//! processor time.

use std::fmt;

use num_bigint::BigUint;

use crate::rules::State;

/// What a limb counts to.
const BASE: u64 = 10u64.pow(DIGITS as u32);
const DIGITS: usize = 18;

/// Hooks up to this one change the number by less than [`BASE`].
const LAST_SMALL_HOOK: u32 = 59;

/// A number in limbs of [`DIGITS`] decimal digits, the lowest one first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal(Vec<u64>);

impl Decimal {
    /// The digits of a state's number.
    pub(super) fn of(state: &State) -> Decimal {
        Decimal::of_number(state.number())
    }

    fn of_number(number: &BigUint) -> Decimal {
        let digits = number.to_radix_le(10);
        let limbs = digits.chunks(DIGITS).map(|limb| {
            let digits = limb.iter().rev();
            digits.fold(0, |value, &digit| 10 * value + u64::from(digit))
        });
        Decimal(limbs.collect())
    }

    /// Follows the move of a hook that led to this state.
    pub(super) fn follow(&mut self, hook: u32, state: &State) {
        if hook > LAST_SMALL_HOOK {
            *self = Decimal::of(state);
        } else if state.is_down(hook) {
            self.add(1 << (hook - 1));
        } else {
            self.subtract(1 << (hook - 1));
        }
    }

    fn add(&mut self, mut carry: u64) {
        for limb in &mut self.0 {
            *limb += carry;
            if *limb < BASE {
                return;
            }
            *limb -= BASE;
            carry = 1;
        }
        self.0.push(carry);
    }

    fn subtract(&mut self, mut borrow: u64) {
        for limb in &mut self.0 {
            if *limb >= borrow {
                *limb -= borrow;
                break;
            }
            *limb += BASE - borrow;
            borrow = 1;
        }
        while self.0.len() > 1 && self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [] => f.pad_integral(true, "", "0"),
            [limb] => fmt::Display::fmt(limb, f),
            [rest @ .., first] => {
                let width = DIGITS * rest.len() + first.to_string().len();
                let missing = f.width().unwrap_or(0).saturating_sub(width);
                write!(f, "{:missing$}{first}", "")?;
                rest.iter()
                    .rev()
                    .try_for_each(|limb| write!(f, "{limb:0DIGITS$}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rings, Walk};

    #[test]
    fn digits_follow_the_moves() {
        // Around the first and the second limb's end, both ways, and over a
        // hook that is not small.
        for (rings, place) in [
            (6, "63".to_owned()),
            (61, "1000000000000000512".to_owned()),
            (130, "1".to_owned() + &"0".repeat(36)),
            (70, (1u128 << 69).to_string()),
            (70, (1u128 << 60).to_string()),
        ] {
            let rings = Rings::new(rings).unwrap();
            let place: BigUint = place.parse().unwrap();
            let near = |place: BigUint| State::at_place(&place, rings).unwrap();
            let below = near(if place > 5000u32.into() {
                &place - 5000u32
            } else {
                0u32.into()
            });
            for (from, to) in [(near(place.clone()), below.clone()), (below, near(place))] {
                let mut walk = Walk::new(&from, &to);
                let mut digits = Decimal::of(&from);
                while let Some(hook) = walk.next() {
                    digits.follow(hook, walk.state());
                    assert_eq!(digits.to_string(), walk.state().number().to_string());
                }
            }
        }
    }

    #[test]
    fn digits_stand_at_the_right() {
        for text in ["0", "63", "1000000000000000000", "12297829382473034410"] {
            let digits = Decimal::of_number(&text.parse().unwrap());
            assert_eq!(format!("{digits:>20}"), format!("{text:>20}"));
        }
    }

    #[test]
    fn carries_and_borrows_go_through_all_limbs() {
        let nines: BigUint = "9".repeat(54).parse().unwrap();
        let mut digits = Decimal::of_number(&nines);
        digits.add(1);
        assert_eq!(digits.to_string(), "1".to_owned() + &"0".repeat(54));
        digits.subtract(1);
        assert_eq!(digits.to_string(), nines.to_string());
        let mut digits = Decimal::of_number(&BigUint::ZERO);
        digits.add(BASE - 1);
        digits.subtract(BASE - 1);
        assert_eq!(digits.to_string(), "0");
    }
}
