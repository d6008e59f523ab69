//! Compact solutions by annealing.
//!
//! A state gives every pair of neighbours a door or none, so doors meet doors
//! and the border is blank in every state. What may be wrong is that pieces are
//! there several times; by how many cells they are there too often is the
//! *cost*. A move flips one pair. It is taken if it costs nothing, and with
//! probability exp(−cost / temperature) if it does; the temperature stays the
//! same.

use watch::Stop;

use super::random::Random;

/// How many moves are made between two looks at whether to stop: about a
/// millisecond.
const MOVES_BETWEEN_LOOKS: u64 = 1 << 16;

/// Two neighbours, and the bits that a door between them sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub cells: [u16; 2],
    pub bits: [u8; 2],
}

/// How a search went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// How many moves were tried.
    pub moves: u64,
    /// How many times the search began anew.
    pub restarts: u64,
}

/// A state: the pieces on the cells, and how often each is there.
pub(super) struct Annealing<'a> {
    pairs: &'a [Pair],
    pub(super) pieces: Vec<u8>,
    /// How often a piece may be there.
    most: u16,
    times: [u16; 256],
    /// By how many cells pieces are there too often.
    cost: u32,
}

impl<'a> Annealing<'a> {
    /// The given pieces with some of the pairs flipped, by chance. Each piece may
    /// be there so often.
    pub(super) fn new(
        pieces: Vec<u8>,
        pairs: &'a [Pair],
        most: u16,
        random: &mut Random,
    ) -> Annealing<'a> {
        let mut state = Annealing {
            pairs,
            pieces,
            most,
            times: [0; 256],
            cost: 0,
        };
        for &piece in &state.pieces {
            let times = &mut state.times[usize::from(piece)];
            state.cost += u32::from(*times >= most);
            *times += 1;
        }
        for &pair in pairs {
            if random.next() >> 63 == 1 {
                state.flip(pair);
            }
        }
        state
    }

    /// Flips a pair. Gives by how much the cost grows.
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

    /// Makes up to so many moves until the cost is 0. True if it is.
    fn run(&mut self, temperature: f64, moves: &mut u64, random: &mut Random) -> bool {
        // The cost grows by two at most.
        let accept = [1.0, 2.0].map(|growth: f64| {
            let probability = (-growth / temperature).exp();
            (probability * 2f64.powi(32)) as u64
        });
        while self.cost > 0 {
            if *moves == 0 {
                return false;
            }
            *moves -= 1;
            let chance = random.next();
            let pair = (((chance >> 32) * self.pairs.len() as u64) >> 32) as usize;
            let pair = self.pairs[pair];
            let growth = self.flip(pair);
            if growth > 0 && (chance & 0xffff_ffff) >= accept[growth as usize - 1] {
                self.flip(pair);
            }
        }
        true
    }
}

/// How a compact solution is looked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// The temperature, in cells with a piece too many.
    pub temperature: f64,
    /// How many moves are tried before beginning anew.
    pub patience: u64,
    /// How many moves are tried in all.
    pub most: u64,
}

/// How the search for a compact solution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End<T> {
    /// With a solution.
    Found(T),
    /// Without one, all moves made.
    NotFound,
    /// Somebody asked to stop.
    Stopped,
}

/// How a search from one beginning ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// The cost is 0.
    Solved,
    /// Patience has run out.
    Tired,
    /// All moves are made.
    OutOfMoves,
    /// Somebody asked to stop.
    Stopped,
}

impl Annealing<'_> {
    /// Looks for a state that costs nothing.
    pub(super) fn attempt(
        &mut self,
        schedule: Schedule,
        random: &mut Random,
        effort: &mut Effort,
        stop: &Stop,
        tell: &mut dyn FnMut(Effort),
    ) -> Attempt {
        let mut rest = schedule.patience;
        loop {
            let allowed = schedule.most.saturating_sub(effort.moves);
            let slice = rest.min(MOVES_BETWEEN_LOOKS).min(allowed);
            let mut left = slice;
            let solved = self.run(schedule.temperature, &mut left, random);
            effort.moves += slice - left;
            rest -= slice;
            tell(*effort);
            if solved {
                return Attempt::Solved;
            }
            if stop.asked() {
                return Attempt::Stopped;
            }
            if effort.moves >= schedule.most {
                return Attempt::OutOfMoves;
            }
            if rest == 0 {
                return Attempt::Tired;
            }
        }
    }
}
