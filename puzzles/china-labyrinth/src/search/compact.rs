//! Compact solutions of the hexagons on a rhombus of eight rows of eight.

use watch::Stop;

use super::annealing::{Attempt, Pair, Schedule};
use super::random::Random;
use crate::rules::{Cell, Fault, Piece, Tiles, check_compact};

const SIDE: i32 = 8;

/// The values that found compact solutions soonest: `docs/claims.md` has the table.
const SCHEDULE: Schedule = Schedule {
    temperature: 0.17,
    patience: 20_000_000,
};

/// Looks for a compact solution, and returns it with the number of moves. `None` if somebody asked
/// to stop.
///
/// # Errors
///
/// If the result is not a solution: an error of this program.
pub fn compact(seed: u64, stop: &Stop) -> Result<Option<(Vec<Piece>, u64)>, Fault> {
    const TILES: Tiles = Tiles::Hexagons;
    let cells = (0..SIDE * SIDE).map(|i| Cell::new(i / SIDE, i % SIDE));
    let cells: Vec<Cell> = cells.collect();
    let mut pairs = Vec::new();
    for (cell, i) in cells.iter().zip(0u16..) {
        // Half of the directions, so that every pair comes once.
        for direction in 0..3 {
            let there = cell.neighbour(TILES, direction);
            if let Some(j) = cells.iter().position(|&cell| cell == there) {
                pairs.push(Pair {
                    cells: [i, j as u16],
                    bits: [1 << direction, 1 << TILES.opposite(direction)],
                });
            }
        }
    }
    let mut moves = 0;
    for attempt in 0.. {
        let mut random = Random::new(seed, attempt);
        let blank = vec![0; cells.len()];
        match SCHEDULE.attempt(blank, &pairs, 1, &mut random, &mut moves, stop) {
            Attempt::Solved(pieces) => {
                let pieces = cells.iter().zip(pieces);
                let pieces = pieces.map(|(&cell, doors)| Piece { cell, doors });
                let pieces: Vec<Piece> = pieces.collect();
                check_compact(&pieces)?;
                return Ok(Some((pieces, moves)));
            }
            Attempt::Tired => {}
            Attempt::Stopped => break,
        }
    }
    Ok(None)
}
