//! The grid as the searches see it.

use crate::rules::{Board, JUMPS, REACH};
use crate::tour::Tour;

/// A number that marks a cell as taken, or as outside; free cells have less.
const TAKEN: u8 = 0x80;

/// What the margin has. It is so high that taking cells never frees it.
const OUTSIDE: u8 = u8::MAX;

/// A grid with a margin, in which every free cell knows how many free cells a
/// jump away it has: its room.
///
/// Places are indexes into the grid with its margin. The margin looks like
/// taken cells, so that nobody needs to know where the grid ends. It is as wide
/// as the longest jump; that on the left of a row is that on the right of the
/// row above.
#[derive(Clone, Debug)]
pub(super) struct Field {
    board: Board,
    stride: usize,
    offsets: [isize; 8],
    rooms: Vec<u8>,
    empty: Vec<u8>,
}

impl Field {
    /// The grid with all its cells free.
    pub(super) fn new(board: Board) -> Field {
        let stride = board.columns() + REACH;
        let offset = |(down, right)| down as isize * stride as isize + right as isize;
        let size = (board.rows() + 2 * REACH) * stride + 2 * REACH;
        let mut field = Field {
            board,
            stride,
            offsets: JUMPS.map(offset),
            rooms: vec![OUTSIDE; size],
            empty: Vec::new(),
        };
        for cell in 0..board.cells() {
            let place = field.place(cell);
            field.rooms[place] = board.neighbours(cell).count() as u8;
        }
        field.empty.clone_from(&field.rooms);
        field
    }

    /// Frees all cells.
    pub(super) fn clear(&mut self) {
        self.rooms.copy_from_slice(&self.empty);
    }

    /// How many places there are, those of the margin included.
    pub(super) fn places(&self) -> usize {
        self.rooms.len()
    }

    /// The place of a cell.
    pub(super) fn place(&self, cell: usize) -> usize {
        let (row, column) = self.board.place(cell);
        (row + REACH) * self.stride + REACH + column
    }

    /// The cell at a place that is one.
    pub(super) fn cell(&self, place: usize) -> usize {
        let place = place - REACH * self.stride - REACH;
        place / self.stride * self.board.columns() + place % self.stride
    }

    /// The square of twice how far a cell is from the middle of the grid.
    pub(super) fn distance_from_middle(&self, place: usize) -> u64 {
        let (row, column) = self.board.place(self.cell(place));
        let off = |at: usize, of: usize| (2 * at + 1).abs_diff(of) as u64;
        off(row, self.board.rows()).pow(2) + off(column, self.board.columns()).pow(2)
    }

    /// The places a jump away, whether they are free, taken or outside.
    #[inline]
    pub(super) fn around(&self, place: usize) -> [usize; 8] {
        self.offsets.map(|offset| place.wrapping_add_signed(offset))
    }

    /// The free cells a jump away.
    #[inline]
    pub(super) fn free_neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.around(place)
            .into_iter()
            .filter(|&other| self.is_free(other))
    }

    #[inline]
    pub(super) fn is_free(&self, place: usize) -> bool {
        self.rooms[place] < TAKEN
    }

    /// How many free cells a free cell has a jump away; of a taken one or one
    /// outside, more than any free cell has.
    #[inline]
    pub(super) fn room(&self, place: usize) -> u8 {
        self.rooms[place]
    }

    /// Takes a free cell.
    #[inline]
    pub(super) fn take(&mut self, place: usize) {
        for other in self.around(place) {
            self.rooms[other] -= 1;
        }
        self.rooms[place] |= TAKEN;
    }

    /// Frees a cell that was taken.
    #[inline]
    pub(super) fn free(&mut self, place: usize) {
        self.rooms[place] &= !TAKEN;
        for other in self.around(place) {
            self.rooms[other] += 1;
        }
    }

    /// Counts a taken cell as a neighbour of the free cells around it again.
    pub(super) fn return_neighbour(&mut self, place: usize) {
        for other in self.around(place) {
            self.rooms[other] = self.rooms[other].saturating_add(1);
        }
    }

    /// Will a taken cell still have a free neighbour when the free cell `next`
    /// is taken, too?
    #[inline]
    pub(super) fn keeps_neighbour(&self, place: usize, next: usize) -> bool {
        let free = self.rooms[place] & !TAKEN;
        free > u8::from(self.is_jump(place, next))
    }

    /// Does a jump lead from one place to the other?
    #[inline]
    pub(super) fn is_jump(&self, from: usize, to: usize) -> bool {
        // Both are cells, so no jump through the margin has this offset.
        let step = to.wrapping_sub(from) as isize;
        self.offsets.contains(&step)
    }
    /// The tour that visits all places in this order.
    pub(super) fn tour(&self, path: impl Iterator<Item = usize>) -> Tour {
        Tour::from_path(self.board, path.map(|place| self.cell(place)))
    }
}
