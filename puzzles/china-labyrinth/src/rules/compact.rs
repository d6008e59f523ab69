//! Compact solutions of the hexagons.

use std::collections::BTreeMap;

use super::solution::Fault;
use super::tiles::{Cell, Doors, Piece, Tiles};

/// All 64 hexagons on as many cells: doors meet doors, and where a cell has no
/// neighbour its piece is blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compact {
    pieces: Vec<Piece>,
}

impl Compact {
    /// The compact solution in which the pieces lie so.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being one. The group in it is always 1.
    pub fn new(mut pieces: Vec<Piece>) -> Result<Compact, Fault> {
        const TILES: Tiles = Tiles::Hexagons;
        pieces.sort_unstable();
        let mut board: BTreeMap<Cell, Doors> = BTreeMap::new();
        let mut seen = [false; TILES.pieces()];
        for &Piece { cell, doors } in &pieces {
            let seen = seen
                .get_mut(usize::from(doors))
                .ok_or(Fault::NoSuchPiece(doors.into()))?;
            if std::mem::replace(seen, true) {
                return Err(Fault::Twice(doors));
            }
            if board.insert(cell, doors).is_some() {
                return Err(Fault::SameCell { group: 1, cell });
            }
        }
        if let Some(missing) = seen.iter().position(|seen| !seen) {
            return Err(Fault::Missing(missing as Doors));
        }
        for &Piece { cell, doors } in &pieces {
            // A blank side that met a door would be found from the other side.
            for direction in TILES.directions(doors) {
                let back = TILES.opposite(direction);
                let meets = board
                    .get(&cell.neighbour(TILES, direction))
                    .is_some_and(|other| other >> back & 1 == 1);
                if !meets {
                    return Err(Fault::OpenDoor {
                        group: 1,
                        cell,
                        doors,
                        direction,
                    });
                }
            }
        }
        Ok(Compact { pieces })
    }

    /// The pieces, by cell.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces, sorted into groups that doors connect.
    pub fn groups(&self) -> Vec<Vec<Piece>> {
        let mut rest: BTreeMap<Cell, Doors> =
            self.pieces.iter().map(|p| (p.cell, p.doors)).collect();
        let mut groups = Vec::new();
        while let Some((cell, doors)) = rest.pop_first() {
            let mut group = vec![Piece { cell, doors }];
            let mut next = 0;
            while let Some(&Piece { cell, doors }) = group.get(next) {
                next += 1;
                for direction in Tiles::Hexagons.directions(doors) {
                    let cell = cell.neighbour(Tiles::Hexagons, direction);
                    if let Some(doors) = rest.remove(&cell) {
                        group.push(Piece { cell, doors });
                    }
                }
            }
            groups.push(group);
        }
        groups
    }
}
