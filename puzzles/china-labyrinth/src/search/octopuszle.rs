//! The Octopuszle.
//!
//! The doors at the corners and those at the sides meet independently of each
//! other. Every pattern of corners is on 16 of the pieces, so a solution's
//! corners are any that have each of the 16 patterns 16 times: these are found
//! first, unless they are given. Then the sides are looked for, with the number
//! of pieces that are there too often as the cost.

use watch::Stop;

use super::annealing::{Annealing, Attempt, Effort, End, Pair, Schedule};
use super::random::Random;
use crate::rules::{GridFault, Octopuszle, SIDE, doors_meet};

/// The bits of the corners: NE, SE, SW and NW.
pub const DIAGONAL: u8 = 0b1010_1010;

/// What found solutions soonest: `docs/claims.md` has the table.
pub const OCTOPUSZLE: Schedule = Schedule {
    temperature: 0.145,
    patience: 40_000_000,
    most: u64::MAX,
};

/// Why no solution has the given diagonals.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagonalFault {
    /// A diagonal door meets none.
    #[error("{0}")]
    Door(GridFault),
    /// What was found is no solution: an error of this program.
    #[error("{0}")]
    Wrong(GridFault),
    /// A pattern of diagonals is there too often, or not often enough.
    #[error("the diagonals {pattern} are on {times} cells, but 16 pieces have them")]
    Times {
        /// The pattern, as a sum of 2, 8, 32 and 128.
        pattern: u8,
        /// How many cells have it.
        times: usize,
    },
}

/// Looks for a solution of the Octopuszle; with `diagonals`, for one that has
/// the same diagonal doors as that grid, whatever its other doors are.
///
/// # Errors
///
/// Where no solution can have those diagonals; or where what was found is none,
/// which is an error of this program.
pub fn octopuszle(
    diagonals: Option<&[[u8; SIDE]; SIDE]>,
    schedule: Schedule,
    seed: u64,
    stop: &Stop,
    tell: &mut dyn FnMut(Effort),
) -> Result<(End<Octopuszle>, Effort), DiagonalFault> {
    let fixed = match diagonals {
        Some(grid) => {
            let grid = grid.map(|row| row.map(|piece| piece & DIAGONAL));
            check(&grid)?;
            grid
        }
        None => [[0; SIDE]; SIDE],
    };
    let (corners, sides) = (pairs(true), pairs(false));
    let mut effort = Effort::default();
    loop {
        let mut random = Random::new(seed, effort.restarts);
        let mut attempt = |pieces: Vec<u8>, pairs, most, effort: &mut Effort| {
            let mut state = Annealing::new(pieces, pairs, most, &mut random);
            let attempt = state.attempt(schedule, &mut random, effort, stop, tell);
            (attempt, state.pieces)
        };
        let (mut ended, mut pieces) = (Attempt::Solved, fixed.as_flattened().to_vec());
        if diagonals.is_none() {
            (ended, pieces) = attempt(pieces, &corners, 16, &mut effort);
        }
        if ended == Attempt::Solved {
            (ended, pieces) = attempt(pieces, &sides, 1, &mut effort);
        }
        let end = match ended {
            Attempt::Solved => {
                let mut grid = [[0; SIDE]; SIDE];
                grid.as_flattened_mut().copy_from_slice(&pieces);
                End::Found(Octopuszle::new(grid).map_err(DiagonalFault::Wrong)?)
            }
            Attempt::OutOfMoves => End::NotFound,
            Attempt::Stopped => End::Stopped,
            Attempt::Tired => {
                effort.restarts += 1;
                continue;
            }
        };
        return Ok((end, effort));
    }
}

/// Do the diagonals meet, and is each pattern there as often as there are
/// pieces that have it?
fn check(diagonals: &[[u8; SIDE]; SIDE]) -> Result<(), DiagonalFault> {
    doors_meet(diagonals).map_err(DiagonalFault::Door)?;
    for pattern in (0..=u8::MAX).filter(|pattern| pattern & !DIAGONAL == 0) {
        let cells = diagonals.as_flattened().iter();
        let times = cells.filter(|&&cell| cell == pattern).count();
        if times != 16 {
            return Err(DiagonalFault::Times { pattern, times });
        }
    }
    Ok(())
}

/// The pairs of neighbours at corners, or those at sides.
fn pairs(diagonal: bool) -> Vec<Pair> {
    // N, NE, E and SE; the other four lead back.
    const STEPS: [(isize, isize); 4] = [(-1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut pairs = Vec::new();
    for r in 0..SIDE {
        for c in 0..SIDE {
            for (bit, (down, right)) in STEPS.into_iter().enumerate() {
                let there = r.checked_add_signed(down).zip(c.checked_add_signed(right));
                let Some((r2, c2)) = there.filter(|&(r, c)| r < SIDE && c < SIDE) else {
                    continue;
                };
                if (bit % 2 == 1) == diagonal {
                    pairs.push(Pair {
                        cells: [(r * SIDE + c) as u16, (r2 * SIDE + c2) as u16],
                        bits: [1 << bit, 1 << (bit + 4)],
                    });
                }
            }
        }
    }
    pairs
}
