//! The Octopuszle: its solutions, and the cells that the doors of a piece lead to.

use china_labyrinth::rules::{Grid, SIDE, neighbour};
use china_labyrinth::search::{DIAGONAL, octopuszle};
use serde::Serialize;
use watch::Stop;
use web_engine::{Refusal, object};

pub(crate) fn solve(seed: u64, corners_of: Option<u64>) -> Result<impl Serialize, Refusal> {
    let stop = Stop::default();
    let stopped = || Refusal("the search was stopped".to_owned());
    let solved =
        |corners: Option<&Grid>, seed| octopuszle(corners, seed, &stop)?.ok_or_else(stopped);
    let corners = corners_of.map(|seed| solved(None, seed)).transpose()?;
    let (grid, moves) = solved(corners.as_ref().map(|(grid, _)| grid), seed)?;
    Ok(object! {
        pieces: grid.as_flattened().to_vec(),
        moves: moves,
    })
}

pub(crate) fn follow(pieces: &[u8], cell: usize) -> Result<impl Serialize + use<>, Refusal> {
    let mut grid: Grid = [[0; SIDE]; SIDE];
    if pieces.len() != SIDE * SIDE || cell >= SIDE * SIDE {
        return Err(Refusal("an Octopuszle has 256 pieces".to_owned()));
    }
    grid.as_flattened_mut().copy_from_slice(pieces);
    let [sides, corners] = [!DIAGONAL, DIAGONAL].map(|bits| reached(&grid, cell, bits));
    let parts = [!DIAGONAL, DIAGONAL].map(|bits| {
        let lowest = |&cell: &usize| {
            let part = reached(&grid, cell, bits);
            part.iter().all(|&(other, _)| other >= cell)
        };
        (0..SIDE * SIDE).filter(lowest).count()
    });
    Ok(object! {
        // Each door of the piece: its bit, and the cell that it leads to.
        doors: leading(&grid, cell, u8::MAX).collect::<Vec<_>>(),
        // The cells that doors at sides lead to, with the number of doors on the way; and those that doors at
        // corners lead to.
        sides: sides,
        corners: corners,
        parts: parts,
    })
}

/// The doors of a cell's piece among these bits, each with the cell that it leads to.
fn leading(grid: &Grid, cell: usize, bits: u8) -> impl Iterator<Item = (usize, usize)> {
    let (row, column) = (cell / SIDE, cell % SIDE);
    let doors = grid[row][column] & bits;
    (0..8).filter_map(move |bit| {
        let (row, column) = neighbour((row, column), bit).filter(|_| doors >> bit & 1 == 1)?;
        Some((bit, row * SIDE + column))
    })
}

/// The cells that such doors lead to, each with the number of doors on the way. The cell itself comes first.
fn reached(grid: &Grid, from: usize, bits: u8) -> Vec<(usize, usize)> {
    let mut met = [false; SIDE * SIDE];
    met[from] = true;
    let mut reached = vec![(from, 0)];
    let mut next = 0;
    while let Some(&(cell, doors)) = reached.get(next) {
        next += 1;
        for (_, there) in leading(grid, cell, bits) {
            if !std::mem::replace(&mut met[there], true) {
                reached.push((there, doors + 1));
            }
        }
    }
    reached
}
