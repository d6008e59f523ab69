//! A position: some laid pieces, which may or may not be a part of a solution.

use std::collections::{BTreeMap, BTreeSet};

use super::solution::{Board, Fault, Solution, holes};
use super::tiles::{Cell, Doors, Piece, Tiles};

/// Pieces on boards, with each group on a board of its own. A cell that a door leads to is *open*: it still needs a
/// piece. No piece breaks a rule: doors meet doors, and no side without a door adjoins a piece or an open cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    tiles: Tiles,
    boards: Vec<BTreeMap<Cell, Doors>>,
    free: BTreeSet<Doors>,
}

impl Position {
    pub fn new(tiles: Tiles) -> Position {
        Position {
            tiles,
            boards: Vec::new(),
            free: (0..tiles.pieces() as Doors).collect(),
        }
    }

    pub fn tiles(&self) -> Tiles {
        self.tiles
    }

    /// The pieces by their cells, board by board. A board whose pieces were all removed stays in the list.
    pub fn boards(&self) -> &[BTreeMap<Cell, Doors>] {
        &self.boards
    }

    pub fn free(&self) -> &BTreeSet<Doors> {
        &self.free
    }

    /// Puts a piece on an open cell of a board, or on cell (0, 0) of a board without pieces.
    pub fn put(&mut self, board: usize, piece: Piece) -> Result<(), Fault> {
        if board > self.boards.len() {
            return Err(Fault(format!("there is no board {board} yet")));
        }
        if !self.free.contains(&piece.doors) {
            return Err(self.misused(piece.doors, "this piece is already laid"));
        }
        self.fits(board, piece)?;
        if board == self.boards.len() {
            self.boards.push(BTreeMap::new());
        }
        self.boards[board].insert(piece.cell, piece.doors);
        self.free.remove(&piece.doors);
        Ok(())
    }

    /// Removes a piece.
    pub fn take(&mut self, doors: Doors) -> Result<(), Fault> {
        let has_it = |pieces: &&mut BTreeMap<Cell, Doors>| pieces.values().any(|one| *one == doors);
        let Some(pieces) = self.boards.iter_mut().find(has_it) else {
            return Err(self.misused(doors, "this piece is not laid"));
        };
        let mut left = pieces.clone();
        left.retain(|_, one| *one != doors);
        if connected(self.tiles, &left).len() < left.len() {
            let what = "without this piece, its group would fall apart";
            return Err(Fault(what.to_owned()));
        }
        *pieces = left;
        self.free.insert(doors);
        Ok(())
    }

    pub fn open(&self, board: usize) -> BTreeSet<Cell> {
        let Some(pieces) = self.boards.get(board) else {
            return BTreeSet::new();
        };
        let ahead = pieces.iter().flat_map(|(cell, &doors)| {
            let directions = self.tiles.directions(doors);
            directions.map(|direction| cell.neighbour(self.tiles, direction))
        });
        ahead.filter(|cell| !pieces.contains_key(cell)).collect()
    }

    pub fn fitting(&self, board: usize, cell: Cell) -> Vec<Doors> {
        let fits = |&doors: &Doors| self.fits(board, Piece { cell, doors }).is_ok();
        self.free.iter().copied().filter(fits).collect()
    }

    /// The holes of a board so far: empty cells that pieces enclose and that no door leads to.
    pub fn holes(&self, board: usize) -> Vec<Vec<Cell>> {
        let open = self.open(board);
        let pieces = self.pieces(board);
        let mut regions = holes(self.tiles, &pieces);
        regions.retain(|region| region.iter().all(|cell| !open.contains(cell)));
        regions
    }

    pub fn is_complete(&self) -> bool {
        self.free.is_empty() && (0..self.boards.len()).all(|board| self.open(board).is_empty())
    }

    /// The pieces of a board, in an order in which each one except the first is next to an earlier one.
    pub fn pieces(&self, board: usize) -> Vec<Piece> {
        let pieces = self.boards.get(board);
        pieces.map_or(Vec::new(), |pieces| connected(self.tiles, pieces))
    }

    /// The position as a solution.
    pub fn solution(&self) -> Result<Solution, Fault> {
        Solution::new(self.tiles, self.groups())
    }

    pub(crate) fn groups(&self) -> Vec<Vec<Piece>> {
        let boards = (0..self.boards.len()).map(|board| self.pieces(board));
        boards.filter(|pieces| !pieces.is_empty()).collect()
    }

    /// The fault of a piece that does not exist, or otherwise `fault`.
    fn misused(&self, doors: Doors, fault: &str) -> Fault {
        match usize::from(doors) < self.tiles.pieces() {
            true => Fault(fault.to_owned()),
            false => Fault(format!("there is no piece {doors}")),
        }
    }

