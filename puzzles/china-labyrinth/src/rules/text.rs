//! A solution as a line of text.
//!
//! The groups in canonical order, `/` between them, each as its pieces in
//! canonical order. Hexagons are two octal digits, squares one hexadecimal
//! digit. No cell needs to be written: the doors lead from piece to piece, in
//! the order in which the walk met them.

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::solution::{Fault, Solution};
use super::tiles::{Cell, Doors, Piece, Tiles};

/// What keeps a text from being a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// The text is not made of pieces.
    #[error("a piece is {wanted}, but {found:?} was found")]
    NotAPiece {
        /// What a piece looks like.
        wanted: &'static str,
        /// What is there.
        found: String,
    },
    /// The doors of a group lead nowhere, so there is no place for a piece.
    #[error("no door leads to the last pieces of group {0}")]
    NoPlace(usize),
    /// The doors of a group lead to more cells than it has pieces.
    #[error("the doors of group {0} lead to more cells than it has pieces")]
    NoPiece(usize),
    /// The pieces are not a solution.
    #[error("{0}")]
    Fault(#[from] Fault),
}

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
    /// The solution that a text stands for.
    ///
    /// # Errors
    ///
    /// Where the text, or what it stands for, is no solution.
    pub fn parse(tiles: Tiles, text: &str) -> Result<Solution, TextError> {
        let groups = text.trim().split('/').enumerate();
        let groups: Result<Vec<_>, TextError> = groups
            .map(|(i, text)| lay_out(tiles, &pieces(tiles, text)?, i + 1))
            .collect();
        Ok(Solution::new(tiles, groups?)?)
    }
}

fn pieces(tiles: Tiles, text: &str) -> Result<Vec<Doors>, TextError> {
    let (digits, radix, wanted) = match tiles {
        Tiles::Hexagons => (2, 8, "two octal digits"),
        Tiles::Squares => (1, 16, "a hexadecimal digit"),
    };
    let characters: Vec<char> = text.chars().collect();
    characters
        .chunks(digits)
        .map(|digits_of_piece| {
            let found: String = digits_of_piece.iter().collect();
            // A sign would be understood, too.
            let plain = found.chars().all(|c| c.is_digit(radix)) && found.len() == digits;
            match Doors::from_str_radix(&found, radix) {
                Ok(doors) if plain => Ok(doors),
                _ => Err(TextError::NotAPiece { wanted, found }),
            }
        })
        .collect()
}

/// Lays the pieces of a group where the doors lead.
fn lay_out(tiles: Tiles, pieces: &[Doors], group: usize) -> Result<Vec<Piece>, TextError> {
    let mut cells = vec![Cell::default()];
    let mut met = HashSet::from([Cell::default()]);
    let mut laid = Vec::with_capacity(pieces.len());
    for (i, &doors) in pieces.iter().enumerate() {
        let cell = *cells.get(i).ok_or(TextError::NoPlace(group))?;
        laid.push(Piece { cell, doors });
        for direction in tiles.directions(doors) {
            let neighbour = cell.neighbour(tiles, direction);
            if met.insert(neighbour) {
                cells.push(neighbour);
            }
        }
    }
    if cells.len() > pieces.len().max(1) {
        return Err(TextError::NoPiece(group));
    }
    Ok(laid)
}
