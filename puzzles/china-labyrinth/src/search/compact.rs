//! Compact solutions of the hexagons.

use std::collections::BTreeMap;

use watch::Stop;

use super::annealing::{Annealing, Attempt, Effort, End, Pair, Schedule};
use super::random::Random;
use crate::rules::{Cell, Compact, Fault, Form, Piece, Tiles};

/// What found compact solutions soonest: `docs/claims.md` has the table.
pub const COMPACT: Schedule = Schedule {
    temperature: 0.17,
    patience: 20_000_000,
    most: 4_000_000_000,
};

/// Looks for a compact solution of a form.
///
/// # Errors
///
/// Where what was found is none: an error of this program.
pub fn compact(
    form: &Form,
    schedule: Schedule,
    seed: u64,
    stop: &Stop,
    tell: &mut dyn FnMut(Effort),
) -> Result<(End<Compact>, Effort), Fault> {
    let cells: Vec<Cell> = form.cells().collect();
    let index: BTreeMap<Cell, u16> = cells.iter().copied().zip(0..).collect();
    let mut pairs = Vec::new();
    for (&cell, &i) in &index {
        // Half of the directions, so that every pair comes once.
        for direction in 0..3 {
            if let Some(&j) = index.get(&cell.neighbour(Tiles::Hexagons, direction)) {
                pairs.push(Pair {
                    cells: [i, j],
                    bits: [1 << direction, 1 << Tiles::Hexagons.opposite(direction)],
                });
            }
        }
    }
    let mut effort = Effort::default();
    loop {
        let mut random = Random::new(seed, effort.restarts);
        let mut state = Annealing::new(vec![0; cells.len()], &pairs, 1, &mut random);
        let end = match state.attempt(schedule, &mut random, &mut effort, stop, tell) {
            Attempt::Solved => {
                let pieces = cells.into_iter().zip(state.pieces);
                let pieces = pieces.map(|(cell, doors)| Piece { cell, doors });
                End::Found(Compact::new(pieces.collect())?)
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
