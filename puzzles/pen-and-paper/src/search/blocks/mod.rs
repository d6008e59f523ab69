//! Small circular tours side by side, joined to one: a way to fill any grid
//! that has a circular tour at all, in time proportional to its cells.
//!
//! The grid is cut into blocks of 5 × 5, with rows and columns up to nine wide
//! where five does not divide it, or into blocks of four rows. Each gets one of
//! a few circular tours of its size. Two neighbours are joined by an exchange:
//! a jump a–b of one and a jump c–d of the other are given up for jumps a–c and
//! b–d, which makes one circular tour of two. Blocks are joined along the rows
//! of blocks, and the rows of blocks with each other once.
//!
//! While this goes on a cell only knows by which two jumps its tour passes; in
//! the end the whole tour is followed once to number the cells.
//!
//! It is followed from its start both ways at the same time, because nothing can be
//! done on one way until its next cell is known: 0.5 s of processor time instead of
//! 0.8 s for all of 10,000 × 10,000. Eight variants a block size keep it from
//! repeating itself.

mod canvas;
mod joint;
mod variant;

use super::effort::Effort;
use super::goal::{End, Goal};
use super::warnsdorff::Ties;
use super::{backtrack, rotate};
use crate::dice::Dice;
use crate::rules::Board;
use crate::tour::Tour;
use canvas::Canvas;
use joint::{Exchange, exchanges};
use variant::Variant;

/// How many tours there are to choose from for the blocks of a size.
const VARIANTS: usize = 8;

pub(super) fn search(goal: Goal, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let layout = Layout::new(goal.board);
    loop {
        effort.begin()?;
        if let Some(tour) = attempt(goal, &layout, dice, effort)? {
            return Ok(tour);
        }
    }
}

/// How a grid is cut: the heights of the rows of blocks and the widths of the
/// columns of blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Layout {
    heights: Vec<usize>,
    widths: Vec<usize>,
}

impl Layout {
    fn new(board: Board) -> Layout {
        // Blocks of four rows are five, or nine and more, columns wide.
        let least = |other: usize| if other == 4 { 9 } else { 5 };
        Layout {
            heights: cut(board.rows(), least(board.columns())),
            widths: cut(board.columns(), least(board.rows())),
        }
    }
}

/// Cuts a length into pieces of five and, at the end, a longer one of at least
/// `least` if five does not divide it.
fn cut(length: usize, least: usize) -> Vec<usize> {
    const USUAL: usize = 5;
    if length < USUAL {
        return vec![length];
    }
    if length.is_multiple_of(USUAL) {
        return vec![USUAL; length / USUAL];
    }
    let last = least + (length - least.min(length)) % USUAL;
    let mut pieces = vec![USUAL; (length - last.min(length)) / USUAL];
    pieces.push(last.min(length));
    pieces
}

/// The tours to choose from for blocks of each size, and how two of them can
/// be joined.
struct Stock {
    /// By the kinds of height and of width, usual and last.
    variants: [[Vec<Variant>; 2]; 2],
    /// By the kinds and variants of two blocks, as far as somebody has asked.
    beside: Vec<Option<Vec<Exchange>>>,
    below: Vec<Option<Vec<Exchange>>>,
}

/// A block's kinds of height and of width, and its variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choice {
    height: usize,
    width: usize,
    variant: usize,
}

impl Choice {
    const ALL: usize = 4 * VARIANTS;

    fn index(self) -> usize {
        (self.height * 2 + self.width) * VARIANTS + self.variant
    }
}

