//! Solutions with a given symmetry, found on purpose.
//!
//! Pieces are never turned, so a symmetry of the plane takes every piece to
//! another one, or to itself if its doors are symmetric. It takes a solution to
//! itself if it takes every group to a group, shifted. That asks three things:
//!
//! - A piece that a symmetry takes to itself is there only once, so it stays
//!   where it is: its cell, and with it its group, is taken to itself. A half
//!   turn leaves 8 pieces alone, and turns each group about one cell at most,
//!   so there are at least 8 groups, each around one of those pieces. Mirrors
//!   are kinder: the 16 pieces that are symmetric along an axis through doors
//!   (8 for one through corners) lie on axes, and an axis has room for many.
//! - All other pieces come with their images, in the same group or in its
//!   image.
//! - A group that is taken to itself has its centre or axis somewhere; the
//!   others come in as many copies as they have images.
//!
//! So the search puts a piece and its images in one step, on one board of every
//! set of images. It begins boards with the pieces of the most symmetry that
//! are free. Where those have none, chance decides whether a board is one of
//! several images or symmetric itself, and where its centre lies then.

use super::boards::{Boards, Fit, Fitting, Spot, members};
use super::random::{Random, mix};
use super::runs::Searcher;
use super::settings::{Order, Settings};
use super::supply::Supply;
use super::walk::Event;
use crate::rules::{Cell, Doors, Kind, Piece, Symmetry, Tiles};

const TILES: Tiles = Tiles::Hexagons;

/// A set of symmetries: bit i for the i-th.
type Symmetries = u16;

/// A random search for solutions with all of some symmetries.
pub(super) struct Symmetric {
    symmetries: Vec<Symmetry>,
    /// The images of every piece.
    orbits: [u64; 64],
    /// The symmetries that take a piece to itself.
    stabilisers: [Symmetries; 64],
    fitting: Fitting,
    classes: [u32; 64],
    /// How candidates rank: as the settings say, those with few doors first, and
    /// by chance. The last board has the first ranking, those before it any.
    ranks: [[u32; 64]; 3],
    boards: Boards<6, true>,
    begun: Vec<Board>,
    /// The pieces that a rotation takes to themselves: each is the centre of a
    /// board of its own.
    centres: u64,
    /// How many boards more begin with a centre or an axis of their own.
    extra: usize,
    demands: Vec<Spot>,
    frames: Vec<Frame>,
    free: u64,
    random: Random,
    key: u64,
}

/// One board of a set of images.
#[derive(Clone, Debug)]
struct Board {
    /// The symmetries that take it to itself, and by how much each has to shift
    /// it then.
    own: Vec<(usize, Cell)>,
    /// One symmetry for each of its images.
    copies: Vec<usize>,
    /// Which ranking it has.
    ranking: usize,
    /// Has it a centre or an axis of its own, unasked?
    extra: bool,
}

/// A cell that gets a piece, and its images with it.
#[derive(Debug)]
struct Frame {
    spot: Spot,
    rest: u64,
    piece: Doors,
    /// What lies, in the order in which it came: spot, piece, and the
    /// directions that were unknown before.
    put: Vec<(Spot, Doors, Doors)>,
    /// The demands as they were before there was this one.
    demands: Vec<Spot>,
    /// The cells demanded for the first pieces of a board.
    first: Vec<Spot>,
}

impl Symmetric {
    /// A search for solutions of this kind of symmetry. None if hexagons cannot
    /// have it.
    pub(super) fn new(kind: Kind, pieces: Order) -> Option<Symmetric> {
        let symmetries = kind.symmetries(TILES)?;
        let mut orbits = [0; 64];
        let mut stabilisers = [0; 64];
        for piece in 0..64u8 {
            for (i, symmetry) in symmetries.iter().enumerate() {
                let image = symmetry.doors(piece);
                orbits[usize::from(piece)] |= 1 << image;
                if image == piece {
                    stabilisers[usize::from(piece)] |= 1 << i;
                }
            }
        }
        let turns = |i: usize| !symmetries[i].is_identity() && !symmetries[i].is_mirror();
        let turns = (0..symmetries.len()).filter(|&i| turns(i));
        let turns = turns.fold(0, |set: Symmetries, i| set | 1 << i);
        let centres = (0..64u8).filter(|&piece| stabilisers[usize::from(piece)] & turns != 0);
        let centres = centres.fold(0, |set, piece| set | 1 << piece);
        let settings = Settings::hexagons(pieces);
        Some(Symmetric {
            symmetries,
            orbits,
            stabilisers,
            fitting: Fitting::new(),
            classes: settings.classes(),
            ranks: [[0; 64]; 3],
            boards: Boards::new(TILES),
            begun: Vec::new(),
            centres,
            extra: 0,
            demands: Vec::new(),
            frames: Vec::new(),
            free: u64::MAX,
            random: Random::new(0, 0),
            key: 0,
        })
    }

