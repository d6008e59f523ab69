//! States, moves and distances. Pure.
//!
//! # Why a distance is a closed form
//!
//! Write 1 for a hook that is up and 0 for one that is down, hook 1 as the
//! lowest bit. The rule then says: besides bit 0, the bit that may change is
//! the one to the left of the lowest 1. That is how the reflected Gray code
//! counts: the code of p is `p ^ (p >> 1)`, and from p to p + 1 it changes the
//! bit whose place is the number of trailing zeros of p + 1. So every state is
//! the code of one number p, its *place*; a legal move leads from p to p - 1
//! or p + 1; the goal, all hooks down, is place 0; and the distance between
//! two states is the difference of their places.

mod illegal;
mod rings;
mod walk;

use num_bigint::BigUint;

pub use illegal::Illegal;
pub use rings::{MOST_RINGS, Rings, RingsError};
pub use walk::Walk;

/// Where all hooks are: bit k - 1 is 1 if hook k is down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    rings: Rings,
    down: BigUint,
}

impl State {
    /// State 0: all hooks are up, every ring is engaged.
    pub fn start(rings: Rings) -> State {
        State {
            rings,
            down: BigUint::ZERO,
        }
    }

    /// State 2ⁿ - 1: all hooks are down, the shuttle is free.
    pub fn goal(rings: Rings) -> State {
        State {
            rings,
            down: all(rings),
        }
    }

    /// The state with this number.
    ///
    /// # Errors
    ///
    /// Where so few rings have no such state.
    pub fn new(number: BigUint, rings: Rings) -> Result<State, StateError> {
        if number.bits() > u64::from(rings.count()) {
            return Err(StateError::TooLarge(rings));
        }
        Ok(State {
            rings,
            down: number,
        })
    }

    /// The state whose number is written in decimal digits.
    ///
    /// # Errors
    ///
    /// Where the text is something else, or so few rings have no such state.
    pub fn parse(text: &str, rings: Rings) -> Result<State, StateError> {
        // The parser would also take a sign, and underscores.
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(StateError::NotDecimal);
        }
        // A bit takes at least 0.3 digits. Much longer texts would take long.
        let digits = text.trim_start_matches('0');
        if digits.len() > rings.count() as usize / 3 + 1 {
            return Err(StateError::TooLarge(rings));
        }
        let number = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        State::new(number, rings)
    }

    /// The state so many moves from the goal.
    ///
    /// # Errors
    ///
    /// Where no state is so far from it.
    pub fn at_place(place: &BigUint, rings: Rings) -> Result<State, StateError> {
        let code = place ^ (place >> 1u32);
        let state = State::new(code, rings)?;
        Ok(State {
            rings,
            down: all(rings) ^ state.down,
        })
    }

    /// How many rings there are.
    pub fn rings(&self) -> Rings {
        self.rings
    }

    /// The state's number.
    pub fn number(&self) -> &BigUint {
        &self.down
    }

    /// Is this hook down? Hooks are counted from 1.
    pub fn is_down(&self, hook: u32) -> bool {
        hook > 0 && self.down.bit(u64::from(hook) - 1)
    }

    /// How many moves the goal is away, in closed form: O(n).
    pub fn place(&self) -> BigUint {
        // Bit i of the place is the parity of the code's bits i and above:
        // digit by digit from the top.
        let mut digits = (all(self.rings) ^ &self.down).to_u32_digits();
        let mut above = 0;
        for digit in digits.iter_mut().rev() {
            for shift in [1, 2, 4, 8, 16] {
                *digit ^= *digit >> shift;
            }
            *digit ^= above;
            above = (*digit & 1).wrapping_neg();
        }
        BigUint::new(digits)
    }

    /// How many moves the shortest way from one to the other has.
    pub fn distance(&self, to: &State) -> BigUint {
        difference(&self.place(), &to.place())
    }

    /// The hooks that can be moved: hook 1, and the one behind the lowest hook
    /// that is up, if there is one.
    pub fn moves(&self) -> (u32, Option<u32>) {
        let other = self.down.trailing_ones() as u32 + 2;
        (1, (other <= self.rings.count()).then_some(other))
    }

    /// Moves a hook up or down.
    ///
    /// # Errors
    ///
    /// Why that is not allowed; the state is as it was.
    pub fn toggle(&mut self, hook: u32) -> Result<(), Illegal> {
        self.check(hook)?;
        self.flip(hook);
        Ok(())
    }

    /// The rule. Hook 1 can always be moved; hook 2 while hook 1 is up; any
    /// other one while the one before it is up and all those before that are
    /// down.
    fn check(&self, hook: u32) -> Result<(), Illegal> {
        if hook == 0 || hook > self.rings.count() {
            return Err(Illegal::NoSuchHook {
                hook,
                rings: self.rings,
            });
        }
        let should_be_up = (hook > 1 && self.is_down(hook - 1)).then(|| hook - 1);
        let should_be_down: Vec<u32> = (1..hook.saturating_sub(1))
            .filter(|&before| !self.is_down(before))
            .collect();
        if should_be_up.is_some() || !should_be_down.is_empty() {
            return Err(Illegal::Blocked {
                hook,
                should_be_up,
                should_be_down,
            });
        }
        Ok(())
    }

    fn flip(&mut self, hook: u32) {
        let bit = u64::from(hook) - 1;
        self.down.set_bit(bit, !self.down.bit(bit));
    }
}

