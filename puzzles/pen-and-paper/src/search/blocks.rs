//! Joins small circular tours, in time proportional to the number of cells.
//!
//! The grid is divided into blocks of 5 × 5, with the last ones up to nine wide or high if five does not divide the
//! size, or into blocks of four rows. Each block gets one of eight circular tours of its size, so that the whole
//! does not look repetitive. An exchange joins a block to the finished part: jumps a–c and b–d replace a jump a–b
//! of one and c–d of the other, which results in one circular tour.

use std::collections::{BTreeMap, BTreeSet};

use super::{Effort, End, Method, Search, backtrack, rotate};
use crate::dice::Dice;
use crate::rules::Board;
use crate::tour::{Tour, TourKind};

/// The number of tours for each size of blocks.
const VARIANTS: usize = 8;

/// The two neighbours of each cell on a circular tour.
type Links = Vec<[usize; 2]>;

/// The links of a cell that no tour passes yet.
const FREE: [usize; 2] = [usize::MAX; 2];

pub(super) fn search(board: Board, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    // Blocks of four rows are five wide, or at least nine.
    let least = |other: usize| if other == 4 { 9 } else { 5 };
    let heights = cut(board.rows(), least(board.columns()));
    let widths = cut(board.columns(), least(board.rows()));
    loop {
        effort.begin()?;
        if let Some(tour) = attempt(board, &heights, &widths, dice, effort)? {
            return Ok(tour);
        }
    }
}

/// Divides a length into pieces of five. If five does not divide it, the last piece has at least `least`.
fn cut(length: usize, least: usize) -> Vec<usize> {
    if length.is_multiple_of(5) {
        return vec![5; length / 5];
    }
    let last = length.min(least + length.saturating_sub(least) % 5);
    let mut pieces = vec![5; (length - last) / 5];
    pieces.push(last);
    pieces
}

/// Places blocks row by row. `None` if one cannot be joined to the others.
fn attempt(
    board: Board,
    heights: &[usize],
    widths: &[usize],
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Option<Tour>, End> {
    // One stock for each height and width, because the last blocks may be larger.
    let mut stock: BTreeMap<(usize, usize), Vec<Links>> = BTreeMap::new();
    for &rows in BTreeSet::from_iter(heights) {
        for &columns in BTreeSet::from_iter(widths) {
            let size = Board::new(rows as u64, columns as u64).unwrap_or(board);
            let variants = (0..VARIANTS).map(|_| variant(size, dice, effort));
            stock.insert((rows, columns), variants.collect::<Result<_, End>>()?);
        }
    }
    let mut links = vec![FREE; board.cells()];
    let mut top = 0;
    for &height in heights {
        let mut left = 0;
        for &width in widths {
            let variants = &stock[&(height, width)];
            let first = dice.below(VARIANTS);
            let mut tried = (0..VARIANTS).map(|i| &variants[(first + i) % VARIANTS]);
            let corner = (top, left);
            if !tried.any(|block| place_block(&mut links, board, block, width, corner, dice)) {
                return Ok(None);
            }
            left += width;
        }
        top += height;
        effort.spend((height * board.columns()) as u64)?;
    }
    let mut path = vec![dice.below(board.cells())];
    let mut before = links[path[0]][1];
    while path.len() < board.cells() {
        let here = path[path.len() - 1];
        let [one, other] = links[here];
        path.push(if one == before { other } else { one });
        before = here;
    }
    effort.spend(path.len() as u64 - 1)?;
    Ok(Some(Tour::from_path(board, &path)))
}

fn variant(board: Board, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Links, End> {
    let attempts = effort.attempts;
    let circular = |method| Search::new(board, TourKind::Circular, method);
    // Blocks of four rows have few circular tours.
    let tour = if board.flat().rows() < 5 {
        backtrack::search(&circular(Method::Backtrack), dice, effort)
    } else {
        rotate::search(&circular(Method::Rotate), &[], &[], dice, effort)
    }?;
    // This search is a part of one attempt.
    effort.attempts = attempts;
    let path = tour.path();
    let cells = path.len();
    let mut links = vec![FREE; cells];
    for (i, &cell) in path.iter().enumerate() {
        links[cell] = [path[(i + cells - 1) % cells], path[(i + 1) % cells]];
    }
    Ok(links)
}

/// Places a block, and joins it to the finished part if there is one. Returns false if no exchange does that.
fn place_block(
    links: &mut Links,
    board: Board,
    block: &Links,
    width: usize,
    (top, left): (usize, usize),
    dice: &mut Dice,
) -> bool {
    let moved = |cell: usize| (top + cell / width) * board.columns() + left + cell % width;
    let first = dice.below(block.len());
    let exchange = (0..block.len()).find_map(|i| {
        let cell = (first + i) % block.len();
        let c = moved(cell);
        let outside = board.neighbours(c).filter(|(_, a)| links[*a] != FREE);
        let mut ends = outside.flat_map(|(_, a)| {
            let pairs = links[a].map(|b| block[cell].map(|d| (a, b, c, moved(d))));
            pairs.into_iter().flatten()
        });
        ends.find(|&(_, b, _, d)| board.jump_between(b, d).is_some())
    });
    if exchange.is_none() && (top, left) != (0, 0) {
        return false;
    }
    for (cell, &ends) in block.iter().enumerate() {
        links[moved(cell)] = ends.map(moved);
    }
    if let Some((a, b, c, d)) = exchange {
        for (cell, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            links[cell] = links[cell].map(|end| if end == old { new } else { end });
        }
    }
    true
}
