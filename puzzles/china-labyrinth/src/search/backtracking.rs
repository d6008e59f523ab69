//! The depth-first walk through the tree of partial solutions. The two algorithms differ in what boards record.

use super::boards::{Boards, Demand, Spot, members, spread};
use super::random::Random;
use super::settings::{Algorithm, Demands, Settings, factor};
use crate::rules::{Cell, Doors, Piece, Tiles};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// All pieces are laid: a solution.
    Solved,
    OutOfSteps,
    /// The whole tree has been searched.
    Exhausted,
}

/// A walk through the tree of partial solutions, depth first. A *step* puts one piece on a board.
pub(super) trait TreeSearch: Send {
    /// Clears the boards, and begins a run. The seed and the run determine all random decisions.
    fn begin(&mut self, seed: u64, run: u64);

    /// Lays pieces that stay for the whole run, each list on a board of its own. Each piece of a board except the
    /// first is on a cell that a door of an earlier one leads to.
    fn lay(&mut self, boards: &[Vec<Piece>]);

    /// Continues until an event, for at most this number of steps, and subtracts those taken.
    fn advance(&mut self, steps: &mut u64) -> Event;

    /// The laid pieces of each board, in the order in which they were laid.
    fn pieces(&self) -> Vec<Vec<Piece>>;

    fn depth(&self) -> usize;
}

pub(super) fn tree_search(settings: &Settings) -> Box<dyn TreeSearch> {
    match (settings.tiles, settings.algorithm) {
        (Tiles::Hexagons, Algorithm::LookAhead) => Box::new(Backtracking::<6, true>::new(settings)),
        (Tiles::Hexagons, Algorithm::Literal) => Box::new(Backtracking::<6, false>::new(settings)),
        (Tiles::Squares, Algorithm::LookAhead) => Box::new(Backtracking::<4, true>::new(settings)),
        (Tiles::Squares, Algorithm::Literal) => Box::new(Backtracking::<4, false>::new(settings)),
    }
}

/// The algorithm of the original program. It puts a piece on a cell that a door demands, and tries the candidates
/// in turn. If no cell is demanded, it begins a new group. If there are no candidates, it goes back.
///
/// D is the number of directions. Without AHEAD, this is exactly the original algorithm: candidates fit the pieces
/// around the cell, and their effect on empty cells appears later. With AHEAD, they also fit what is known of the
/// empty cells around the cell: see `boards.rs`.
struct Backtracking<const D: usize, const AHEAD: bool> {
    settings: Settings,
    boards: Boards<D, AHEAD>,
    /// The cells of the newest board that demand a piece.
    demands: Vec<Spot>,
    frames: Vec<Frame>,
    free: u64,
    /// The number of doors of the free pieces in each direction, one byte each.
    doors: u64,
    begun: usize,
    key: u64,
    classes: [u32; 64],
    ranks: [u32; 64],
    /// Whether the laid pieces cannot be continued, so that the next step removes one.
    dead_end: bool,
}

/// A cell that gets a piece, and the data to undo that.
#[derive(Clone, Copy, Default, Debug)]
struct Frame {
    spot: Spot,
    /// Candidates that have not been tried.
    rest: u64,
    piece: Doors,
    /// Directions whose cells were unknown before the piece was laid.
    unknown: Doors,
    /// The index of the spot in the list of demands.
    position: u8,
    /// The number of demands that the piece added.
    added: u8,
    /// Whether it is the first piece of its board.
    first: bool,
}

impl<const D: usize, const AHEAD: bool> Backtracking<D, AHEAD> {
    /// A search for which [`begin`](TreeSearch::begin) must be called.
    fn new(settings: &Settings) -> Self {
        debug_assert_eq!(settings.tiles.doors(), D);
        let free = u64::MAX >> (64 - settings.tiles.pieces());
        Backtracking {
            boards: Boards::new(settings.tiles),
            demands: Vec::with_capacity(64),
            frames: Vec::with_capacity(64),
            free,
            doors: members(free).map(spread).sum(),
            begun: 0,
            key: 0,
            classes: settings.classes(),
            ranks: [0; 64],
            dead_end: false,
            settings: *settings,
        }
    }

    /// The next cell and its candidates. `None` if a demanded cell has no candidates, or there are too few free
    /// pieces with the demanded doors.
    #[inline(always)]
    fn choose(&self) -> Option<Frame> {
        let factor = factor(self.key, self.frames.len());
        let mut best = Frame::default();
        let mut least = u64::MAX;
        let mut demand = Demand::default();
        let fewest = self.settings.demands == Demands::Fewest;
        for (position, &spot) in self.demands.iter().enumerate() {
            let fit = self.boards.fit(spot);
            let candidates = self.free & fit.pieces();
            if candidates == 0 && (AHEAD || fewest) {
                return None;
            }
            demand.add(fit);
            let count = if fewest { candidates.count_ones() } else { 0 };
            let lot = spot.wrapping_mul(factor);
            let score = u64::from(count) << 32 | u64::from(lot);
            if score < least {
                least = score;
                best.spot = spot;
                best.rest = candidates;
                best.position = position as u8;
            }
        }
        let hopeless =
            self.settings.pruning && !demand.is_met_by(self.free.count_ones(), self.doors);
        (!hopeless).then_some(best)
    }

