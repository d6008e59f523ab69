//! Fills cells, step by step of a plan.
//!
//! The set of unused numbers has bit x for the number x. If a cell must have x + c, then shifting the set down by c
//! gives the x for which x + c is unused. If it must have c - x, shifting the reversed set does. The free cell of a
//! step can have the numbers in the intersection of all these sets with the set itself.

use watch::Stop;

use super::plan::{MAX_FREE, ONE, Step};
use crate::rules::MAX_CELLS;

/// The number of steps between two checks for an interruption, which take some milliseconds.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 17;

#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    step: usize,
    unused: u64,
    /// The numbers in the free cells, in the order of their steps.
    free: [i16; MAX_FREE],
    pub numbers: [u8; MAX_CELLS],
}

impl State {
    pub(super) fn first(cells: usize) -> State {
        State {
            step: 0,
            unused: ((1 << cells) - 1) << 1,
            free: [0; MAX_FREE],
            numbers: [0; MAX_CELLS],
        }
    }
}

pub(super) struct PlanSearch<'a> {
    pub plan: &'a [Step],
    pub allowed: &'a [u64; MAX_CELLS],
    /// The step at which the search ends.
    pub end: usize,
    pub stop: &'a Stop,
    /// Is called with the states at the end, and returns whether to continue.
    pub visit: &'a mut dyn FnMut(&State) -> bool,
    pub taken: u64,
}

impl PlanSearch<'_> {
    /// Continues from a state in all ways. Returns false if it was interrupted.
    pub(super) fn run(&mut self, state: &mut State) -> bool {
        if state.step == self.end {
            return (self.visit)(state);
        }
        self.taken += 1;
        if self.taken.is_multiple_of(STEPS_BETWEEN_CHECKS) && self.stop.is_requested() {
            return false;
        }
        let (index, unused) = (state.step, state.unused);
        let step = &self.plan[index];
        let mut candidates = unused & self.allowed[place(step.cell)];
        let mut bases = [0i16; MAX_CELLS];
        for (follower, base) in step.followers.iter().zip(&mut bases) {
            let products = follower.factors.iter().zip(&state.free);
            let sum: i32 = products.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            *base = follower.constant + sum as i16;
            candidates &= match (follower.own, *base % ONE) {
                (ONE, 0) => moved(unused, -i32::from(*base / ONE)),
                (own, 0) if own == -ONE => {
                    moved(unused.reverse_bits(), i32::from(*base / ONE) - 63)
                }
                (own, _) if own % ONE == 0 && *base % ONE != 0 => 0,
                _ => u64::MAX,
            };
            if candidates == 0 {
                return true;
            }
        }
        'numbers: while candidates != 0 {
            let number = candidates.trailing_zeros() as i16;
            candidates &= candidates - 1;
            state.free[index % MAX_FREE] = number;
            state.numbers[place(step.cell)] = number as u8;
            let mut rest = unused ^ 1 << number;
            for (follower, base) in step.followers.iter().zip(&bases) {
                let quarters = base + follower.own * number;
                let number = quarters / ONE;
                let cell = place(follower.cell);
                if quarters % ONE != 0
                    || !(1..64).contains(&number)
                    || (rest & self.allowed[cell]) >> number & 1 == 0
                {
                    continue 'numbers;
                }
                rest ^= 1 << number;
                state.numbers[cell] = number as u8;
            }
            let number = |cell: u8| state.numbers[place(cell)];
            if step.below.iter().all(|&(a, b)| number(a) < number(b)) {
                (state.step, state.unused) = (index + 1, rest);
                if !self.run(state) {
                    return false;
                }
            }
        }
        (state.step, state.unused) = (index, unused);
        // The factors of free cells after this step are 0 until they are filled.
        true
    }
}

/// Shifts a set up by this number of bits, or down if it is negative.
#[inline(always)]
fn moved(set: u64, up: i32) -> u64 {
    match up {
        0..64 => set << up,
        -63..0 => set >> -up,
        _ => 0,
    }
}

/// An index that the compiler knows to be within the cells.
#[inline(always)]
fn place(cell: u8) -> usize {
    usize::from(cell) % MAX_CELLS
}
