//! The game in a terminal: the player puts the next number, jump by jump.

use std::io::{self, Write};

use ::draw::words::{counted, wrapped};
use watch::Stop;

use crate::dice::Dice;
use crate::rules::Board;
use crate::search::{End, Method, Search};
use crate::unfinished::Unfinished;
use crate::view;

pub(crate) const HELP: &str = "\
Fill the grid with 1, 2, 3 ...: the next number is three cells away in the same row or column, or \
two cells away diagonally. Letters are the cells for the next number, and `a` puts it there. \
hint (h) says where a tour continues; undo (u) takes a number back, and `undo 3` takes back three; \
show, help (?) and quit (q) do what they say.";

pub(crate) struct Game {
    board: Board,
    path: Vec<usize>,
    /// The numbers that stood at the beginning.
    laid: usize,
    seed: u64,
    columns: usize,
}

impl Game {
    /// A game that begins with the first numbers of the tour that a seed finds.
    pub(crate) fn new(
        board: Board,
        laid: usize,
        seed: u64,
        columns: usize,
        stop: &Stop,
    ) -> Result<Game, End> {
        let search = Search::new(board, false, Method::best(board, false));
        let found = search.run(&mut Dice::new(seed), &mut stop.clone())?;
        let mut path = found.tour.path();
        path.truncate(laid);
        Ok(Game {
            board,
            path,
            laid,
            seed,
            columns,
        })
    }

    /// Where the game was left.
    pub(crate) fn left(&self) -> String {
        format!(
            "left with {} of {} numbers",
            self.path.len(),
            self.board.cells()
        )
    }

    /// The cells for the next number, in the order of their letters.
    fn next(&self) -> Vec<usize> {
        let mut cells: Vec<usize> = match self.path.last() {
            Some(&head) => self.board.neighbours(head).map(|(_, to)| to).collect(),
            None => (0..self.board.cells()).collect(),
        };
        cells.retain(|cell| !self.path.contains(cell));
        cells.sort_unstable();
        cells
    }

    pub(crate) fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let next = self.next();
        let drawn = |cell| {
            let number = self.path.iter().position(|&there| there == cell);
            let letter = next.iter().position(|&there| there == cell);
            match (number, letter) {
                (Some(place), _) => (place + 1).to_string(),
                (_, Some(letter)) => name(letter),
                _ => ".".to_owned(),
            }
        };
        write!(out, "{}", view::drawing(self.board, drawn))?;
        let (number, last) = (self.path.len(), self.board.cells());
        let jumps = |from, to| self.board.jump_between(from, to).is_some();
        let said = match next.len() {
            0 if number == last && jumps(self.path[last - 1], self.path[0]) => {
                "solved: a circular tour".to_owned()
            }
            0 if number == last => "solved: a tour".to_owned(),
            0 => format!("no cell is left for {}: take numbers back", number + 1),
            cells => {
                let cells = counted(cells as u64, "cell", "cells");
                format!(
                    "{number} of {last} numbers stand, and {cells} can have {}",
                    number + 1
                )
            }
        };
        self.say(&said, out)
    }

    /// Answers a line, and returns whether the game continues.
    pub(crate) fn answer(
        &mut self,
        line: &str,
        out: &mut impl Write,
        stop: &Stop,
    ) -> io::Result<bool> {
        let line = line.trim().to_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["show"] => {}
            ["help" | "?"] => return self.say(HELP, out).map(|()| true),
            ["quit" | "q" | "exit"] => return self.say(&self.left(), out).map(|()| false),
            ["hint" | "h"] => return self.say(&self.hint(stop), out).map(|()| true),
            ["undo" | "u"] => self.take_back(1),
            ["undo" | "u", number] if number.parse::<usize>().is_ok() => {
                self.take_back(number.parse().unwrap_or(0));
            }
            [place] if self.put(place) => {}
            _ => {
                let what =
                    format!("{line} is neither a letter in the grid nor a command: see help");
                return self.say(&what, out).map(|()| true);
            }
        }
        self.show(out).map(|()| true)
    }

    fn put(&mut self, letter: &str) -> bool {
        let mut next = (0..).map(name).zip(self.next());
        let cell = next.find(|(name, _)| name == letter);
        self.path.extend(cell.as_ref().map(|(_, cell)| cell));
        cell.is_some()
    }

    fn take_back(&mut self, numbers: usize) {
        let left = self.path.len().saturating_sub(numbers);
        self.path.truncate(left.max(self.laid));
    }

    fn hint(&self, stop: &Stop) -> String {
        if self.path.len() == self.board.cells() {
            return "all numbers stand".to_owned();
        }
        let finished = |numbers: &usize| {
            let mut standing = vec![0; self.board.cells()];
            for (&cell, number) in self.path[..*numbers].iter().zip(1..) {
                standing[cell] = number;
            }
            let grid = Unfinished::new(self.board, &standing).ok()?;
            let dice = &mut Dice::new(self.seed);
            grid.finish(false, u64::MAX, dice, stop).ok().flatten()
        };
        let mut numbers = (0..=self.path.len()).rev();
        let found = numbers.find_map(|numbers| Some((numbers, finished(&numbers)?)));
        let Some((numbers, tour)) = found else {
            return "stopped".to_owned();
        };
        match self.path.len() - numbers {
            0 => {
                let (cell, number) = (tour.path()[numbers], numbers + 1);
                let letter = self.next().iter().position(|&there| there == cell);
                let (letter, at) = (name(letter.unwrap_or(0)), self.board.name(cell));
                format!("`{letter}` puts {number} in {at}, and a tour continues from there")
            }
            back => format!("no tour continues from here: `undo {back}`"),
        }
    }

    fn say(&self, words: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", wrapped(words, self.columns))
    }
}

/// The letters of a cell by its place among those for the next number: a to z, aa, ab ...
fn name(place: usize) -> String {
    let letter = |place: usize| char::from(b'a' + (place % 26) as u8);
    match place {
        0..26 => letter(place).to_string(),
        _ => name(place / 26 - 1) + &letter(place).to_string(),
    }
}
