//! The Octopuszle.
//!
//! The doors at the corners and those at the sides meet independently of each other. Every pattern
//! of corners is on 16 of the pieces. So the corners of a solution are any in which each of the 16
//! patterns occurs 16 times. The search finds these first, unless they are given. Then it looks for
//! the sides, with the number of surplus pieces as the cost.

use watch::Stop;

use super::annealing::{Attempt, Pair, Schedule};
use super::random::Random;
use crate::rules::{Fault, Grid, SIDE, check_octopuszle, doors_meet, neighbour};

/// The bits of the corners: NE, SE, SW and NW.
pub const DIAGONAL: u8 = 0b1010_1010;

/// The values that found solutions soonest: `docs/claims.md` has the table.
const SCHEDULE: Schedule = Schedule {
    temperature: 0.145,
    patience: 40_000_000,
};

/// Looks for a solution of the Octopuszle, and returns it with the number of moves. With
/// `diagonals`, the solution has the same diagonal doors as that grid, whatever the grid's other
/// doors are. `None` if somebody asked to stop.
///
/// # Errors
///
/// If no solution can have those diagonals.
pub fn octopuszle(
    diagonals: Option<&Grid>,
    seed: u64,
    stop: &Stop,
) -> Result<Option<(Grid, u64)>, Fault> {
    let fixed = diagonals.map_or([[0; SIDE]; SIDE], |grid| {
        grid.map(|row| row.map(|piece| piece & DIAGONAL))
    });
    if diagonals.is_some() {
        check(&fixed)?;
    }
    let (corners, sides) = (pairs(true), pairs(false));
    let mut moves = 0;
    for attempt in 0.. {
        let mut random = Random::new(seed, attempt);
        let mut ended = Attempt::Solved(fixed.as_flattened().to_vec());
        for (pairs, most, wanted) in [(&corners, 16, diagonals.is_none()), (&sides, 1, true)] {
            if let (Attempt::Solved(pieces), true) = (&ended, wanted) {
                let pieces = pieces.clone();
                ended = SCHEDULE.attempt(pieces, pairs, most, &mut random, &mut moves, stop);
            }
        }
        match ended {
            Attempt::Solved(pieces) => {
                let mut grid = [[0; SIDE]; SIDE];
                grid.as_flattened_mut().copy_from_slice(&pieces);
                check_octopuszle(&grid)?;
                return Ok(Some((grid, moves)));
            }
            Attempt::Tired => {}
            Attempt::Stopped => break,
        }
    }
    Ok(None)
}

/// Do the diagonals meet, and does each pattern occur as often as there are pieces with it?
fn check(diagonals: &Grid) -> Result<(), Fault> {
    doors_meet(diagonals)?;
    for pattern in (0..=u8::MAX).filter(|pattern| pattern & !DIAGONAL == 0) {
        let cells = diagonals.as_flattened().iter();
        let times = cells.filter(|&&cell| cell == pattern).count();
        if times != 16 {
            return Err(Fault(format!(
                "the diagonals {pattern} are on {times} cells, but 16 pieces have them"
            )));
        }
    }
    Ok(())
}

/// The pairs of neighbours at corners, or those at sides.
fn pairs(diagonal: bool) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for cell in (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE)) {
        // N, NE, E and SE; the other four are the opposite directions.
        for bit in (0..4).filter(|bit| (bit % 2 == 1) == diagonal) {
            pairs.extend(neighbour(cell, bit).map(|there| Pair {
                cells: [cell, there].map(|(row, column)| (row * SIDE + column) as u16),
                bits: [1 << bit, 1 << (bit + 4)],
            }));
        }
    }
    pairs
}