    fn fits(&self, board: usize, piece: Piece) -> Result<(), Fault> {
        let (tiles, cell) = (self.tiles, piece.cell);
        let pieces = match self.boards.get(board) {
            Some(pieces) if !pieces.is_empty() => pieces,
            _ if cell == Cell::default() => return Ok(()),
            _ => {
                return Err(Fault(
                    "the first piece of a board must be at (0, 0)".to_owned(),
                ));
            }
        };
        if pieces.contains_key(&cell) {
            return Err(Fault("another piece is there".to_owned()));
        }
        let door = |doors: Doors, direction: usize| doors >> direction & 1 == 1;
        let mut leads_there = false;
        for direction in 0..tiles.doors() {
            let back = tiles.opposite(direction);
            let ahead = cell.neighbour(tiles, direction);
            // Whether a piece around the cell ahead has a door to it, or has none.
            let around = |wanted: bool| {
                (0..tiles.doors()).any(|direction| {
                    let other = pieces.get(&ahead.neighbour(tiles, direction));
                    other.is_some_and(|&doors| door(doors, tiles.opposite(direction)) == wanted)
                })
            };
            let what = match (door(piece.doors, direction), pieces.get(&ahead)) {
                (true, Some(&other)) if door(other, back) => {
                    leads_there = true;
                    continue;
                }
                (true, Some(_)) => {
                    "has a door to the {}, but its neighbour there has no door that faces it"
                }
                (false, Some(&other)) if door(other, back) => {
                    "has no door to the {}, but its neighbour there has a door that faces it"
                }
                (false, Some(_)) => "would touch the piece to the {} without a door between them",
                (true, None) if around(false) => "has a door to the {}, where no piece may be",
                (false, None) if around(true) => {
                    "has no door to the {}, where another piece is needed"
                }
                _ => continue,
            };
            let names = match tiles {
                Tiles::Hexagons => "east north-east north-west west south-west south-east",
                Tiles::Squares => "east north west south",
            };
            let name = names.split(' ').nth(direction).unwrap_or_default();
            let what = what.replace("{}", name);
            return Err(Fault(format!("this piece {what}")));
        }
        let no_door = || Fault("no door leads there".to_owned());
        leads_there.then_some(()).ok_or_else(no_door)
    }
}

/// The pieces that are connected with the first one through doors.
fn connected(tiles: Tiles, pieces: &BTreeMap<Cell, Doors>) -> Vec<Piece> {
    let pieces = pieces.iter().map(|(&cell, &doors)| Piece { cell, doors });
    let pieces: Vec<Piece> = pieces.collect();
    let board = Board::new(tiles, &pieces);
    let met = board.map_or(Vec::new(), |board| board.walk(pieces[0]));
    met.into_iter().map(|(piece, _)| piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EAST: Doors = 0b000001;
    const WEST: Doors = 0b001000;

    fn at(q: i32, r: i32, doors: Doors) -> Piece {
        let cell = Cell::new(q, r);
        Piece { cell, doors }
    }

    #[test]
    fn misfits_are_reported() {
        let mut position = Position::new(Tiles::Hexagons);
        assert!(position.put(1, at(0, 0, EAST)).is_err());
        assert!(position.put(0, at(1, 0, EAST)).is_err());
        position.put(0, at(0, 0, EAST)).unwrap();
        assert_eq!(position.open(0), BTreeSet::from([Cell::new(1, 0)]));
        for (piece, said) in [
            (at(1, 0, EAST), "this piece is already laid"),
            (at(1, 0, 64), "there is no piece 64"),
            (at(0, 0, WEST), "another piece is there"),
            (at(5, 0, WEST), "no door leads there"),
            (at(1, 0, 2), "no door to the west, but its neighbour"),
            (at(-1, 0, 3), "the east, but its neighbour there has no"),
            (
                at(-1, 0, 2),
                "the piece to the east without a door between them",
            ),
            (at(1, 0, 12), "to the north-west, where no piece may be"),
        ] {
            let fault = position.put(0, piece).unwrap_err().0;
            assert!(fault.contains(said), "{fault}");
        }
        // Two doors of the first piece require a door between the pieces ahead of them.
        let mut position = Position::new(Tiles::Hexagons);
        position.put(0, at(0, 0, 0b11)).unwrap();
        let fault = position.put(0, at(1, 0, WEST)).unwrap_err().0;
        assert!(fault.contains("no door to the north-west, where another piece is needed"));
        assert_eq!(position.fitting(0, Cell::new(1, 0)).len(), 8);
    }

    #[test]
    fn pieces_are_taken_while_the_group_holds() {
        let mut position = Position::new(Tiles::Hexagons);
        for piece in [at(0, 0, EAST), at(1, 0, EAST | WEST), at(2, 0, WEST)] {
            position.put(0, piece).unwrap();
        }
        assert!(position.open(0).is_empty() && position.holes(0).is_empty());
        position.take(EAST | WEST).unwrap_err();
        position.take(0).unwrap_err();
        for piece in [EAST, EAST | WEST, WEST] {
            position.take(piece).unwrap();
        }
        assert_eq!(position.free().len(), 64);
        position.put(0, at(0, 0, 0)).unwrap();
    }
}
