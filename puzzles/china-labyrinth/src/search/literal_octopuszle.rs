//! The algorithm of van Zon's text for the Octopuszle with given corners: it fills the spot with the fewest
//! candidates next, and tries each candidate in turn. The whole tree has about 4²⁵⁶ branches, so the search can
//! start again, like the search of the text for labyrinths.

use watch::Stop;

use super::STEPS_BETWEEN_CHECKS;
use super::annealing::corners_of;
use super::boards::{Fit, members};
use super::random::Random;
use crate::rules::{Doors, Fault, OCTOPUSZLE};

const CELLS: usize = OCTOPUSZLE.cells();

/// How far a search got.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LiteralProgress {
    /// The number of steps: squares laid, counting again those laid again.
    pub steps: u64,
    /// The number of restarts.
    pub restarts: u64,
    /// The greatest number of squares laid at the same time.
    pub most_placed: usize,
}

/// The doors of a piece to N, E, S and W, as four bits. Its doors at corners are stored separately.
type Sides = u8;

/// A cell that gets a piece, and the pieces that have not been tried there.
#[derive(Clone, Copy, Default)]
struct LiteralFrame {
    cell: usize,
    rest: u64,
    piece: Sides,
}

struct LiteralSearch {
    /// The corners of each cell: one of 16 patterns.
    corners: [usize; CELLS],
    neighbours: [[Option<usize>; 4]; CELLS],
    /// For each pattern of corners, the free pieces, as a bit set over [`Sides`].
    free: [u64; 16],
    /// For each cell, the sides that need a door, and those that must not have one.
    known: [[Sides; 2]; CELLS],
    empty: [bool; CELLS],
    frames: Vec<LiteralFrame>,
    /// Random ranks that break ties between cells and between pieces.
    lots: [u64; CELLS],
    ranks: [u64; 16],
}

/// Every second bit of a piece, from `first` on.
fn bits(piece: u8, first: usize) -> u8 {
    (0..4).fold(0, |bits, i| bits | (piece >> (2 * i + first) & 1) << i)
}

impl LiteralSearch {
    fn new(corners: &[Doors]) -> LiteralSearch {
        let corners = std::array::from_fn(|cell| bits(corners[cell], 1).into());
        let around = |cell| [0, 2, 4, 6].map(|door| OCTOPUSZLE.ahead(cell, door));
        let neighbours = std::array::from_fn(around);
        LiteralSearch {
            corners,
            neighbours,
            free: [0xffff; 16],
            known: [[0; 2]; CELLS],
            empty: [true; CELLS],
            frames: Vec::with_capacity(CELLS),
            lots: [0; CELLS],
            ranks: [0; 16],
        }
    }

    fn begin(&mut self, random: &mut Random) {
        while let Some(frame) = self.frames.pop() {
            self.put(frame);
        }
        self.lots = [(); CELLS].map(|()| random.next());
        self.ranks = [(); 16].map(|()| random.next());
        for (known, neighbours) in self.known.iter_mut().zip(&self.neighbours) {
            let border = (0..4).filter(|side| neighbours[*side].is_none());
            *known = [0, border.map(|side| 1u8 << side).sum()];
        }
    }

    fn candidates(&self, cell: usize) -> u64 {
        let [must, must_not] = self.known[cell];
        self.free[self.corners[cell]] & Fit { must, must_not }.pieces()
    }

    fn choose(&self) -> LiteralFrame {
        let spots = (0..CELLS).filter(|&cell| self.empty[cell]);
        let frames = spots.map(|cell| LiteralFrame {
            cell,
            rest: self.candidates(cell),
            piece: 0,
        });
        let demand = |frame: &LiteralFrame| (frame.rest.count_ones(), self.lots[frame.cell]);
        frames.min_by_key(demand).unwrap_or_default()
    }

