//! A board drawn as text: the box and the places around it.

use super::Plain;

/// A place of the drawing, counted row by row from 0. The first and last rows and columns surround the box.
pub(super) type Square = usize;

/// The heading of a ray: 0 is up, and each next heading is a quarter turn clockwise.
pub(super) type Heading = usize;

pub(super) const ATOM: u8 = b'O';
pub(super) const EMPTY: u8 = b'-';

/// An undecided cell.
pub(super) const UNDECIDED: u8 = b'?';

/// A place around the box that has no symbol yet.
pub(super) const BLANK: u8 = b' ';

/// The places around the box in the order of positions: down the west side, along the south side, up the east
/// side, back along the north side. Each has the heading of a ray that is fired from there.
pub(super) fn around(rows: usize, width: usize) -> Vec<(Square, Heading)> {
    let across = width + 2;
    let at = |line: usize, column: usize| line * across + column;
    let mut around = Vec::with_capacity(2 * (rows + width));
    around.extend((1..=rows).map(|line| (at(line, 0), 1)));
    around.extend((1..=width).map(|column| (at(rows + 1, column), 0)));
    around.extend((1..=rows).rev().map(|line| (at(line, width + 1), 3)));
    around.extend((1..=width).rev().map(|column| (at(0, column), 2)));
    around
}

pub(super) fn steps(width: usize) -> [isize; 4] {
    let line = width as isize + 2;
    [-line, 1, line, -1]
}

impl Plain {
    /// The drawing of a box with these symbols, row by row: those of a molecule, or [`UNDECIDED`].
    pub(crate) fn drawn(&self, text: &[u8]) -> Vec<u8> {
        let across = self.width + 2;
        let mut board = vec![BLANK; self.positions.len()];
        let inner = board.chunks_exact_mut(across).skip(1);
        for (drawn, line) in inner.zip(text.chunks_exact(self.width)) {
            drawn[1..=self.width].copy_from_slice(line);
        }
        board
    }

    /// The next place in a heading. It is in the drawing, because a ray looks no farther than the places around
    /// the box.
    pub(super) fn beside(&self, place: Square, heading: Heading) -> Square {
        place.wrapping_add_signed(self.steps[heading % 4])
    }
}
