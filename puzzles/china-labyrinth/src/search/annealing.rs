//! Compact solutions by annealing: the hexagons on a rhombus of 8 × 8, and the Octopuszle.
//!
//! A state gives every pair of neighbours a door or none, so doors meet doors and the border has
//! none in every state. A state is wrong only if pieces occur several times. The *cost* is the
//! number of cells by which they occur too often. A move flips one pair. It is accepted if it costs
//! nothing, and else with probability exp(−cost / temperature), which is fixed.
//!
//! In the Octopuszle, the doors at the corners and those at the sides meet independently of each
//! other. Every pattern of corners is on 16 of the pieces. So the corners of a solution are any in
//! which each of the 16 patterns occurs 16 times. The search finds these first, unless they are given.

use watch::Stop;

use super::random::Random;
use crate::rules::{
    Cell, Fault, Grid, Piece, SIDE, Tiles, check_compact, check_octopuszle, doors_meet, neighbour,
};

/// The number of moves between two checks whether to stop: about a millisecond.
const MOVES_BETWEEN_LOOKS: u64 = 1 << 16;

/// Two neighbours, and the bits that a door between them sets.
#[derive(Clone, Copy, Debug)]
struct Pair {
    cells: [u16; 2],
    bits: [u8; 2],
}

#[derive(Clone, Copy, Debug)]
struct Schedule {
    /// The temperature, in cells with a surplus piece.
    temperature: f64,
    /// The number of moves before the search starts again.
    patience: u64,
}

impl Schedule {
    /// Looks for a state that costs nothing, from the given pieces with some random pairs flipped.
    /// Each piece may occur `most` times. Adds the moves that it tries. Returns the pieces.
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
            if tried % MOVES_BETWEEN_LOOKS == 0 && stop.asked() {
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
    /// How often a piece may occur.
    most: u16,
    times: [u16; 256],
    /// The number of cells by which pieces occur too often.
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

    /// Flips a pair. Returns the growth of the cost.
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

/// Makes attempts with different random numbers until one of them is solved, and returns its pieces
/// with the number of all moves. `None` if stopped.
fn until_solved(
    seed: u64,
    stop: &Stop,
    mut attempt: impl FnMut(&mut Random, &mut u64) -> Option<Vec<u8>>,
) -> Option<(Vec<u8>, u64)> {
    let (mut runs, mut moves) = ((0..).take_while(|_| !stop.asked()), 0);
    let pieces = runs.find_map(|run| attempt(&mut Random::new(seed, run), &mut moves))?;
    Some((pieces, moves))
}

/// The values that found compact solutions soonest: `docs/claims.md` has the table.
const COMPACT: Schedule = Schedule {
    temperature: 0.17,
    patience: 20_000_000,
};

/// Looks for a compact solution. Returns it with the number of moves, or `None` if it was stopped.
pub fn compact(seed: u64, stop: &Stop) -> Result<Option<(Vec<Piece>, u64)>, Fault> {
    const TILES: Tiles = Tiles::Hexagons;
    let cells = Vec::from_iter((0..64).map(|i| Cell::new(i / 8, i % 8)));
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

/// The values that found solutions soonest: `docs/claims.md` has the table.
const OCTOPUSZLE: Schedule = Schedule {
    temperature: 0.145,
    patience: 40_000_000,
};

/// Looks for a solution of the Octopuszle, and returns it with the number of moves. With
/// `diagonals`, the solution has the same diagonal doors as that grid, whatever the grid's other
/// doors are. `None` if stopped.
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

/// Do the diagonals meet, and does each pattern occur as often as there are pieces with it?
pub(super) fn check_diagonals(grid: &Grid) -> Result<(), Fault> {
    let diagonals = grid.map(|row| row.map(|piece| piece & DIAGONAL));
    doors_meet(&diagonals)?;
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
