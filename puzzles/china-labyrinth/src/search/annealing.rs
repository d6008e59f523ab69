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
use crate::rules::{Cell, Doors, Fault, Form, OCTOPUSZLE, Piece, RHOMBUS};

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

/// Attempts at a solution.
struct Annealing<'a> {
    schedule: Schedule,
    random: Random,
    /// The number of moves of all attempts.
    moves: u64,
    stop: &'a Stop,
}

impl Annealing<'_> {
    /// Searches for a state of cost 0, starting from these pieces with some random pairs flipped, and returns its
    /// pieces. Each piece may occur `most` times.
    fn attempt(&mut self, pieces: Vec<u8>, pairs: &[Pair], most: u16) -> Option<Vec<u8>> {
        let (schedule, random) = (self.schedule, &mut self.random);
        let mut state = State::new(pieces, most);
        for &pair in pairs {
            if random.next() >> 63 == 1 {
                state.flip(pair);
            }
        }
        // The cost grows by at most two.
        let accept = [1.0, 2.0].map(|growth: f64| {
            let probability = (-growth / schedule.temperature).exp();
            (probability * 2f64.powi(32)) as u64
        });
        for tried in 0..schedule.patience {
            if state.cost == 0 {
                self.moves += tried;
                return Some(state.pieces);
            }
            if tried.is_multiple_of(MOVES_BETWEEN_CHECKS) && self.stop.is_requested() {
                return None;
            }
            let chance = random.next();
            let pair = (((chance >> 32) * pairs.len() as u64) >> 32) as usize;
            let growth = state.flip(pairs[pair]);
            if growth > 0 && (chance & 0xffff_ffff) >= accept[growth as usize - 1] {
                state.flip(pairs[pair]);
            }
        }
        self.moves += schedule.patience;
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

/// A solution, and the number of moves of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annealed<P> {
    pub pieces: Vec<P>,
    pub moves: u64,
}

/// Makes attempts with different random numbers until one succeeds. `None` if interrupted.
fn until_solved(
    schedule: Schedule,
    seed: u64,
    stop: &Stop,
    mut attempt: impl FnMut(&mut Annealing<'_>) -> Option<Vec<u8>>,
) -> Option<Annealed<u8>> {
    let mut annealing = Annealing {
        schedule,
        random: Random::new(seed, 0),
        moves: 0,
        stop,
    };
    let mut runs = (0..).take_while(|_| !stop.is_requested());
    let pieces = runs.find_map(|run| {
        annealing.random = Random::new(seed, run);
        attempt(&mut annealing)
    })?;
    let moves = annealing.moves;
    Some(Annealed { pieces, moves })
}

/// The values that found compact solutions fastest; `docs/claims.md` has the table.
const COMPACT: Schedule = Schedule {
    temperature: 0.17,
    patience: 20_000_000,
};

/// Searches for a compact solution. `None` if interrupted.
pub fn compact(seed: u64, stop: &Stop) -> Result<Option<Annealed<Piece>>, Fault> {
    let pairs = pairs(RHOMBUS, u8::MAX);
    let ended = until_solved(COMPACT, seed, stop, |annealing| {
        annealing.attempt(vec![0; RHOMBUS.cells()], &pairs, 1)
    });
    let Some(Annealed { pieces, moves }) = ended else {
        return Ok(None);
    };
    RHOMBUS.check(&pieces)?;
    let pieces = pieces.into_iter().enumerate().map(|(i, doors)| {
        let [q, r] = [i / RHOMBUS.side, i % RHOMBUS.side].map(|at| at as i32);
        let cell = Cell::new(q, r);
        Piece { cell, doors }
    });
    let pieces = pieces.collect();
    Ok(Some(Annealed { pieces, moves }))
}

/// The bits of the corners: NE, SE, SW and NW.
pub const DIAGONAL: Doors = 0b1010_1010;

/// The values that found solutions fastest; `docs/claims.md` has the table.
const OCTOPUSZLE_SCHEDULE: Schedule = Schedule {
    temperature: 0.145,
    patience: 40_000_000,
};

/// Searches for a solution of the Octopuszle. `None` if interrupted. With `diagonals`, the solution has the same doors
/// at corners as those pieces, whose other doors are ignored.
pub fn octopuszle(
    diagonals: Option<&[Doors]>,
    seed: u64,
    stop: &Stop,
) -> Result<Option<Annealed<Doors>>, Fault> {
    let fixed = match diagonals {
        Some(pieces) => corners_of(pieces)?,
        None => vec![0; OCTOPUSZLE.cells()],
    };
    let [corners, sides] = [DIAGONAL, !DIAGONAL].map(|doors| pairs(OCTOPUSZLE, doors));
    let ended = until_solved(OCTOPUSZLE_SCHEDULE, seed, stop, |annealing| {
        let mut pieces = fixed.clone();
        if diagonals.is_none() {
            pieces = annealing.attempt(pieces, &corners, 16)?;
        }
        annealing.attempt(pieces, &sides, 1)
    });
    if let Some(solved) = &ended {
        OCTOPUSZLE.check(&solved.pieces)?;
    }
    Ok(ended)
}

/// The doors at corners of these pieces. They must meet, and each pattern must occur on as many cells as there are
/// pieces with it.
pub(super) fn corners_of(pieces: &[Doors]) -> Result<Vec<Doors>, Fault> {
    let corners = Vec::from_iter(pieces.iter().map(|piece| piece & DIAGONAL));
    OCTOPUSZLE.doors_meet(&corners)?;
    for pattern in (0..=u8::MAX).filter(|pattern| pattern & !DIAGONAL == 0) {
        let times = corners.iter().filter(|&&cell| cell == pattern).count();
        if times != 16 {
            return Err(Fault(format!(
                "{times} cells have the corner doors {pattern:02x}, but 16 pieces have them"
            )));
        }
    }
    Ok(corners)
}

/// The pairs of neighbouring cells whose pieces would meet with one of these doors.
fn pairs(form: Form, doors: Doors) -> Vec<Pair> {
    let pairs = form.pairs().map(|pair| Pair {
        cells: pair.map(|(cell, _)| cell as u16),
        bits: pair.map(|(_, door)| 1 << door),
    });
    pairs.filter(|pair| pair.bits[0] & doors != 0).collect()
}
