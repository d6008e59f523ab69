//! How two circular tours side by side can be made one.

use super::variant::{Link, Variant};
use crate::rules::{JUMPS, Jump, back};

/// The jump from cell a to b of a first block and the jump from c to d of a
/// second one are given up for those from a to c and from b to d. Cells are
/// given by row and column, counted from the upper left cell of the first
/// block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exchange {
    pub(super) a: (usize, usize),
    pub(super) ab: Jump,
    pub(super) c: (usize, usize),
    pub(super) cd: Jump,
    pub(super) ac: Jump,
    pub(super) bd: Jump,
}

/// All exchanges between two blocks, of which the second begins so many rows
/// and columns after the first.
pub(super) fn exchanges(one: &Variant, other: &Variant, offset: (usize, usize)) -> Vec<Exchange> {
    let mut found = Vec::new();
    for (cell, &link) in one.links.iter().enumerate() {
        let a = one.board.place(cell);
        for ab in [link.one(), link.other()] {
            // A tour's jump is met at both its ends, and one is enough.
            if back(ab) < ab {
                continue;
            }
            let Some(b) = moved(a, ab) else { continue };
            for ac in 0..8 {
                let Some(c) = moved(a, ac) else { continue };
                let Some(link) = link_of(other, c, offset) else {
                    continue;
                };
                for cd in [link.one(), link.other()] {
                    let bd = moved(c, cd).and_then(|d| jump_between(b, d));
                    found.extend(bd.map(|bd| Exchange {
                        a,
                        ab,
                        c,
                        cd,
                        ac,
                        bd,
                    }));
                }
            }
        }
    }
    found
}

/// How the tour of a block that begins at `offset` passes a cell, if the cell
/// is in the block.
fn link_of(block: &Variant, cell: (usize, usize), offset: (usize, usize)) -> Option<Link> {
    let row = cell.0.checked_sub(offset.0)?;
    let column = cell.1.checked_sub(offset.1)?;
    Some(block.links[block.board.cell(row, column)?])
}

fn moved(cell: (usize, usize), jump: Jump) -> Option<(usize, usize)> {
    let (down, right) = JUMPS[usize::from(jump)];
    Some((
        cell.0.checked_add_signed(down as isize)?,
        cell.1.checked_add_signed(right as isize)?,
    ))
}

fn jump_between(from: (usize, usize), to: (usize, usize)) -> Option<Jump> {
    (0..8).find(|&jump| moved(from, jump) == Some(to))
}
