//! Compact solutions by annealing.
//!
//! A state gives every pair of neighbours a door or none, so doors meet doors and the border has
//! none in every state. A state is wrong only if pieces occur several times. The *cost* is the
//! number of cells by which they occur too often. A move flips one pair. It is accepted if it costs
//! nothing, and otherwise with probability exp(−cost / temperature). The temperature stays the
//! same.

use watch::Stop;

use super::random::Random;

/// The number of moves between two checks whether to stop: about a millisecond.
const MOVES_BETWEEN_LOOKS: u64 = 1 << 16;

/// Two neighbours, and the bits that a door between them sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) cells: [u16; 2],
    pub(super) bits: [u8; 2],
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The temperature, in cells with a surplus piece.
    pub(super) temperature: f64,
    /// The number of moves before the search starts again.
    pub(super) patience: u64,
}

/// How a search from one beginning ended, and with which pieces.
pub(super) enum Attempt {
    Solved(Vec<u8>),
    Tired,
    Stopped,
}

impl Schedule {
    /// Looks for a state that costs nothing, from the given pieces with some random pairs flipped.
    /// Each piece may occur `most` times. Adds the moves that it tries.
    pub(super) fn attempt(
        self,
        pieces: Vec<u8>,
        pairs: &[Pair],
        most: u16,
        random: &mut Random,
        moves: &mut u64,
        stop: &Stop,
    ) -> Attempt {
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
                return Attempt::Solved(state.pieces);
            }
            if tried % MOVES_BETWEEN_LOOKS == 0 && stop.asked() {
                return Attempt::Stopped;
            }
            let chance = random.next();
            let pair = (((chance >> 32) * pairs.len() as u64) >> 32) as usize;
            let growth = state.flip(pairs[pair]);
            if growth > 0 && (chance & 0xffff_ffff) >= accept[growth as usize - 1] {
                state.flip(pairs[pair]);
            }
        }
        *moves += self.patience;
        Attempt::Tired
    }
}

/// The pieces on the cells, and how often each occurs.
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
