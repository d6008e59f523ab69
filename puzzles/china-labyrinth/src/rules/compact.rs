//! Compact solutions of the hexagons.

use std::collections::BTreeMap;

use super::solution::{Fault, every_piece_once};
use super::tiles::{Cell, Doors, Piece, Tiles};

/// Checks a compact solution. All 64 hexagons lie on one board, doors meet doors, and where a cell
/// has no neighbour its piece has no door.
///
/// # Errors
///
/// What is wrong with the pieces.
pub fn check_compact(pieces: &[Piece]) -> Result<(), Fault> {
    const TILES: Tiles = Tiles::Hexagons;
    every_piece_once(TILES, pieces)?;
    let mut board: BTreeMap<Cell, Doors> = BTreeMap::new();
    for piece in pieces {
        if board.insert(piece.cell, piece.doors).is_some() {
            return Err(Fault(format!("{piece} lies on another piece")));
        }
    }
    for piece in pieces {
        // A blank side that met a door would be found from the other side.
        for direction in TILES.directions(piece.doors) {
            let other = board.get(&piece.cell.neighbour(TILES, direction));
            if other.is_none_or(|other| other >> TILES.opposite(direction) & 1 == 0) {
                return Err(Fault(format!("{piece} has a door that meets no door")));
            }
        }
    }
    Ok(())
}
