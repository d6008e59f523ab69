//! Forms that the pieces of a compact puzzle fill: doors must meet doors, and no door may lead over the border.

use super::{Doors, Fault, Tiles};

/// Rows with as many cells as there are rows. Cells are numbered from 0, row by row, and a list of pieces has the
/// piece of each cell.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub side: usize,
    /// For each door of a piece, the step to the cell that it leads to: rows down, columns to the right. Opposite
    /// doors are half the list apart.
    steps: &'static [(i32, i32)],
}

/// The form of the compact puzzle: 64 hexagons, whose rows have the same first coordinate.
pub const RHOMBUS: Form = Form {
    side: 8,
    steps: Tiles::Hexagons.steps(),
};

/// The form of the Octopuszle: 256 squares. Bits 0 to 7 of a piece are doors to N, NE, E, SE, S, SW, W and NW.
pub const OCTOPUSZLE: Form = Form {
    side: 16,
    steps: &[
        (-1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ],
};

impl Form {
    pub const fn cells(self) -> usize {
        self.side * self.side
    }

    /// The cell that a door leads to, or `None` if it leads over the border.
    pub fn ahead(self, cell: usize, door: usize) -> Option<usize> {
        let (down, right) = self.steps[door];
        let row = (cell / self.side).checked_add_signed(down as isize)?;
        let column = (cell % self.side).checked_add_signed(right as isize)?;
        (row < self.side && column < self.side).then(|| row * self.side + column)
    }

    /// The pairs of neighbouring cells, as the first cell, its door to the second, the second cell, and its door to
    /// the first.
    pub(crate) fn pairs(self) -> impl Iterator<Item = [(usize, usize); 2]> {
        let half = self.steps.len() / 2;
        let ends = (0..self.cells()).flat_map(move |cell| (0..half).map(move |door| (cell, door)));
        ends.filter_map(move |(cell, door)| {
            let there = self.ahead(cell, door)?;
            Some([(cell, door), (there, door + half)])
        })
    }

    /// Checks a solution: every piece must occur once, and every door must meet a door.
    pub(crate) fn check(self, pieces: &[Doors]) -> Result<(), Fault> {
        let mut seen = [false; 256];
        let is_new = |_, piece| !std::mem::replace(&mut seen[usize::from(piece)], true);
        self.each(pieces, "is there twice", is_new)?;
        self.doors_meet(pieces)
    }

    pub(crate) fn doors_meet(self, pieces: &[Doors]) -> Result<(), Fault> {
        let doors = self.steps.len();
        let meet = |cell, piece| {
            (0..doors)
                .filter(|door| piece >> door & 1 == 1)
                .all(|door| {
                    let there = self.ahead(cell, door);
                    there
                        .is_some_and(|there| pieces[there] >> ((door + doors / 2) % doors) & 1 == 1)
                })
        };
        self.each(pieces, "has a door that meets no door", meet)
    }

    fn each(
        self,
        pieces: &[Doors],
        what: &str,
        mut is_right: impl FnMut(usize, Doors) -> bool,
    ) -> Result<(), Fault> {
        for (cell, &piece) in pieces.iter().enumerate() {
            if !is_right(cell, piece) {
                let (row, column) = (cell / self.side + 1, cell % self.side + 1);
                let place = format!("row {row}, column {column}");
                return Err(Fault(format!("piece {piece} in {place} {what}")));
            }
        }
        Ok(())
    }
}
