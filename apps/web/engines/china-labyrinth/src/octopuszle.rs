//! The Octopuszle: its solutions, and the cells that the doors of a piece lead to.

use china_labyrinth::rules::{Doors, OCTOPUSZLE};
use china_labyrinth::search::{DIAGONAL, octopuszle};
use serde::Serialize;
use watch::Stop;
use web_engine::{Refusal, object};

pub(crate) fn solve(seed: u64, corners_of: Option<u64>) -> Result<impl Serialize, Refusal> {
    let stop = Stop::default();
    let stopped = || Refusal("the search was stopped".to_owned());
    let solved =
        |corners: Option<&[Doors]>, seed| octopuszle(corners, seed, &stop)?.ok_or_else(stopped);
    let corners = corners_of.map(|seed| solved(None, seed)).transpose()?;
    let solved = solved(corners.as_ref().map(|solved| &solved.pieces[..]), seed)?;
    Ok(object! { pieces: solved.pieces, moves: solved.moves })
}

pub(crate) fn follow(pieces: &[Doors], cell: usize) -> Result<impl Serialize + use<>, Refusal> {
    if pieces.len() != OCTOPUSZLE.cells() || cell >= pieces.len() {
        return Err(Refusal("an Octopuszle has 256 pieces".to_owned()));
    }
    let [sides, corners] = [!DIAGONAL, DIAGONAL].map(|bits| reached(pieces, cell, bits));
    let parts = [!DIAGONAL, DIAGONAL].map(|bits| {
        let lowest = |&cell: &usize| {
            let part = reached(pieces, cell, bits);
            part.iter().all(|&(other, _)| other >= cell)
        };
        (0..pieces.len()).filter(lowest).count()
    });
    Ok(object! {
        // Each door of the piece: its bit, and the cell that it leads to.
        doors: leading(pieces, cell, u8::MAX).collect::<Vec<_>>(),
        // The cells that doors at sides lead to, with the number of doors on the way; and those that doors at
        // corners lead to.
        sides: sides,
        corners: corners,
        parts: parts,
    })
}

/// The doors of a cell's piece among these bits, each with the cell that it leads to.
fn leading(pieces: &[Doors], cell: usize, bits: Doors) -> impl Iterator<Item = (usize, usize)> {
    let doors = pieces[cell] & bits;
    let doors = (0..8).filter(move |bit| doors >> bit & 1 == 1);
    doors.filter_map(move |bit| Some((bit, OCTOPUSZLE.ahead(cell, bit)?)))
}

/// The cells that such doors lead to, each with the number of doors on the way. The cell itself comes first.
fn reached(pieces: &[Doors], from: usize, bits: Doors) -> Vec<(usize, usize)> {
    let mut met = vec![false; pieces.len()];
    met[from] = true;
    let mut reached = vec![(from, 0)];
    let mut next = 0;
    while let Some(&(cell, doors)) = reached.get(next) {
        next += 1;
        for (_, there) in leading(pieces, cell, bits) {
            if !std::mem::replace(&mut met[there], true) {
                reached.push((there, doors + 1));
            }
        }
    }
    reached
}