/// The number whose lowest bits are all 1.
fn all(rings: Rings) -> BigUint {
    rings.states() - 1u32
}

fn difference(a: &BigUint, b: &BigUint) -> BigUint {
    if a > b { a - b } else { b - a }
}

/// A number or a text is no state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StateError {
    /// It is no number.
    #[error("a state is written in decimal digits")]
    NotDecimal,
    /// It is too large.
    #[error("the states of {0} are 0 to {last}", last = last_state(*.0))]
    TooLarge(Rings),
}

fn last_state(rings: Rings) -> String {
    match rings.few_states() {
        Some(states) => (states - 1).to_string(),
        None => format!("2^{} - 1", rings.count()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(super) fn rings(count: u32) -> Rings {
        Rings::new(count).unwrap()
    }

    pub(super) fn state(number: u64, count: u32) -> State {
        State::new(number.into(), rings(count)).unwrap()
    }

    /// Any state of so many rings, from random bytes.
    pub(super) fn random_state(bytes: &[u8], rings: Rings) -> State {
        let number = BigUint::from_bytes_le(bytes) % rings.states();
        State::new(number, rings).unwrap()
    }

    #[test]
    fn rings_are_1_to_10000() {
        for text in ["1", "6", "10000"] {
            assert_eq!(text.parse::<Rings>().unwrap().count().to_string(), text);
        }
        for text in ["", "0", "10001", "-1", "6.0", "six", "4294967296"] {
            assert_eq!(text.parse::<Rings>(), Err(RingsError), "{text}");
        }
    }

    #[test]
    fn states_are_written_in_decimal_digits() {
        let parse = |text: &str| State::parse(text, rings(6)).map(|s| s.number().clone());
        assert_eq!(parse("0"), Ok(0u32.into()));
        assert_eq!(parse("063"), Ok(63u32.into()));
        for text in ["64", "100", &"9".repeat(100_000)] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.to_string(), "the states of 6 rings are 0 to 63");
        }
        for text in ["", " 1", "+1", "-1", "1_0", "0x1", "1.0", "٣"] {
            assert_eq!(parse(text), Err(StateError::NotDecimal), "{text:?}");
        }
        let most = rings(MOST_RINGS).states();
        let text = (&most - 1u32).to_string();
        assert_eq!(
            State::parse(&text, rings(MOST_RINGS)).unwrap(),
            State::goal(rings(MOST_RINGS))
        );
        let error = State::parse(&most.to_string(), rings(MOST_RINGS)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the states of 10000 rings are 0 to 2^10000 - 1"
        );
    }

    #[test]
    fn what_is_not_allowed_is_explained() {
        for (number, hook, why) in [
            (
                0b1,
                2,
                "hook 2 moves only while hook 1 is up, but hook 1 is down",
            ),
            (
                0b0,
                3,
                "hook 3 moves only while hook 2 is up and hook 1 is down, but hook 1 is up",
            ),
            (
                0b1010,
                5,
                "hook 5 moves only while hook 4 is up and hooks 1 to 3 are down, but hook 4 is down and hooks 1 and 3 are up",
            ),
            (
                0b0,
                6,
                "hook 6 moves only while hook 5 is up and hooks 1 to 4 are down, but hooks 1 to 4 are up",
            ),
            (0b0, 7, "there is no hook 7, only hooks 1 to 6"),
            (0b0, 0, "there is no hook 0, only hooks 1 to 6"),
        ] {
            let mut state = state(number, 6);
            let before = state.clone();
            assert_eq!(state.toggle(hook).unwrap_err().to_string(), why);
            assert_eq!(state, before);
        }
        let mut one = state(0, 1);
        assert_eq!(
            one.toggle(2).unwrap_err().to_string(),
            "there is no hook 2, only hook 1"
        );
    }

    proptest! {
        #[test]
        fn places_and_states_are_one_to_one(count in 1..=MOST_RINGS, bytes: Vec<u8>) {
            let state = random_state(&bytes, rings(count));
            prop_assert_eq!(&State::at_place(&state.place(), rings(count)).unwrap(), &state);
            prop_assert!(State::at_place(&rings(count).states(), rings(count)).is_err());
        }

        #[test]
        fn the_moves_are_those_that_the_rule_allows(count in 1..300u32, bytes: [u8; 38]) {
            let state = random_state(&bytes, rings(count));
            let allowed: Vec<u32> = (0..=count + 1)
                .filter(|&hook| state.clone().toggle(hook).is_ok())
                .collect();
            let (first, second) = state.moves();
            let moves: Vec<u32> = [Some(first), second].into_iter().flatten().collect();
            prop_assert_eq!(allowed, moves);
        }
    }
}
