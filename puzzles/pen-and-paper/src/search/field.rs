//! The grid in the form that the searches use.

use crate::rules::Board;

/// The bit that marks a cell as taken.
const TAKEN: u8 = 0x80;

/// The room of the outside, which exceeds that of any cell.
const OUTSIDE: u8 = u8::MAX;

/// A grid that records the *room* of every free cell: the number of free cells a jump away. The outside is
/// represented by one more taken cell, so that no code has to check for the border.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    board: Board,
    around: Vec<[u32; 8]>,
    rooms: Vec<u8>,
    empty: Vec<u8>,
}

impl Field {
    pub(crate) fn new(board: Board) -> Field {
        let cells = board.cells();
        let around = |cell| [0, 1, 2, 3, 4, 5, 6, 7].map(|jump| board.jump(cell, jump));
        let room = |cell| around(cell).iter().flatten().count() as u8;
        let rooms: Vec<u8> = (0..cells).map(room).chain([OUTSIDE]).collect();
        Field {
            board,
            around: (0..cells)
                .map(|cell| around(cell).map(|to| to.unwrap_or(cells) as u32))
                .collect(),
            empty: rooms.clone(),
            rooms,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.rooms.copy_from_slice(&self.empty);
    }

    /// The square of twice the distance of a cell from the middle.
    pub(crate) fn distance_from_middle(&self, cell: usize) -> u64 {
        let (row, column) = self.board.place(cell);
        let off = |at: usize, of: usize| (2 * at + 1).abs_diff(of) as u64;
        off(row, self.board.rows()).pow(2) + off(column, self.board.columns()).pow(2)
    }

    /// The cells a jump away, whether they are free, taken or outside.
    #[inline]
    pub(crate) fn around(&self, cell: usize) -> [usize; 8] {
        self.around[cell].map(|other| other as usize)
    }

    #[inline]
    pub(crate) fn free_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let around = self.around(cell).into_iter();
        around.filter(|&other| self.is_free(other))
    }

    #[inline]
    pub(crate) fn is_free(&self, cell: usize) -> bool {
        self.rooms[cell] < TAKEN
    }

    /// The number of free cells a jump away from a free cell; a greater number for a taken cell or the outside.
    #[inline]
    pub(crate) fn room(&self, cell: usize) -> u8 {
        self.rooms[cell]
    }

    #[inline]
    pub(crate) fn take(&mut self, cell: usize) {
        self.add_to_neighbours(cell, u8::MAX);
        self.rooms[cell] |= TAKEN;
    }

    #[inline]
    pub(crate) fn free(&mut self, cell: usize) {
        self.rooms[cell] &= !TAKEN;
        self.add_to_neighbours(cell, 1);
    }

    #[inline]
    pub(crate) fn add_to_neighbours(&mut self, cell: usize, room: u8) {
        for other in self.around(cell) {
            self.rooms[other] = self.rooms[other].wrapping_add(room);
        }
        let outside = self.around.len();
        self.rooms[outside] = OUTSIDE;
    }

    /// Whether a taken cell still has a free neighbour if the free cell `next` is taken, too.
    #[inline]
    pub(crate) fn keeps_neighbour(&self, cell: usize, next: usize) -> bool {
        let free = self.rooms[cell] & !TAKEN;
        free > u8::from(self.is_jump(cell, next))
    }

    #[inline]
    pub(crate) fn is_jump(&self, from: usize, to: usize) -> bool {
        self.around(from).contains(&to)
    }
}
