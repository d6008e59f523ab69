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

mod joint;

use super::super::dice::Dice;
use super::super::rules::{Board, JUMPS, Jump, back};
use super::super::tour::Tour;
use super::Ties;
use super::field::{reserved, zeros};
use super::{Effort, End, Task, backtrack, rotate};
use joint::{Exchange, exchanges};

/// How many tours there are to choose from for the blocks of a size.
const VARIANTS: usize = 8;

pub(super) fn search(task: Task, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let layout = Layout::new(task.board);
    loop {
        effort.begin()?;
        if let Some(tour) = attempt(task, &layout, dice, effort)? {
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

/// The two jumps by which a tour passes a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link(u8);

impl Link {
    fn new(one: Jump, other: Jump) -> Link {
        Link(one | other << 3)
    }

    fn one(self) -> Jump {
        self.0 & 7
    }

    fn other(self) -> Jump {
        self.0 >> 3
    }

    fn has(self, jump: Jump) -> bool {
        self.one() == jump || self.other() == jump
    }

    /// The same with a jump for another one.
    fn replaced(self, jump: Jump, by: Jump) -> Link {
        if self.one() == jump {
            Link::new(by, self.other())
        } else {
            Link::new(self.one(), by)
        }
    }

    /// The jump that leads on for whoever comes by the other one.
    #[inline]
    fn onwards(self, arrival: Jump) -> Jump {
        self.one() ^ self.other() ^ arrival
    }
}

/// A circular tour of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Variant {
    board: Board,
    links: Vec<Link>,
}

impl Variant {
    fn of(tour: &Tour) -> Variant {
        let board = tour.board();
        let path = tour.path();
        let cells = path.len();
        let jump = |from: usize, to: usize| -> Jump {
            let (from, to) = (path[from % cells] as usize, path[to % cells] as usize);
            board.jump_between(from, to).unwrap_or_default()
        };
        let mut links = vec![Link(0); cells];
        for (i, &cell) in path.iter().enumerate() {
            links[cell as usize] = Link::new(jump(i, i + cells - 1), jump(i, i + 1));
        }
        Variant { board, links }
    }
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
    let task = Task {
        board,
        circular: true,
        start: None,
    };
    // Blocks of four rows have few circular tours.
    let tour = if board.rows().min(board.columns()) < 5 {
        backtrack::search(task, Ties::Random, dice, effort)
    } else {
        rotate::search(task, dice, effort)
    };
    // It is part of one attempt.
    effort.attempts = attempts;
    tour
}

/// Joins blocks to a tour. `None` if two of them could not be joined.
fn attempt(
    task: Task,
    layout: &Layout,
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Option<Tour>, End> {
    let mut stock = Stock::new(layout, dice, effort)?;
    let mut canvas = Canvas::new(task.board)?;
    let mut above: Vec<Choice> = Vec::new();
    let mut top = 0;
    for (band, &height) in layout.heights.iter().enumerate() {
        canvas.extend(height);
        let Some(row) = lay_band(band, top, layout, &mut stock, &mut canvas, dice) else {
            return Ok(None);
        };
        if !above.is_empty()
            && !join_bands(&above, &row, top, layout, &mut stock, &mut canvas, dice)
        {
            return Ok(None);
        }
        above = row;
        top += height;
        effort.spend((height * task.board.columns()) as u64)?;
    }
    let start = task.start.unwrap_or_else(|| dice.below(task.board.cells()));
    let numbers = canvas.follow(start, effort)?;
    Ok(numbers.map(|numbers| Tour::from_search(task.board, numbers, true)))
}

/// Lays a row of blocks, each joined with the one on its left.
fn lay_band(
    band: usize,
    top: usize,
    layout: &Layout,
    stock: &mut Stock,
    canvas: &mut Canvas,
    dice: &mut Dice,
) -> Option<Vec<Choice>> {
    let mut row: Vec<Choice> = Vec::with_capacity(layout.widths.len());
    let mut left = 0;
    for (column, &width) in layout.widths.iter().enumerate() {
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
                return None;
            }
        } else {
            canvas.lay(stock.variant(choice), (top, left));
        }
        row.push(choice);
        left += width;
    }
    Some(row)
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

/// The grid, and by which jumps tours pass each cell.
struct Canvas {
    board: Board,
    offsets: [isize; 8],
    links: Vec<Link>,
}

impl Canvas {
    fn new(board: Board) -> Result<Canvas, End> {
        let columns = board.columns() as isize;
        Ok(Canvas {
            board,
            offsets: JUMPS.map(|(down, right)| down as isize * columns + right as isize),
            links: reserved(board.cells())?,
        })
    }

    /// Makes room for the next so many rows.
    fn extend(&mut self, rows: usize) {
        // Bit by bit, since memory takes its time until it can be used.
        let cells = self.links.len() + rows * self.board.columns();
        self.links.resize(cells, Link(0));
    }

    /// Lays a block with its upper left cell there.
    fn lay(&mut self, variant: &Variant, (top, left): (usize, usize)) {
        let columns = self.board.columns();
        let width = variant.board.columns();
        for (row, links) in variant.links.chunks_exact(width).enumerate() {
            let begin = (top + row) * columns + left;
            self.links[begin..begin + width].copy_from_slice(links);
        }
    }

    /// Joins two blocks by one of the exchanges whose jumps have not been given
    /// up yet, the first block's upper left cell being there.
    fn join(
        &mut self,
        exchanges: &[Exchange],
        (top, left): (usize, usize),
        dice: &mut Dice,
    ) -> bool {
        let columns = self.board.columns();
        let corner = top * columns + left;
        let first = dice.below(exchanges.len());
        for i in 0..exchanges.len() {
            let exchange = &exchanges[(first + i) % exchanges.len()];
            let at = |(row, column): (usize, usize)| corner + row * columns + column;
            let (a, c) = (at(exchange.a), at(exchange.c));
            if !self.links[a].has(exchange.ab) || !self.links[c].has(exchange.cd) {
                continue;
            }
            let b = a.wrapping_add_signed(self.offsets[usize::from(exchange.ab)]);
            let d = c.wrapping_add_signed(self.offsets[usize::from(exchange.cd)]);
            for (cell, jump, by) in [
                (a, exchange.ab, exchange.ac),
                (b, back(exchange.ab), exchange.bd),
                (c, exchange.cd, back(exchange.ac)),
                (d, back(exchange.cd), back(exchange.bd)),
            ] {
                self.links[cell] = self.links[cell].replaced(jump, by);
            }
            return true;
        }
        false
    }

    /// Numbers the cells along the tour that passes `start`; `None` if it does
    /// not pass all cells.
    ///
    /// It is followed both ways at once, because a processor spends most of its
    /// time here waiting for the next cell.
    fn follow(&self, start: usize, effort: &mut Effort<'_>) -> Result<Option<Vec<u32>>, End> {
        const CHUNK: u32 = 1 << 19;
        let mut numbers = zeros(self.board.cells())?;
        let last = self.board.cells() as u32;
        // Forwards come the numbers up to the middle, backwards the others.
        let middle = last.div_ceil(2);
        let link = self.links[start];
        let (mut ahead, mut behind) = (
            Walker::new(start, link.one()),
            Walker::new(start, link.other()),
        );
        numbers[start] = 1;
        let mut done = 1;
        while done < middle {
            let until = middle.min(done + CHUNK);
            for number in done + 1..=until {
                let cell = ahead.step(self);
                numbers[cell] = number;
                numbers[behind.step(self)] = last + 2 - number;
                if cell == start {
                    return Ok(None);
                }
            }
            effort.spend(2 * u64::from(until - done))?;
            done = until;
        }
        // An even number of cells has one in the middle between the two ends.
        let cell = ahead.step(self);
        if last.is_multiple_of(2) {
            numbers[cell] = middle + 1;
            ahead.step(self);
        }
        Ok((ahead.cell == behind.cell && cell != start).then_some(numbers))
    }
}

/// Somebody who follows a tour.
struct Walker {
    cell: usize,
    /// The jump by which they came.
    arrival: Jump,
}

impl Walker {
    /// Somebody on a cell who seems to have come by a jump from there.
    fn new(cell: usize, arrival: Jump) -> Walker {
        Walker { cell, arrival }
    }

    /// The next cell.
    #[inline]
    fn step(&mut self, canvas: &Canvas) -> usize {
        let jump = canvas.links[self.cell].onwards(self.arrival);
        let offset = canvas.offsets[usize::from(jump)];
        self.cell = self.cell.wrapping_add_signed(offset);
        self.arrival = back(jump);
        self.cell
    }
}

#[cfg(test)]
mod tests {
    use super::super::Supervisor;
    use super::*;

    struct Nobody;

    impl Supervisor for Nobody {
        fn ends(&mut self, _steps: u64, _attempts: u64) -> bool {
            false
        }

        fn met(&mut self, _tour: Tour) {}
    }

    /// Blocks side by side, each with a tour of its own, are no tour wherever
    /// one begins; joined they are.
    #[test]
    fn a_tour_that_does_not_pass_all_cells_is_none() {
        let mut nobody = Nobody;
        let mut effort = Effort {
            steps: 0,
            attempts: 0,
            limit: u64::MAX,
            next_look: u64::MAX,
            supervisor: &mut nobody,
        };
        let mut dice = Dice::new(1);
        let size = |rows, columns| Board::new(rows, columns).unwrap();
        let usual = block(size(5, 5), &mut dice, &mut effort).unwrap();
        let usual = Variant::of(&usual);
        let longer = block(size(5, 6), &mut dice, &mut effort).unwrap();
        let longer = Variant::of(&longer);
        for blocks in [
            &[&usual][..],
            &[&usual, &usual],
            &[&usual, &usual, &usual],
            &[&usual, &longer],
            &[&longer, &longer, &usual],
        ] {
            let columns: usize = blocks.iter().map(|block| block.board.columns()).sum();
            let mut canvas = Canvas::new(size(5, columns as u64)).unwrap();
            canvas.extend(5);
            let mut left = 0;
            for block in blocks {
                canvas.lay(block, (0, left));
                left += block.board.columns();
            }
            for start in 0..5 * columns {
                let numbers = canvas.follow(start, &mut effort).unwrap();
                assert_eq!(numbers.is_some(), blocks.len() == 1);
                if let Some(numbers) = numbers {
                    let tour = Tour::new(canvas.board, numbers).unwrap();
                    assert!(tour.is_circular());
                    assert_eq!(tour.numbers()[start], 1);
                }
            }
        }
    }

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