    /// The images of a cell of a board under the symmetries that take the board
    /// to itself, and those that take the cell to itself.
    fn images(&self, board: &Board, cell: Cell) -> (Vec<(usize, Cell)>, Symmetries) {
        let mut fixing = 0;
        let images = board.own.iter().map(|&(i, shift)| {
            let turned = self.symmetries[i].cell(cell);
            let image = Cell::new(turned.q + shift.q, turned.r + shift.r);
            if image == cell {
                fixing |= 1 << i;
            }
            (i, image)
        });
        (images.collect(), fixing)
    }

    /// The pieces that exactly these symmetries take to themselves.
    fn stabilised_by(&self, fixing: Symmetries) -> u64 {
        let pieces = 0..64u8;
        pieces
            .filter(|&piece| self.stabilisers[usize::from(piece)] == fixing)
            .fold(0, |set, piece| set | 1 << piece)
    }

    /// The next cell and its candidates; none if a cell has no candidates.
    fn choose(&self) -> Option<Frame> {
        let factor = mix(self.key ^ self.frames.len() as u64) | 1;
        let mut demand = Supply::default();
        let mut best: Option<(u64, Spot, u64)> = None;
        for &spot in &self.demands {
            let fit = self.boards.fit(spot);
            let candidates = self.free & self.fitting.pieces(fit);
            let (board, cell) = self.boards.place(spot);
            let (_, fixing) = self.images(&self.begun[board], cell);
            for &i in &self.begun[board].copies {
                let symmetry = self.symmetries[i];
                demand.add(Fit {
                    must: symmetry.doors(fit.must),
                    must_not: symmetry.doors(fit.must_not),
                });
            }
            let candidates = candidates & self.stabilised_by(fixing);
            if candidates == 0 {
                return None;
            }
            let lot = u64::from(spot).wrapping_mul(factor) >> 32;
            let score = u64::from(candidates.count_ones()) << 32 | lot;
            if best.is_none_or(|(least, ..)| score < least) {
                best = Some((score, spot, candidates));
            }
        }
        if !Supply::of(TILES.doors(), self.free).covers(demand) {
            return None;
        }
        best.map(|(_, spot, rest)| self.frame(spot, rest))
    }

    fn frame(&self, spot: Spot, rest: u64) -> Frame {
        Frame {
            spot,
            rest,
            piece: 0,
            put: Vec::new(),
            demands: self.demands.clone(),
            first: Vec::new(),
        }
    }

    /// The next board: first those around a centre, but for the piece with the
    /// most doors, then those that are symmetric otherwise.
    fn next_board(&mut self) -> Option<Frame> {
        let centres = self.free & self.centres;
        if centres == 0 {
            return self.found(self.free, true, false);
        }
        let last = 1 << 63;
        if centres != last {
            return self.found(centres & !last, false, false);
        }
        let extra = self.begun.iter().filter(|board| board.extra).count();
        if extra < self.extra {
            let others = self.free & !self.centres;
            return self.found(others, false, true);
        }
        self.found(last, true, false)
    }

