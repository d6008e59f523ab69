//! Pieces, cells and directions.

use std::fmt;

/// The doors of a piece, with bit d for a door in direction d. The value also identifies the piece.
pub type Doors = u8;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tiles {
    /// The puzzle: 64 hexagons with up to six doors.
    Hexagons,
    /// A smaller version: 16 squares with up to four doors. A search can find all its solutions.
    Squares,
}

impl Tiles {
    pub const fn doors(self) -> usize {
        self.steps().len()
    }

    pub const fn pieces(self) -> usize {
        1 << self.doors()
    }

    /// The step from a cell to its neighbour in each direction, anticlockwise from east. Cells of hexagons have
    /// axial coordinates, whose second one grows to the south-east. Cells of squares have a row that grows to the
    /// south.
    pub const fn steps(self) -> &'static [(i32, i32)] {
        match self {
            Tiles::Hexagons => &[(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)],
            Tiles::Squares => &[(1, 0), (0, -1), (-1, 0), (0, 1)],
        }
    }

    pub const fn opposite(self, direction: usize) -> usize {
        // Avoids a division, because this runs millions of times per second.
        let half = self.doors() / 2;
        match direction < half {
            true => direction + half,
            false => direction - half,
        }
    }

    pub fn directions(self, doors: Doors) -> impl Iterator<Item = usize> {
        (0..self.doors()).filter(move |d| doors >> d & 1 == 1)
    }

    /// The number of pairs of doors with one side without a door between them, next to which there can be a hole.
    pub fn angles(self, doors: Doors) -> u32 {
        let has = |d: usize| doors >> (d % self.doors()) & 1 == 1;
        let is_open = |&d: &usize| has(d) && !has(d + 1) && has(d + 2);
        (0..self.doors()).filter(is_open).count() as u32
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Cell {
    /// Grows to the east.
    pub q: i32,
    /// Grows to the south-east; with squares, to the south.
    pub r: i32,
}

impl Cell {
    pub const fn new(q: i32, r: i32) -> Cell {
        Cell { q, r }
    }

    pub const fn neighbour(self, tiles: Tiles, direction: usize) -> Cell {
        let (q, r) = tiles.steps()[direction];
        Cell::new(self.q + q, self.r + r)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    pub cell: Cell,
    pub doors: Doors,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Piece { cell, doors } = self;
        write!(f, "piece {doors} at ({}, {})", cell.q, cell.r)
    }
}
