//! The grid while its blocks are joined: by which jumps tours pass each cell.

use super::super::effort::Effort;
use super::super::field::{reserved, zeros};
use super::super::goal::End;
use super::joint::Exchange;
use super::variant::{Link, Variant};
use crate::dice::Dice;
use crate::rules::{Board, JUMPS, Jump, back};

/// The grid, and by which jumps tours pass each cell.
pub(super) struct Canvas {
    board: Board,
    offsets: [isize; 8],
    links: Vec<Link>,
}

impl Canvas {
    pub(super) fn new(board: Board) -> Result<Canvas, End> {
        let columns = board.columns() as isize;
        Ok(Canvas {
            board,
            offsets: JUMPS.map(|(down, right)| down as isize * columns + right as isize),
            links: reserved(board.cells())?,
        })
    }

    /// Makes room for the next so many rows.
    pub(super) fn extend(&mut self, rows: usize, effort: &mut Effort<'_>) -> Result<(), End> {
        /// How many cells there is made room for between two looks at whether
        /// to end.
        const LOOK: usize = 1 << 24;
        // Bit by bit, since memory takes its time until it can be used.
        let cells = self.links.len() + rows * self.board.columns();
        while self.links.len() < cells {
            let next = cells.min(self.links.len() + LOOK);
            self.links.resize(next, Link::NONE);
            effort.look()?;
        }
        Ok(())
    }

    /// Lays a block with its upper left cell there.
    pub(super) fn lay(&mut self, variant: &Variant, (top, left): (usize, usize)) {
        let columns = self.board.columns();
        let width = variant.board.columns();
        for (row, links) in variant.links.chunks_exact(width).enumerate() {
            let begin = (top + row) * columns + left;
            self.links[begin..begin + width].copy_from_slice(links);
        }
    }

    /// Joins two blocks by one of the exchanges whose jumps have not been given
    /// up yet, the first block's upper left cell being there.
    pub(super) fn join(
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
    pub(super) fn follow(
        &self,
        start: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, End> {
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
    use super::super::super::Supervisor;
    use super::super::block;
    use super::*;
    use crate::tour::Tour;

    struct Nobody;

    impl Supervisor for Nobody {
        fn ends(&mut self, _steps: u64, _attempts: u64) -> bool {
            false
        }

        fn wants_open_tours(&self) -> bool {
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
            tells: false,
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
            canvas.extend(5, &mut effort).unwrap();
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
}