    /// A new board for one of these pieces, any of the most symmetric ones.
    fn found(&mut self, pieces: u64, last: bool, own_symmetry: bool) -> Option<Frame> {
        let symmetry = |piece: Doors| self.stabilisers[usize::from(piece)].count_ones();
        let most = members(pieces).map(symmetry).max()?;
        let pieces: Vec<Doors> = members(pieces)
            .filter(|&piece| symmetry(piece) == most)
            .collect();
        let piece = pieces[self.random.below(pieces.len() as u64) as usize];
        let own = if most > 1 {
            // Those symmetries take the board to itself, about the piece.
            let stabiliser = self.stabilisers[usize::from(piece)];
            let own = (0..self.symmetries.len()).filter(|i| stabiliser >> i & 1 == 1);
            own.map(|i| (i, Cell::default())).collect()
        } else {
            self.some_symmetries(own_symmetry)
        };
        let board = Board {
            copies: self.copies(&own),
            own,
            ranking: if last {
                0
            } else {
                self.random.below(3) as usize
            },
            extra: own_symmetry,
        };
        let (images, fixing) = self.images(&board, Cell::default());
        if fixing != self.stabilisers[usize::from(piece)] {
            return None;
        }
        let number = self.begun.len();
        let spot = self.boards.spot(number, Cell::default());
        let mut frame = self.frame(spot, 1 << piece);
        let cells = images.into_iter().map(|(_, cell)| cell);
        frame.first = cells.map(|cell| self.boards.spot(number, cell)).collect();
        frame.first.sort_unstable();
        frame.first.dedup();
        self.begun.push(board);
        for &spot in &frame.first {
            self.boards.demand(spot);
            self.demands.push(spot);
        }
        Some(frame)
    }

    /// One symmetry for each image of a board that these take to itself.
    fn copies(&self, own: &[(usize, Cell)]) -> Vec<usize> {
        let mut copies = Vec::new();
        let mut seen = Vec::new();
        for (i, symmetry) in self.symmetries.iter().enumerate() {
            if !seen.contains(symmetry) {
                copies.push(i);
                seen.extend(own.iter().map(|&(j, _)| symmetry.after(self.symmetries[j])));
            }
        }
        copies
    }

    /// Any cyclic group of symmetries, with its centre or axis near cell
    /// (0, 0).
    fn some_symmetries(&mut self, must: bool) -> Vec<(usize, Cell)> {
        let alone = vec![(0, Cell::default())];
        let choices = self.symmetries.len() as u64 * if must { 1 } else { 2 };
        let i = self.random.below(choices) as usize;
        let Some(&symmetry) = self.symmetries.get(i).filter(|one| !one.is_identity()) else {
            return alone;
        };
        let near = |random: &mut Random| random.below(3) as i32 - 1;
        let off = Cell::new(near(&mut self.random), near(&mut self.random));
        let image = symmetry.cell(off);
        // Whatever the shift, a rotation has a centre: a cell, a corner or the
        // middle of a side. A reflection shifted along its axis would never
        // come back, so it is shifted by what takes `off` to itself.
        let shift = match symmetry.is_mirror() {
            false => off,
            true => Cell::new(off.q - image.q, off.r - image.r),
        };
        let mut own = alone;
        let (mut power, mut place) = (symmetry, shift);
        while !power.is_identity() {
            let Some(index) = self.symmetries.iter().position(|one| *one == power) else {
                break;
            };
            own.push((index, place));
            power = symmetry.after(power);
            let turned = symmetry.cell(place);
            place = Cell::new(turned.q + shift.q, turned.r + shift.r);
        }
        own
    }

    /// Puts the next candidate that fits together with its images.
    fn try_next(&mut self) -> bool {
        while let Some(mut frame) = self.frames.pop() {
            let (board, _) = self.boards.place(frame.spot);
            let ranks = &self.ranks[self.begun[board].ranking];
            let next = members(frame.rest).min_by_key(|&piece| ranks[usize::from(piece)]);
            let Some(piece) = next else {
                self.frames.push(frame);
                return false;
            };
            frame.rest &= !(1 << piece);
            frame.piece = piece;
            self.free &= !self.orbits[usize::from(piece)];
            let fits = self.put(&mut frame);
            self.frames.push(frame);
            if fits {
                return true;
            }
            self.take_back();
        }
        false
    }