impl Stock {
    fn new(layout: &Layout, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Stock, End> {
        let mut variants = <[[Vec<Variant>; 2]; 2]>::default();
        for (height, rows) in kinds(&layout.heights) {
            for (width, columns) in kinds(&layout.widths) {
                let board = Board::new(rows as u64, columns as u64).map_err(|_| End::Memory)?;
                for _ in 0..VARIANTS {
                    let tour = block(board, dice, effort)?;
                    variants[height][width].push(Variant::of(&tour));
                }
            }
        }
        Ok(Stock {
            variants,
            beside: vec![None; Choice::ALL * Choice::ALL],
            below: vec![None; Choice::ALL * Choice::ALL],
        })
    }

    fn variant(&self, choice: Choice) -> &Variant {
        &self.variants[choice.height][choice.width][choice.variant]
    }

    /// How a block can be joined with another one to its right.
    fn beside(&mut self, left: Choice, right: Choice) -> &[Exchange] {
        let (one, other) = (self.variant(left), self.variant(right));
        let found = &self.beside[left.index() * Choice::ALL + right.index()];
        let new = found
            .is_none()
            .then(|| exchanges(one, other, (0, one.board.columns())));
        let entry = &mut self.beside[left.index() * Choice::ALL + right.index()];
        entry.get_or_insert_with(|| new.unwrap_or_default())
    }

    /// How a block can be joined with another one below it.
    fn below(&mut self, upper: Choice, lower: Choice) -> &[Exchange] {
        let (one, other) = (self.variant(upper), self.variant(lower));
        let found = &self.below[upper.index() * Choice::ALL + lower.index()];
        let new = found
            .is_none()
            .then(|| exchanges(one, other, (one.board.rows(), 0)));
        let entry = &mut self.below[upper.index() * Choice::ALL + lower.index()];
        entry.get_or_insert_with(|| new.unwrap_or_default())
    }
}

/// The different pieces with their kinds: 1 for a last one that is longer, 0
/// for the others.
fn kinds(pieces: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let (first, last) = (pieces[0], pieces[pieces.len() - 1]);
    [(0, first), (1, last)]
        .into_iter()
        .take(1 + usize::from(first != last))
}

/// The kind of the piece at an index.
fn kind(pieces: &[usize], index: usize) -> usize {
    usize::from(pieces[index] != pieces[0])
}

/// A circular tour of a block.
fn block(board: Board, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let attempts = effort.attempts;
    let goal = Goal {
        board,
        circular: true,
        start: None,
    };
    // Blocks of four rows have few circular tours.
    let tour = if board.rows().min(board.columns()) < 5 {
        backtrack::search(goal, Ties::Random, None, dice, effort)
    } else {
        rotate::search(goal, dice, effort)
    };
    // It is part of one attempt.
    effort.attempts = attempts;
    tour
}

/// Joins blocks to a tour. `None` if two of them could not be joined.
fn attempt(
    goal: Goal,
    layout: &Layout,
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Option<Tour>, End> {
    let mut stock = Stock::new(layout, dice, effort)?;
    let mut canvas = Canvas::new(goal.board)?;
    let mut above: Vec<Choice> = Vec::new();
    let mut top = 0;
    for (band, &height) in layout.heights.iter().enumerate() {
        canvas.extend(height, effort)?;
        let row = lay_band(band, top, layout, &mut stock, &mut canvas, dice, effort)?;
        let Some(row) = row else {
            return Ok(None);
        };
        if !above.is_empty()
            && !join_bands(&above, &row, top, layout, &mut stock, &mut canvas, dice)
        {
            return Ok(None);
        }
        above = row;
        top += height;
        effort.spend((height * goal.board.columns()) as u64)?;
    }
    let start = goal.start.unwrap_or_else(|| dice.below(goal.board.cells()));
    let numbers = canvas.follow(start, effort)?;
    Ok(numbers.map(|numbers| Tour::from_search(goal.board, numbers, true)))
}

/// Lays a row of blocks, each joined with the one on its left. `None` if one of
/// them could not be joined.
fn lay_band(
    band: usize,
    top: usize,
    layout: &Layout,
    stock: &mut Stock,
    canvas: &mut Canvas,
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Option<Vec<Choice>>, End> {
    /// How many blocks are laid between two looks at whether to end.
    const LOOK: usize = 1 << 12;
    let mut row: Vec<Choice> = Vec::with_capacity(layout.widths.len());
    let mut left = 0;
    for (column, &width) in layout.widths.iter().enumerate() {
        if column % LOOK == LOOK - 1 {
            effort.look()?;
        }
        let mut choice = Choice {
            height: kind(&layout.heights, band),
            width: kind(&layout.widths, column),
            variant: dice.below(VARIANTS),
        };
        if let Some(&before) = row.last() {
            let corner = (top, left - layout.widths[column - 1]);
            let mut joined = false;
            for _ in 0..VARIANTS {
                canvas.lay(stock.variant(choice), (top, left));
                joined = canvas.join(stock.beside(before, choice), corner, dice);
                if joined {
                    break;
                }
                choice.variant = (choice.variant + 1) % VARIANTS;
            }
            if !joined {
                return Ok(None);
            }
        } else {
            canvas.lay(stock.variant(choice), (top, left));
        }
        row.push(choice);
        left += width;
    }
    Ok(Some(row))
}

/// Joins two rows of blocks somewhere.
fn join_bands(
    above: &[Choice],
    below: &[Choice],
    top: usize,
    layout: &Layout,
    stock: &mut Stock,
    canvas: &mut Canvas,
    dice: &mut Dice,
) -> bool {
    let columns = layout.widths.len();
    let first = dice.below(columns);
    (0..columns).any(|i| {
        let column = (first + i) % columns;
        let left: usize = layout.widths[..column].iter().sum();
        // All rows of blocks but the last are of the first height.
        let corner = (top - layout.heights[0], left);
        canvas.join(stock.below(above[column], below[column]), corner, dice)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_cut_into_blocks_that_have_circular_tours() {
        let layout = |rows, columns| {
            let layout = Layout::new(Board::new(rows, columns).unwrap());
            (layout.heights, layout.widths)
        };
        assert_eq!(layout(5, 9), (vec![5], vec![9]));
        assert_eq!(layout(10, 11), (vec![5, 5], vec![5, 6]));
        assert_eq!(layout(4, 18), (vec![4], vec![5, 13]));
        assert_eq!(layout(14, 4), (vec![5, 9], vec![4]));
        for length in 5..200 {
            let pieces = cut(length, 5);
            assert_eq!(pieces.iter().sum::<usize>(), length);
            assert!(pieces.iter().all(|piece| (5..=9).contains(piece)));
            if length >= 9 {
                let pieces = cut(length, 9);
                assert_eq!(pieces.iter().sum::<usize>(), length);
                assert!(
                    pieces
                        .iter()
                        .all(|piece| *piece == 5 || (9..=13).contains(piece))
                );
            }
        }
    }
}
