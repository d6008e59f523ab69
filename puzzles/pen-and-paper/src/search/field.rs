//! The grid as the searches see it.

use super::goal::End;
use crate::rules::{Board, JUMPS, REACH};

/// A number that marks a cell as taken, or as outside; free cells have less.
const TAKEN: u8 = 0x80;

/// What the margin has. It is so high that taking cells never frees it.
const OUTSIDE: u8 = u8::MAX;

/// How many cells are laid out between two looks at whether to end.
const LOOK: usize = 1 << 22;

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
    /// The grid with all its cells free. `look` is asked now and then whether
    /// to go on: a big grid takes a while.
    pub(super) fn new(
        board: Board,
        mut look: impl FnMut() -> Result<(), End>,
    ) -> Result<Field, End> {
        let reach = REACH as usize;
        let (rows, columns) = (board.rows(), board.columns());
        let stride = columns + reach;
        let size = (rows + 2 * reach) * stride + 2 * reach;
        let (mut rooms, mut empty) = (reserved(size)?, reserved(size)?);
        rooms.resize(reach * stride + reach, OUTSIDE);
        let mut next_look = LOOK;
        for row in 0..rows {
            rooms.extend((0..columns).map(|column| room(board, row, column)));
            rooms.resize(rooms.len() + reach, OUTSIDE);
            if rooms.len() >= next_look {
                look()?;
                next_look = rooms.len() + LOOK;
            }
        }
        rooms.resize(size, OUTSIDE);
        for part in rooms.chunks(LOOK) {
            if !empty.is_empty() {
                look()?;
            }
            empty.extend_from_slice(part);
        }
        Ok(Field {
            board,
            stride,
            offsets: JUMPS.map(|(down, right)| down as isize * stride as isize + right as isize),
            rooms,
            empty,
        })
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
        let reach = REACH as usize;
        (row + reach) * self.stride + reach + column
    }

    /// The cell at a place that is one.
    pub(super) fn cell(&self, place: usize) -> usize {
        let reach = REACH as usize;
        let place = place - reach * self.stride - reach;
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
}

/// How many jumps lead from a cell of the empty grid.
fn room(board: Board, row: usize, column: usize) -> u8 {
    let ways = |at: usize, of: usize, length| u8::from(at >= length) + u8::from(at + length < of);
    let (rows, columns) = (board.rows(), board.columns());
    ways(row, rows, 3) + ways(column, columns, 3) + ways(row, rows, 2) * ways(column, columns, 2)
}

/// An empty list with room for so many items, unless there is no memory for
/// them.
pub(super) fn reserved<T>(count: usize) -> Result<Vec<T>, End> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| End::Memory)?;
    Ok(items)
}

/// So many zeros, unless there is no memory for them. They cost nothing until
/// they are used.
pub(super) fn zeros(count: usize) -> Result<Vec<u32>, End> {
    // `vec!` cannot fail, so something that can is tried first.
    reserved::<u32>(count)?;
    Ok(vec![0; count])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Rooms against counting, whatever is taken and freed.
        #[test]
        fn rooms_are_free_neighbours(
            rows in 1u64..9,
            columns in 1u64..9,
            changes in prop::collection::vec(0usize..1000, 0..60),
        ) {
            let board = Board::new(rows, columns).unwrap();
            let mut field = Field::new(board, || Ok(())).unwrap();
            let mut taken = Vec::new();
            for change in changes {
                let cell = change % board.cells();
                match taken.iter().position(|&other| other == cell) {
                    // Freed in the reverse order, as searches do.
                    Some(_) => {
                        let last = taken.pop().unwrap();
                        field.free(field.place(last));
                    }
                    None => {
                        taken.push(cell);
                        field.take(field.place(cell));
                    }
                }
                for cell in 0..board.cells() {
                    let place = field.place(cell);
                    prop_assert_eq!(field.cell(place), cell);
                    prop_assert_eq!(field.is_free(place), !taken.contains(&cell));
                    let mut free: Vec<usize> = board
                        .neighbours(cell)
                        .filter(|(_, other)| !taken.contains(other))
                        .map(|(_, other)| field.place(other))
                        .collect();
                    if field.is_free(place) {
                        prop_assert_eq!(field.room(place) as usize, free.len());
                    }
                    let mut found: Vec<usize> = field.free_neighbours(place).collect();
                    free.sort_unstable();
                    found.sort_unstable();
                    prop_assert_eq!(found, free);
                    for other in 0..board.cells() {
                        let jump = board.jump_between(cell, other).is_some();
                        prop_assert_eq!(field.is_jump(place, field.place(other)), jump);
                    }
                }
            }
        }
    }
}
