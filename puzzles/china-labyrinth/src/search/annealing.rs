//! Compact solutions by annealing: the hexagons on a rhombus of 8 × 8, and the Octopuszle.
//!
//! A state decides for every pair of neighbours whether there is a door between them, so in every state doors meet
//! doors, and the border has none. The only fault of a state is that pieces occur several times; its *cost* is the
//! number of surplus pieces. A move flips one pair. It is accepted if the cost does not grow, and otherwise with
//! probability exp(−growth / temperature), at a fixed temperature.
//!
//! In the Octopuszle, doors at corners and doors at sides are independent of each other. Every pattern of corners
//! belongs to 16 pieces, so the corners of a solution can be any in which each of the 16 patterns occurs 16 times.
//! The search finds such corners first, unless they are given.

use watch::Stop;

use super::random::Random;
use crate::rules::{
    Cell, Fault, Grid, Piece, SIDE, Tiles, check_compact, check_octopuszle, doors_meet, neighbour,
};

/// The number of moves between two checks for an interruption, about a millisecond.
const MOVES_BETWEEN_CHECKS: u64 = 1 << 16;

/// Two neighbouring cells, and the bit that a door between them sets in each.
#[derive(Clone, Copy, Debug)]
struct Pair {
    cells: [u16; 2],
    bits: [u8; 2],
}

#[derive(Clone, Copy, Debug)]
struct Schedule {
    /// The temperature, in surplus pieces.
    temperature: f64,
    /// The number of moves after which the search starts again.
    patience: u64,
}

impl Schedule {
    /// Searches for a state of cost 0, starting from these pieces with some random pairs flipped, and returns its
    /// pieces. Each piece may occur `most` times. Adds the number of moves to `moves`.
    fn attempt(
        self,
        pieces: Vec<u8>,
        pairs: &[Pair],
        most: u16,
        random: &mut Random,
        moves: &mut u64,
        stop: &Stop,
    ) -> Option<Vec<u8>> {
        let mut state = State::new(pieces, most);
        for &pair in pairs {
            if random.next() >> 63 == 1 {
                state.flip(pair);
            }
        }
        // The cost grows by at most two.
        let accept = [1.0, 2.0].map(|growth: f64| {
            let probability = (-growth / self.temperature).exp();
            (probability * 2f64.powi(32)) as u64
        });
        for tried in 0..self.patience {
            if state.cost == 0 {
                *moves += tried;
                return Some(state.pieces);
            }
            if tried % MOVES_BETWEEN_CHECKS == 0 && stop.is_requested() {
                return None;
            }
            let chance = random.next();
            let pair = (((chance >> 32) * pairs.len() as u64) >> 32) as usize;
            let growth = state.flip(pairs[pair]);
            if growth > 0 && (chance & 0xffff_ffff) >= accept[growth as usize - 1] {
                state.flip(pairs[pair]);
            }
        }
        *moves += self.patience;
        None
    }
}

struct State {
    pieces: Vec<u8>,
    /// The number of times that a piece may occur.
    most: u16,
    times: [u16; 256],
    /// The number of surplus pieces.
    cost: u32,
}

impl State {
    fn new(pieces: Vec<u8>, most: u16) -> State {
        let (mut times, mut cost) = ([0; 256], 0);
        for &piece in &pieces {
            let times = &mut times[usize::from(piece)];
            cost += u32::from(*times >= most);
            *times += 1;
        }
        State {
            pieces,
            most,
            times,
            cost,
        }
    }

    /// Flips a pair, and returns the growth of the cost.
    #[inline(always)]
    fn flip(&mut self, pair: Pair) -> i32 {
        let mut growth = 0;
        for i in 0..2 {
            let cell = &mut self.pieces[usize::from(pair.cells[i])];
            let old = &mut self.times[usize::from(*cell)];
            *old -= 1;
            growth -= i32::from(*old >= self.most);
            *cell ^= pair.bits[i];
            let new = &mut self.times[usize::from(*cell)];
            growth += i32::from(*new >= self.most);
            *new += 1;
        }
        self.cost = self.cost.wrapping_add_signed(growth);
        growth
    }
}