    /// Puts a frame's piece and its images. False if they do not fit together.
    fn put(&mut self, frame: &mut Frame) -> bool {
        let (board, cell) = self.boards.place(frame.spot);
        let (images, _) = self.images(&self.begun[board], cell);
        for (i, cell) in images {
            let spot = self.boards.spot(board, cell);
            if frame.put.iter().any(|&(other, ..)| other == spot) {
                continue;
            }
            let piece = self.symmetries[i].doors(frame.piece);
            if self.fitting.pieces(self.boards.fit(spot)) >> piece & 1 == 0 {
                return false;
            }
            let Some(position) = self.demands.iter().position(|&other| other == spot) else {
                return false;
            };
            self.demands.swap_remove(position);
            let unknown = self.boards.unknown(spot);
            let demands = &mut self.demands;
            self.boards
                .put(spot, piece, unknown, |spot| demands.push(spot));
            frame.put.push((spot, piece, unknown));
        }
        true
    }

    /// Takes the newest frame's pieces away.
    fn take_back(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            for (spot, piece, unknown) in frame.put.drain(..).rev() {
                self.boards.take(spot, piece, unknown);
            }
            self.demands.clone_from(&frame.demands);
            self.demands.extend(&frame.first);
            self.free |= self.orbits[usize::from(frame.piece)];
        }
    }

    /// Drops the newest frame, whose cell is empty.
    fn drop_frame(&mut self) {
        if let Some(frame) = self.frames.pop()
            && !frame.first.is_empty()
        {
            for spot in frame.first {
                self.boards.forget(spot);
            }
            self.demands = frame.demands;
            self.begun.pop();
        }
    }

    fn open_frame(&mut self) -> bool {
        let frame = if !self.demands.is_empty() {
            self.choose()
        } else {
            self.next_board()
        };
        match frame {
            Some(frame) => {
                self.frames.push(frame);
                true
            }
            None => false,
        }
    }
}

impl Searcher for Symmetric {
    fn begin(&mut self, key: u64) {
        while !self.frames.is_empty() {
            self.take_back();
            self.drop_frame();
        }
        self.key = key;
        self.random = Random::new(key, 0);
        let [wanted, few, any] = &mut self.ranks;
        for piece in 0..64 {
            let lot = (self.random.next() >> 44) as u32;
            wanted[piece] = self.classes[piece] << 20 | lot;
            few[piece] = (piece as u64).count_ones() << 20 | lot;
            any[piece] = lot;
        }
        self.extra = self.random.below(4) as usize;
    }

    fn advance(&mut self, steps: &mut u64) -> Event {
        while *steps > 0 {
            if !self.open_frame() {
                self.take_back();
                if self.frames.is_empty() {
                    return Event::Exhausted;
                }
            }
            while !self.try_next() {
                self.drop_frame();
                if self.frames.is_empty() {
                    return Event::Exhausted;
                }
                self.take_back();
            }
            *steps -= 1;
            if self.free == 0 && self.demands.is_empty() {
                return Event::Solved;
            }
        }
        Event::OutOfSteps
    }

    /// All boards, those that are images of others too, cut where no door
    /// connects them: pieces that chance put on one board can have stayed apart.
    fn pieces(&self) -> Vec<Vec<Piece>> {
        let mut boards: Vec<Vec<Piece>> = vec![Vec::new(); self.begun.len()];
        for frame in &self.frames {
            for &(spot, doors, _) in &frame.put {
                let (board, cell) = self.boards.place(spot);
                boards[board].push(Piece { cell, doors });
            }
        }
        let mut all = Vec::new();
        for (pieces, board) in boards.into_iter().zip(&self.begun) {
            for &i in &board.copies {
                let symmetry = self.symmetries[i];
                let image = pieces.iter().map(|piece| Piece {
                    cell: symmetry.cell(piece.cell),
                    doors: symmetry.doors(piece.doors),
                });
                all.extend(connected(image.collect()));
            }
        }
        all
    }
}

/// Pieces sorted into groups that doors connect.
fn connected(mut rest: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut groups = Vec::new();
    while let Some(first) = rest.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&piece) = group.get(next) {
            next += 1;
            for direction in TILES.directions(piece.doors) {
                let cell = piece.cell.neighbour(TILES, direction);
                if let Some(at) = rest.iter().position(|other| other.cell == cell) {
                    group.push(rest.swap_remove(at));
                }
            }
        }
        groups.push(group);
    }
    groups
}
