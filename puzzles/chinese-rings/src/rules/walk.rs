//! The shortest way between two states.

use num_bigint::BigUint;

use super::{State, difference};

/// The shortest way between two states: an iterator over the hooks to move,
/// O(1) amortised a move and with no memory but for where it is.
#[derive(Clone, Debug)]
pub struct Walk {
    state: State,
    place: BigUint,
    left: BigUint,
    to_the_goal: bool,
}

impl Walk {
    /// The way from a state to another one of as many rings.
    pub fn new(from: &State, to: &State) -> Walk {
        let (here, there) = (from.place(), to.place());
        Walk {
            state: from.clone(),
            left: difference(&here, &there),
            to_the_goal: here > there,
            place: here,
        }
    }

    /// Where the walk is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many moves are left.
    pub fn left(&self) -> &BigUint {
        &self.left
    }
}

impl Iterator for Walk {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.left == BigUint::ZERO {
            return None;
        }
        self.left -= 1u32;
        let zeros;
        if self.to_the_goal {
            zeros = self.place.trailing_zeros();
            self.place -= 1u32;
        } else {
            self.place += 1u32;
            zeros = self.place.trailing_zeros();
        }
        // A place that is not 0 has a 1 somewhere.
        let hook = zeros? as u32 + 1;
        self.state.flip(hook);
        Some(hook)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{random_state, rings, state};
    use super::*;

    #[test]
    fn a_walk_ends_where_it_should() {
        for (from, to) in [(0, 63), (63, 0), (31, 63), (17, 17), (11, 44)] {
            let (from, to) = (state(from, 6), state(to, 6));
            let mut walk = Walk::new(&from, &to);
            let mut state = from.clone();
            while let Some(hook) = walk.next() {
                state.toggle(hook).unwrap();
                assert_eq!(&state, walk.state());
                assert_eq!(*walk.left(), state.distance(&to));
            }
            assert_eq!(state, to);
        }
    }

    proptest! {
        #[test]
        fn every_move_of_a_long_walk_is_legal(count in 1..=2000u32, a: [u8; 250], b: [u8; 250]) {
            let (from, to) = (random_state(&a, rings(count)), random_state(&b, rings(count)));
            let mut walk = Walk::new(&from, &to);
            prop_assert_eq!(walk.left(), &from.distance(&to));
            let mut state = from.clone();
            for hook in walk.by_ref().take(300) {
                prop_assert!(state.toggle(hook).is_ok());
            }
            prop_assert_eq!(&state, walk.state());
            prop_assert_eq!(walk.left(), &state.distance(&to));
        }
    }
}
