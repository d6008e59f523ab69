//! A solution as a line of text.
//!
//! The text has the groups in canonical order, with `/` between them, and each group's pieces in
//! canonical order. A hexagon is two octal digits, a square one hexadecimal digit. The text does
//! not name cells: the doors lead from piece to piece, in the order in which the walk met them.

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::solution::{Fault, Solution};
use super::tiles::{Cell, Doors, Piece, Tiles};

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, group) in self.groups().iter().enumerate() {
            if i > 0 {
                f.write_char('/')?;
            }
            for piece in group {
                match self.tiles() {
                    Tiles::Hexagons => write!(f, "{:02o}", piece.doors)?,
                    Tiles::Squares => write!(f, "{:x}", piece.doors)?,
                }
            }
        }
        Ok(())
    }
}

impl Solution {
    /// The solution that a text describes.
    ///
    /// # Errors
    ///
    /// If the text or what it describes is not a solution.
    pub fn parse(tiles: Tiles, text: &str) -> Result<Solution, Fault> {
        let groups = text.trim().split('/').enumerate();
        let groups: Result<Vec<_>, Fault> = groups
            .map(|(i, text)| lay_out(tiles, &pieces(tiles, text)?, i + 1))
            .collect();
        Solution::new(tiles, groups?)
    }
}

fn pieces(tiles: Tiles, text: &str) -> Result<Vec<Doors>, Fault> {
    let (digits, radix, wanted) = match tiles {
        Tiles::Hexagons => (2, 8, "two octal digits"),
        Tiles::Squares => (1, 16, "a hexadecimal digit"),
    };
    let of_piece = |piece: &[u8]| {
        // The parser would also take a sign.
        let plain = piece.iter().all(u8::is_ascii_hexdigit) && piece.len() == digits;
        let piece = std::str::from_utf8(piece).ok().filter(|_| plain);
        let doors = piece.and_then(|piece| Doors::from_str_radix(piece, radix).ok());
        doors.ok_or_else(|| Fault(format!("a piece is {wanted}")))
    };
    text.as_bytes().chunks(digits).map(of_piece).collect()
}

/// Lays the pieces of a group on the cells to which the doors lead.
fn lay_out(tiles: Tiles, pieces: &[Doors], group: usize) -> Result<Vec<Piece>, Fault> {
    let other_cells = || {
        let what = "lead to a different number of cells than it has pieces";
        Fault(format!("the doors of group {group} {what}"))
    };
    let mut cells = vec![Cell::default()];
    let mut met = HashSet::from([Cell::default()]);
    let mut laid = Vec::with_capacity(pieces.len());
    for (i, &doors) in pieces.iter().enumerate() {
        let cell = *cells.get(i).ok_or_else(other_cells)?;
        laid.push(Piece { cell, doors });
        for direction in tiles.directions(doors) {
            let neighbour = cell.neighbour(tiles, direction);
            if met.insert(neighbour) {
                cells.push(neighbour);
            }
        }
    }
    if cells.len() > pieces.len().max(1) {
        return Err(other_cells());
    }
    Ok(laid)
}
