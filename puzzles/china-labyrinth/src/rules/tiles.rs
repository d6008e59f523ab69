//! Pieces, cells and directions.

use std::fmt;

/// The doors of a piece, bit d for a door in direction d. No two pieces of a
/// set have the same doors, so this is also the piece's name.
pub type Doors = u8;

/// What pieces the set is made of: one for every subset of the doors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tiles {
    /// The puzzle: 64 hexagons with up to six doors.
    Hexagons,
    /// Its little sister: 16 squares with up to four doors. Small enough to be
    /// searched to its end.
    Squares,
}

impl Tiles {
    /// In how many directions a piece can have a door.
    pub const fn doors(self) -> usize {
        self.steps().len()
    }

    /// How many pieces the set has.
    pub const fn pieces(self) -> usize {
        1 << self.doors()
    }

    /// What leads from a cell to its neighbour in each direction, counter-clockwise
    /// from east. Cells of hexagons have axial coordinates, whose second one
    /// grows to the south-east; those of squares the usual ones, south down.
    pub const fn steps(self) -> &'static [(i32, i32)] {
        match self {
            Tiles::Hexagons => &[(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)],
            Tiles::Squares => &[(1, 0), (0, -1), (-1, 0), (0, 1)],
        }
    }

    /// The direction that leads back.
    pub const fn opposite(self, direction: usize) -> usize {
        // No division: this is asked millions of times a second.
        let half = self.doors() / 2;
        if direction < half {
            direction + half
        } else {
            direction - half
        }
    }

    /// The directions in which these doors lead.
    pub fn directions(self, doors: Doors) -> impl Iterator<Item = usize> {
        (0..self.doors()).filter(move |d| doors >> d & 1 == 1)
    }

    /// How many pairs of doors of a piece enclose 120° (or, of squares, 180°)
    /// and no door between them: corners that a hole can lie at.
    pub fn angles(self, doors: Doors) -> u32 {
        let n = self.doors();
        let has = |d: usize| doors >> (d % n) & 1 == 1;
        (0..n)
            .filter(|&d| has(d) && !has(d + 1) && has(d + 2))
            .count() as u32
    }

    /// What a set is called.
    pub const fn name(self) -> &'static str {
        match self {
            Tiles::Hexagons => "hexagons",
            Tiles::Squares => "squares",
        }
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place on a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Cell {
    /// Grows to the east.
    pub q: i32,
    /// Grows to the south-east; with squares, to the south.
    pub r: i32,
}

impl Cell {
    /// The cell with these coordinates.
    pub const fn new(q: i32, r: i32) -> Cell {
        Cell { q, r }
    }

    /// Its neighbour in a direction.
    pub const fn neighbour(self, tiles: Tiles, direction: usize) -> Cell {
        let (q, r) = tiles.steps()[direction];
        Cell::new(self.q + q, self.r + r)
    }
}

/// A piece on a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Where it lies.
    pub cell: Cell,
    /// Which piece it is.
    pub doors: Doors,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Piece { cell, doors } = self;
        write!(f, "piece {doors} at ({}, {})", cell.q, cell.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_open() {
        assert_eq!(Tiles::Hexagons.angles(0b000101), 1);
        assert_eq!(Tiles::Hexagons.angles(0b010101), 3);
        assert_eq!(Tiles::Hexagons.angles(0b010001), 1);
        assert_eq!(Tiles::Hexagons.angles(0b111111), 0);
        assert_eq!(Tiles::Hexagons.angles(0b101101), 2);
    }
}
