//! The Octopuszle: 256 squares on 16 × 16 cells.

use super::Fault;

pub const SIDE: usize = 16;

/// The pieces, row by row. Bits 0 to 7 of a piece are doors to N, NE, E, SE, S, SW, W and NW.
pub type Grid = [[u8; SIDE]; SIDE];

/// For each bit, the step to the neighbour in its direction: rows down, columns to the right.
const STEPS: [(isize, isize); 8] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

/// The cell in the direction of a bit, or `None` if it is outside the grid.
pub fn neighbour((row, column): (usize, usize), bit: usize) -> Option<(usize, usize)> {
    let (down, right) = STEPS[bit];
    let row = row.checked_add_signed(down)?;
    let column = column.checked_add_signed(right)?;
    (row < SIDE && column < SIDE).then_some((row, column))
}

/// Checks a solution of the Octopuszle: it must have every subset of the doors to eight neighbours once, doors must
/// meet doors, and no door may lead over the border.
pub(crate) fn check_octopuszle(grid: &Grid) -> Result<(), Fault> {
    let mut seen = [false; 256];
    let is_new = |piece, _, _| !std::mem::replace(&mut seen[usize::from(piece)], true);
    each_cell(grid, "is there twice", is_new)?;
    doors_meet(grid)
}

/// Checks that every door of the grid meets a door.
pub(crate) fn doors_meet(grid: &Grid) -> Result<(), Fault> {
    let meet = |piece: u8, row, column| {
        (0..8).filter(|bit| piece >> bit & 1 == 1).all(|bit| {
            let there = neighbour((row, column), bit);
            there.is_some_and(|(row, column)| grid[row][column] >> ((bit + 4) % 8) & 1 == 1)
        })
    };
    each_cell(grid, "has a door that meets no door", meet)
}

fn each_cell(
    grid: &Grid,
    what: &'static str,
    mut right: impl FnMut(u8, usize, usize) -> bool,
) -> Result<(), Fault> {
    for (row, pieces) in grid.iter().enumerate() {
        for (column, &piece) in pieces.iter().enumerate() {
            if !right(piece, row, column) {
                let place = format!("row {}, column {}", row + 1, column + 1);
                return Err(Fault(format!("piece {piece} in {place} {what}")));
            }
        }
    }
    Ok(())
}