    /// Lays the piece of a frame on its cell, or removes it: both flip the same bits.
    fn put(&mut self, LiteralFrame { cell, piece, .. }: LiteralFrame) {
        self.free[self.corners[cell]] ^= 1 << piece;
        self.empty[cell] = !self.empty[cell];
        for side in 0..4 {
            if let Some(there) = self.neighbours[cell][side] {
                let door = usize::from(piece >> side & 1);
                self.known[there][1 - door] ^= 1 << ((side + 2) % 4);
            }
        }
    }

    /// Lays the next piece. Returns false if the whole tree has been searched.
    fn step(&mut self) -> bool {
        let mut frame = self.choose();
        loop {
            let rank = |piece: &Sides| self.ranks[usize::from(*piece)];
            if let Some(piece) = members(frame.rest).min_by_key(rank) {
                frame.rest &= !(1 << piece);
                frame.piece = piece;
                self.put(frame);
                self.frames.push(frame);
                return true;
            }
            let Some(before) = self.frames.pop() else {
                return false;
            };
            self.put(before);
            frame = before;
        }
    }

    /// The laid squares; 0 where there is none.
    fn pieces(&self) -> Vec<Doors> {
        let spread = |bits: usize| (0..4).fold(0, |piece, i| piece | (bits >> i & 1) << (2 * i));
        let mut pieces = vec![0; CELLS];
        for frame in &self.frames {
            let corners = self.corners[frame.cell];
            let piece = spread(frame.piece.into()) | spread(corners) << 1;
            pieces[frame.cell] = piece as u8;
        }
        pieces
    }
}

/// Searches for a solution with the doors at corners of these pieces, with the algorithm of the text, for at most
/// `steps` steps, starting again after `limit` steps. Also returns how far it got.
pub fn literal_octopuszle(
    diagonals: &[Doors],
    seed: u64,
    limit: u64,
    steps: u64,
    stop: &Stop,
) -> Result<(Option<Vec<Doors>>, LiteralProgress), Fault> {
    let mut search = LiteralSearch::new(&corners_of(diagonals)?);
    let mut progress = LiteralProgress::default();
    search.begin(&mut Random::new(seed, 0));
    while progress.steps < steps {
        if progress.steps.is_multiple_of(STEPS_BETWEEN_CHECKS) && stop.is_requested() {
            break;
        }
        if progress.steps > 0 && progress.steps.is_multiple_of(limit) {
            progress.restarts += 1;
            search.begin(&mut Random::new(seed, progress.restarts));
        }
        if !search.step() {
            break;
        }
        progress.steps += 1;
        progress.most_placed = progress.most_placed.max(search.frames.len());
        if progress.most_placed == CELLS {
            let pieces = search.pieces();
            OCTOPUSZLE.check(&pieces)?;
            return Ok((Some(pieces), progress));
        }
    }
    Ok((None, progress))
}

#[cfg(test)]
mod tests {
    use super::super::annealing::{DIAGONAL, octopuszle};
    use super::*;

    #[test]
    fn candidate_counts_match_the_text() {
        let stop = Stop::default();
        let solved = octopuszle(None, 20, &stop).unwrap().unwrap().pieces;
        let mut search = LiteralSearch::new(&corners_of(&solved).unwrap());
        search.begin(&mut Random::new(1, 0));
        for cell in 0..CELLS {
            let on = search.neighbours[cell].iter().flatten().count();
            assert_eq!(search.candidates(cell).count_ones(), 1 << on);
        }
        // There is always a spot that has two of its sides determined.
        for _ in 0..5000 {
            if search.frames.len() < CELLS {
                assert!(search.choose().rest.count_ones() <= 4);
            }
            assert!(search.step());
            let pieces = search.pieces();
            for frame in &search.frames {
                let piece = pieces[frame.cell];
                assert_eq!(piece & DIAGONAL, solved[frame.cell] & DIAGONAL);
                for bit in [0, 2, 4, 6] {
                    let door = piece >> bit & 1;
                    let Some(there) = OCTOPUSZLE.ahead(frame.cell, bit) else {
                        assert_eq!(door, 0);
                        continue;
                    };
                    let back = pieces[there] >> ((bit + 4) % 8) & 1;
                    assert!(search.empty[there] || door == back);
                }
            }
        }
    }
}