/// Makes attempts with different random numbers until one succeeds, and returns its pieces with the number of moves
/// of all attempts. `None` if interrupted.
fn until_solved(
    seed: u64,
    stop: &Stop,
    mut attempt: impl FnMut(&mut Random, &mut u64) -> Option<Vec<u8>>,
) -> Option<(Vec<u8>, u64)> {
    let (mut runs, mut moves) = ((0..).take_while(|_| !stop.is_requested()), 0);
    let pieces = runs.find_map(|run| attempt(&mut Random::new(seed, run), &mut moves))?;
    Some((pieces, moves))
}

/// The values that found compact solutions fastest; `docs/claims.md` has the table.
const COMPACT: Schedule = Schedule {
    temperature: 0.17,
    patience: 20_000_000,
};

/// Searches for a compact solution, and returns it with the number of moves, or `None` if interrupted.
pub fn compact(seed: u64, stop: &Stop) -> Result<Option<(Vec<Piece>, u64)>, Fault> {
    const TILES: Tiles = Tiles::Hexagons;
    let cells = Vec::from_iter((0..64).map(|i| Cell::new(i / 8, i % 8)));
    let mut pairs = Vec::new();
    for (cell, i) in cells.iter().zip(0u16..) {
        // Uses half of the directions, so that every pair occurs once.
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
    let ended = until_solved(seed, stop, |random, moves| {
        COMPACT.attempt(vec![0; cells.len()], &pairs, 1, random, moves, stop)
    });
    let Some((pieces, moves)) = ended else {
        return Ok(None);
    };
    let pieces = cells.into_iter().zip(pieces);
    let pieces: Vec<Piece> = pieces.map(|(cell, doors)| Piece { cell, doors }).collect();
    check_compact(&pieces)?;
    Ok(Some((pieces, moves)))
}

/// The bits of the corners: NE, SE, SW and NW.
pub const DIAGONAL: u8 = 0b1010_1010;

/// The values that found solutions fastest; `docs/claims.md` has the table.
const OCTOPUSZLE: Schedule = Schedule {
    temperature: 0.145,
    patience: 40_000_000,
};

/// Searches for a solution of the Octopuszle, and returns it with the number of moves, or `None` if interrupted.
/// With `diagonals`, the solution has the same doors at corners as that grid, whose other doors are ignored.
pub fn octopuszle(
    diagonals: Option<&Grid>,
    seed: u64,
    stop: &Stop,
) -> Result<Option<(Grid, u64)>, Fault> {
    let fixed = diagonals.map_or([[0; SIDE]; SIDE], |grid| {
        grid.map(|row| row.map(|piece| piece & DIAGONAL))
    });
    if diagonals.is_some() {
        check_diagonals(&fixed)?;
    }
    let (corners, sides) = (pairs(true), pairs(false));
    let ended = until_solved(seed, stop, |random, moves| {
        let mut pieces = fixed.as_flattened().to_vec();
        if diagonals.is_none() {
            pieces = OCTOPUSZLE.attempt(pieces, &corners, 16, random, moves, stop)?;
        }
        OCTOPUSZLE.attempt(pieces, &sides, 1, random, moves, stop)
    });
    let Some((pieces, moves)) = ended else {
        return Ok(None);
    };
    let mut grid = [[0; SIDE]; SIDE];
    grid.as_flattened_mut().copy_from_slice(&pieces);
    check_octopuszle(&grid)?;
    Ok(Some((grid, moves)))
}

/// Checks that doors at corners meet, and that each pattern of corners occurs on as many cells as there are pieces
/// with it.
pub(super) fn check_diagonals(grid: &Grid) -> Result<(), Fault> {
    let diagonals = grid.map(|row| row.map(|piece| piece & DIAGONAL));
    doors_meet(&diagonals)?;
    for pattern in (0..=u8::MAX).filter(|pattern| pattern & !DIAGONAL == 0) {
        let cells = diagonals.as_flattened().iter();
        let times = cells.filter(|&&cell| cell == pattern).count();
        if times != 16 {
            return Err(Fault(format!(
                "{times} cells have the corner doors {pattern:02x}, but 16 pieces have them"
            )));
        }
    }
    Ok(())
}

/// The pairs of cells that are neighbours at a corner, or those that are neighbours at a side.
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
