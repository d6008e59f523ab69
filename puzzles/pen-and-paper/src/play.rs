//! The game in a terminal: the player places one number after another.

use ::draw::words::counted;
use watch::Stop;

use crate::dice::Dice;
use crate::rules::Board;
use crate::search::{End, Method, Search};
use crate::tour::{TourKind, numbers};
use crate::unfinished::Unfinished;
use crate::view;

#[derive(Clone)]
pub(crate) struct Game {
    board: Board,
    path: Vec<usize>,
    seed: u64,
}

impl Game {
    /// A game with the first `laid` numbers of the tour that a seed finds.
    pub(crate) fn new(board: Board, laid: usize, seed: u64, stop: &Stop) -> Result<Game, End> {
        let search = Search::new(board, TourKind::Any, Method::best(board, TourKind::Any));
        let mut path = search.run(&mut Dice::new(seed), stop)?.tour.path();
        path.truncate(laid);
        Ok(Game { board, path, seed })
    }

    /// The cells where the next number may go, in the order of their letters.
    fn next(&self) -> Vec<usize> {
        let mut cells = self.board.next(&self.path);
        cells.retain(|cell| !self.path.contains(cell));
        cells.sort_unstable();
        cells
    }
}

impl app::Game for Game {
    const HELP: &'static str = "Fill the grid with 1, 2, 3 ...: the next number is three cells away in the same \
        row or column, or two cells away diagonally. Letters mark the cells to which the next number can go: `a` \
        puts it into cell a.";

    fn drawing(&self) -> String {
        let next = self.next();
        view::drawing(self.board, |cell| {
            let number = self.path.iter().position(|&there| there == cell);
            let letter = next.iter().position(|&there| there == cell);
            match (number, letter) {
                (Some(place), _) => (place + 1).to_string(),
                (_, Some(letter)) => name(letter),
                _ => ".".to_owned(),
            }
        })
    }

    fn sentence(&self) -> String {
        let (number, last) = (self.path.len(), self.board.cells());
        let jumps = |from, to| self.board.jump_between(from, to).is_some();
        match self.next().len() {
            0 if number == last && jumps(self.path[last - 1], self.path[0]) => {
                format!("solved: a circular tour, because a jump leads from {last} to 1")
            }
            0 if number == last => "solved: the numbers fill the grid".to_owned(),
            0 => format!("no cell is left for {}: go back with `undo`", number + 1),
            cells => {
                let cells = counted(cells as u64, "cell", "cells");
                format!(
                    "{number} of {last} numbers placed; {} fits in {cells}",
                    number + 1
                )
            }
        }
    }

    fn turn(&mut self, words: &[&str], before: &mut Vec<Game>, _: &Stop) -> Result<(), String> {
        let mut next = (0..).map(name).zip(self.next());
        let cell = next.find(|(name, _)| *words == [name]);
        let what = || {
            format!(
                "`{}` is neither a letter in the grid nor a command: see help",
                words.join(" ")
            )
        };
        let (_, cell) = cell.ok_or_else(what)?;
        before.push(self.clone());
        self.path.push(cell);
        Ok(())
    }

    fn hint(&self, stop: &Stop) -> Option<String> {
        let placed = self.path.len();
        if placed == self.board.cells() {
            return Some("the grid is full".to_owned());
        }
        let grid = Unfinished::new(self.board, &numbers(self.board, &self.path)).ok()?;
        let tour = grid.finish(TourKind::Any, u64::MAX, &mut Dice::new(self.seed), stop);
        let cell = tour.ok()??.path()[placed];
        let letter = name(self.next().iter().position(|&there| there == cell)?);
        let (number, at) = (placed + 1, self.board.name(cell));
        let then = match number == self.board.cells() {
            true => ", the last cell",
            false => "; the grid can be filled from there",
        };
        Some(format!("`{letter}` puts {number} at {at}{then}"))
    }

    fn progress(&self) -> String {
        format!(
            "stopped with {} of {} numbers",
            self.path.len(),
            self.board.cells()
        )
    }
}

/// The letters of a cell by its index among those for the next number: a to z without the commands h, q and u, then
/// aa, ab ...
fn name(place: usize) -> String {
    const LETTERS: &[u8; 23] = b"abcdefgijklmnoprstvwxyz";
    let letter = char::from(LETTERS[place % LETTERS.len()]).to_string();
    match place / LETTERS.len() {
        0 => letter,
        more => name(more - 1) + &letter,
    }
}
