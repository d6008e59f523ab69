//! Filling cells, step by step of a plan.
//!
//! The numbers that are left are bits: bit x of a set for the number x. If a
//! cell holds x + c, that set, moved down by c, has bit x where x + c is
//! left; if it holds c - x, so has the set written backwards and moved to its
//! place. What remains of the set itself under all of these is what the first
//! cell of a class can hold.

use std::ops::Range;

use watch::Stop;

use super::cases::Case;
use super::plan::{Check, Choice, Lines, Plan, UNIT};
use crate::rules::{Diagram, MAX_CELLS, MAX_ORDER};

/// How many steps are taken between two looks at whether to stop: some
/// milliseconds.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 17;

/// By how many bits the set of numbers is raised before it is moved down
/// again, so that it can be moved either way.
const RAISED: i32 = 31;

/// Cells filled up to some step.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    step: u32,
    left: u64,
    /// What each line still needs.
    needs: Lines,
    numbers: [u8; MAX_CELLS],
}

impl State {
    /// A case's first state.
    pub(super) fn first(diagram: &Diagram, case: &Case) -> State {
        let cells = diagram.star().cells() as u8;
        let mut state = State {
            step: 0,
            left: 0,
            needs: [diagram.star().line_sum() as i16; MAX_ORDER],
            numbers: [0; MAX_CELLS],
        };
        for (cell, number) in case.given.given() {
            state.numbers[usize::from(cell)] = number;
            for line in diagram.ends()[usize::from(cell)] {
                state.needs[usize::from(line)] -= i16::from(number);
            }
        }
        for number in (1..=cells).filter(|number| !state.numbers.contains(number)) {
            state.left |= 1 << number;
        }
        state
    }

    /// The numbers in the cells, in reading order; 0 where there is none.
    pub(super) fn numbers(&self) -> &[u8; MAX_CELLS] {
        &self.numbers
    }
}

/// What is done with the states where a walk ends.
pub(super) trait Visitor {
    /// All cells are filled, or the walk was to go so far and no farther.
    /// False ends the walk.
    fn end(&mut self, state: State) -> bool;
}

/// A walk through a plan.
pub(super) struct Walk<'a, V> {
    plan: &'a Plan,
    stop: &'a Stop,
    visitor: &'a mut V,
    /// 2n + 1.
    all: i32,
    numbers: [u8; MAX_CELLS],
    steps: u64,
}

impl<'a, V: Visitor> Walk<'a, V> {
    pub(super) fn new(
        diagram: &Diagram,
        plan: &'a Plan,
        stop: &'a Stop,
        visitor: &'a mut V,
    ) -> Self {
        Walk {
            plan,
            stop,
            visitor,
            all: diagram.star().cells() as i32 + 1,
            numbers: [0; MAX_CELLS],
            steps: 0,
        }
    }

    /// Walks from a state to the end in all ways. False if it was ended early.
    pub(super) fn finish(&mut self, state: &State) -> bool {
        self.resume::<false>(state, 0)
    }

    /// Walks so many steps from a state in all ways. False if it was ended
    /// early.
    pub(super) fn steps(&mut self, state: &State, steps: u32) -> bool {
        self.resume::<true>(state, steps)
    }

    /// How many steps have been taken.
    pub(super) fn taken(&self) -> u64 {
        self.steps
    }

    fn resume<const LIMITED: bool>(&mut self, state: &State, steps: u32) -> bool {
        self.numbers = state.numbers;
        self.go::<LIMITED>(state.step, state.left, &state.needs, steps)
    }