    fn new_board(&mut self) -> Spot {
        let spot = self.boards.spot(self.begun, Cell::default());
        self.begun += 1;
        self.boards.toggle_demand(spot);
        self.demands.push(spot);
        spot
    }

    fn found(&mut self) -> Frame {
        let spot = self.new_board();
        let factor = factor(self.key, self.frames.len());
        let lot = |piece: &Doors| u32::from(*piece + 1).wrapping_mul(factor);
        // Any free piece is right, because each must be laid somewhere.
        let piece = members(self.free).min_by_key(lot).unwrap_or_default();
        Frame {
            spot,
            rest: 1 << piece,
            first: true,
            ..Frame::default()
        }
    }

    /// Puts the next candidate on the cell of the newest frame, if there is one.
    #[inline(always)]
    fn try_next(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let ranks = &self.ranks;
        let Some(piece) = members(frame.rest).min_by_key(|&p| ranks[usize::from(p & 63)]) else {
            return false;
        };
        frame.rest &= !(1 << piece);
        frame.piece = piece;
        frame.unknown = self.boards.unknown(frame.spot);
        self.demands.swap_remove(usize::from(frame.position));
        let before = self.demands.len();
        let demands = &mut self.demands;
        self.boards
            .put(frame.spot, piece, frame.unknown, |spot| demands.push(spot));
        frame.added = (self.demands.len() - before) as u8;
        self.free &= !(1 << piece);
        self.doors -= spread(piece);
        true
    }

    #[inline(always)]
    fn take_back(&mut self) {
        let Some(&frame) = self.frames.last() else {
            return;
        };
        self.boards.take(frame.spot, frame.piece, frame.unknown);
        let before = self.demands.len() - usize::from(frame.added);
        self.demands.truncate(before);
        // Undoes `swap_remove`: the last spot goes back to the end.
        let position = usize::from(frame.position);
        self.demands.push(frame.spot);
        self.demands.swap(position, before);
        self.free |= 1 << frame.piece;
        self.doors += spread(frame.piece);
    }

    /// Removes the newest frame, whose cell is empty.
    #[inline(always)]
    fn drop_frame(&mut self) {
        if let Some(frame) = self.frames.pop()
            && frame.first
        {
            // Its spot is the last demand.
            self.boards.toggle_demand(frame.spot);
            self.demands.pop();
            self.begun -= 1;
        }
    }

    /// Adds the frame of the next cell. Returns false at a dead end.
    #[inline(always)]
    fn open_frame(&mut self) -> bool {
        let frame = match self.demands.is_empty() {
            true => Some(self.found()),
            false => self.choose(),
        };
        if let Some(frame) = frame {
            self.frames.push(frame);
        }
        frame.is_some()
    }

    fn clear(&mut self) {
        while !self.frames.is_empty() {
            self.take_back();
            self.drop_frame();
        }
        self.dead_end = false;
    }

    #[inline(always)]
    fn complete(&self) -> bool {
        self.free == 0 && self.demands.is_empty()
    }
}

impl<const D: usize, const AHEAD: bool> TreeSearch for Backtracking<D, AHEAD> {
    fn begin(&mut self, seed: u64, run: u64) {
        self.clear();
        self.key = Random::new(seed, run).next();
        let mut random = Random::new(self.key, 0);
        for (rank, class) in self.ranks.iter_mut().zip(self.classes) {
            *rank = class << 20 | (random.next() >> 44) as u32;
        }
    }

    fn lay(&mut self, boards: &[Vec<Piece>]) {
        for pieces in boards {
            let from = pieces[0].cell;
            for piece in pieces {
                let cell = Cell::new(piece.cell.q - from.q, piece.cell.r - from.r);
                let first = piece.cell == from;
                let spot = match first {
                    true => self.new_board(),
                    false => self.boards.spot(self.begun - 1, cell),
                };
                let position = self.demands.iter().position(|&demand| demand == spot);
                self.frames.push(Frame {
                    spot,
                    rest: 1 << piece.doors,
                    position: position.unwrap_or_default() as u8,
                    first,
                    ..Frame::default()
                });
                self.try_next();
            }
        }
    }

    fn advance(&mut self, steps: &mut u64) -> Event {
        // Here, as between calls, every frame has a piece.
        while *steps > 0 {
            if self.dead_end || !self.open_frame() {
                if self.frames.is_empty() {
                    return Event::Exhausted;
                }
                self.dead_end = false;
                self.take_back();
            }
            while !self.try_next() {
                self.drop_frame();
                if self.frames.is_empty() {
                    self.dead_end = true;
                    return Event::Exhausted;
                }
                self.take_back();
            }
            *steps -= 1;
            if self.complete() {
                self.dead_end = true;
                return Event::Solved;
            }
        }
        Event::OutOfSteps
    }

    fn pieces(&self) -> Vec<Vec<Piece>> {
        let mut boards = vec![Vec::with_capacity(64); self.begun];
        for frame in &self.frames {
            let (board, cell) = self.boards.place(frame.spot);
            let doors = frame.piece;
            boards[board].push(Piece { cell, doors });
        }
        boards
    }

    fn depth(&self) -> usize {
        self.frames.len()
    }
}