    fn go<const LIMITED: bool>(
        &mut self,
        index: u32,
        left: u64,
        needs: &Lines,
        to_go: u32,
    ) -> bool {
        let plan = self.plan;
        let choices = slice(&plan.choices, &plan.steps[index as usize].choices);
        let Some((first, others)) = choices.split_first() else {
            return self.end(index, left, needs);
        };
        if LIMITED && to_go == 0 {
            return self.end(index, left, needs);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && self.stop.asked() {
            return false;
        }
        let raised = Raised::new(left, self.all);
        let mut best = first;
        let mut candidates = candidates(plan, first, &raised, needs);
        for choice in others {
            if candidates == 0 {
                return true;
            }
            let fewer = self::candidates(plan, choice, &raised, needs);
            if fewer.count_ones() < candidates.count_ones() {
                (best, candidates) = (choice, fewer);
            }
        }
        candidates == 0 || self.fill::<LIMITED>(best, candidates, left, needs, to_go)
    }

    fn end(&mut self, step: u32, left: u64, needs: &Lines) -> bool {
        self.visitor.end(State {
            step,
            left,
            needs: *needs,
            numbers: self.numbers,
        })
    }

    #[inline(always)]
    fn fill<const LIMITED: bool>(
        &mut self,
        choice: &Choice,
        mut candidates: u64,
        left: u64,
        needs: &Lines,
        to_go: u32,
    ) -> bool {
        let plan = self.plan;
        let dependents = slice(&plan.dependents, &choice.dependents);
        let multiples = slice(&plan.multiples, &choice.multiples);
        // What is added to the chosen number or its negative, and what the
        // lines would need if it were 0.
        let mut added = [0i16; MAX_CELLS];
        let mut base = *needs;
        for (dependent, added) in dependents.iter().zip(&mut added) {
            *added = sum(&dependent.lines, needs) / UNIT;
            subtract(&mut base, *added, &plan.on[place(dependent.cell)]);
        }
        while candidates != 0 {
            let chosen = candidates.trailing_zeros() as i16;
            candidates &= candidates - 1;
            let mut filled = 1u64 << chosen;
            self.numbers[place(choice.cell)] = chosen as u8;
            for (dependent, &added) in dependents.iter().zip(&added) {
                let number = if dependent.negative {
                    added - chosen
                } else {
                    added + chosen
                };
                self.numbers[place(dependent.cell)] = number as u8;
                filled |= 1 << (number & 63);
            }
            let mut then = base;
            subtract(&mut then, chosen, &choice.slope);
            let mut possible = true;
            for multiple in multiples {
                let quarters = multiple.factor * chosen + sum(&multiple.lines, needs);
                let number = quarters / UNIT;
                possible &= quarters % UNIT == 0
                    && (1..64).contains(&number)
                    && left >> (number & 63) & 1 == 1;
                self.numbers[place(multiple.cell)] = number as u8;
                filled |= 1 << (number & 63);
                subtract(&mut then, number, &plan.on[place(multiple.cell)]);
            }
            let cells = 1 + dependents.len() + multiples.len();
            if filled.count_ones() as usize == cells
                && possible
                && (!choice.checked || self.passes(choice))
                && !self.go::<LIMITED>(choice.next, left ^ filled, &then, to_go.wrapping_sub(1))
            {
                return false;
            }
        }
        true
    }

    /// Is everything true that has to be?
    fn passes(&self, choice: &Choice) -> bool {
        let number = |cell: u8| self.numbers[usize::from(cell)];
        slice(&self.plan.checks, &choice.checks)
            .iter()
            .all(|check| match *check {
                Check::Below(a, b) => number(a) < number(b),
                Check::Half(a, b) => i32::from(number(a) + number(b)) <= self.all,
            })
    }
}

/// The numbers that are left, ready to be moved either way.
struct Raised {
    left: u64,
    /// Bit x + `RAISED` for every number x that is left.
    raised: u64,
    /// Bit 2n + 1 - x + `RAISED` for every such number.
    mirrored: u64,
    all: i32,
}

impl Raised {
    #[inline(always)]
    fn new(left: u64, all: i32) -> Raised {
        // Bit x goes to 63 - x, and from there to where it belongs.
        let (reversed, up) = (left.reverse_bits(), RAISED + all - 63);
        Raised {
            left,
            raised: left << RAISED,
            mirrored: if up >= 0 {
                reversed << up
            } else {
                reversed >> -up
            },
            all,
        }
    }
}

/// The numbers that a class's first cell can have, as far as those cells tell
/// that depend on it with the factor 1 or -1.
#[inline(always)]
fn candidates(plan: &Plan, choice: &Choice, raised: &Raised, needs: &Lines) -> u64 {
    let mut candidates = raised.left;
    for dependent in slice(&plan.dependents, &choice.dependents) {
        let quarters = sum(&dependent.lines, needs);
        let added = i32::from(quarters / UNIT);
        // Bit x of what is moved down is x + c, or c - x, which is 2n + 1 less
        // x + 2n + 1 - c. No number is in two cells, so x is not x + c or c/2.
        let (set, down, same) = if dependent.negative {
            let half = if added & 1 == 0 { added / 2 } else { 0 };
            (raised.mirrored, RAISED + raised.all - added, half)
        } else {
            (raised.raised, RAISED + added, -added)
        };
        let impossible = !dependent.negative && added == 0;
        if quarters % UNIT != 0 || !(0..64).contains(&down) || impossible {
            return 0;
        }
        candidates &= set >> down;
        if dependent.negative {
            candidates &= !(1 << (same & 63));
        }
        if candidates == 0 {
            return 0;
        }
    }
    candidates
}

/// A part of a list.
#[inline(always)]
fn slice<'a, T>(list: &'a [T], range: &Range<u32>) -> &'a [T] {
    &list[range.start as usize..range.end as usize]
}

/// Takes a multiple of something from what the lines need.
#[inline(always)]
fn subtract(needs: &mut Lines, number: i16, times: &Lines) {
    for (need, times) in needs.iter_mut().zip(times) {
        *need -= number * times;
    }
}

/// What the lines need, each times its factor.
#[inline(always)]
fn sum(lines: &Lines, needs: &Lines) -> i16 {
    let products = lines
        .iter()
        .zip(needs)
        .map(|(line, need)| i32::from(*line) * i32::from(*need));
    products.sum::<i32>() as i16
}

/// An index that is known to lie within the cells, in the way that spares
/// the processor another look at it.
#[inline(always)]
fn place(cell: u8) -> usize {
    usize::from(cell) % MAX_CELLS
}
