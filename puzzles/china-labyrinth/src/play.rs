//! The first level in a terminal: the player lays the 16 squares.

use ::draw::words::counted;
use watch::Stop;

use crate::rules::{Cell, Doors, Fault, Piece, Position, Tiles};
use crate::search::{Completion, beginning, complete, completions};
use crate::view::{SQUARES, squares};

#[derive(Clone)]
pub(crate) struct Game {
    position: Position,
    seed: u64,
}

impl Game {
    /// A game in which this number of pieces of a solution are already laid. The seed chooses the solution.
    pub(crate) fn new(laid: usize, seed: u64) -> Result<Game, Fault> {
        let position = beginning(Tiles::Squares, laid, seed)?;
        Ok(Game { position, seed })
    }

    /// The open cells, each with its board, in the order of their letters.
    fn open(&self) -> impl Iterator<Item = (usize, Cell)> {
        let boards = 0..self.position.boards().len();
        boards.flat_map(move |board| {
            let open = self.position.open(board).into_iter();
            open.map(move |cell| (board, cell))
        })
    }

    fn moved(&self, place: &str, piece: &str) -> Result<Position, String> {
        let doors = piece.parse::<Doors>().ok().filter(|doors| *doors < 16);
        let doors = doors.ok_or(format!("{piece} is not a piece: pieces are 0 to 15"))?;
        let mut position = self.position.clone();
        let moved = match place {
            "take" => position.take(doors),
            "new" => {
                let mut boards = position.boards().iter();
                let left = boards.position(|pieces| pieces.is_empty());
                let board = left.unwrap_or(position.boards().len());
                let cell = Cell::default();
                position.put(board, Piece { cell, doors })
            }
            _ => {
                let (board, cell) = self.cell(place)?;
                position.put(board, Piece { cell, doors })
            }
        };
        moved.map(|()| position).map_err(|fault| fault.to_string())
    }

    fn cell(&self, letter: &str) -> Result<(usize, Cell), String> {
        let mut cells = names().zip(self.open());
        let found = cells.find(|(name, _)| letter.chars().eq([*name]));
        found
            .map(|(_, at)| at)
            .ok_or_else(|| format!("`{letter}` is not an open cell: see help"))
    }
}

impl app::Game for Game {
    const HELP: &'static str = "The 16 squares have all combinations of doors, each drawn as a line from the \
        middle to a side. Lay all of them, so that every door meets a door, and a side without a door has no neighbour. Letters and digits mark open cells, which need a \
        piece. `a 3` lays piece 3 on a, `a` lists the pieces that fit there, `new 3` lays piece 3 apart from the other pieces, \
        `take 3` takes piece 3 away, and `ways` counts the solutions that are left.";

    fn drawing(&self) -> String {
        let open: Vec<(usize, Cell)> = self.open().collect();
        let boards = self.position.boards().iter().enumerate();
        let drawn = boards.map(|(board, pieces)| {
            let here = names().zip(&open).filter(|(_, at)| at.0 == board);
            let letters: Vec<(char, Cell)> = here.map(|(letter, at)| (letter, at.1)).collect();
            squares(pieces, &letters)
        });
        drawn.collect()
    }

    fn sentence(&self) -> String {
        let (free, open) = (self.position.free(), self.open().count() as u64);
        let pieces = match free.is_empty() {
            true if open == 0 => {
                return "solved: all pieces are laid, and all doors meet".to_owned();
            }
            true => "none".to_owned(),
            false => named(free.iter().copied()),
        };
        match open {
            0 => format!("pieces: {pieces}\nno cell is open: begin a group with `new`"),
            _ => format!(
                "pieces: {pieces}\n{}",
                counted(open, "open cell", "open cells")
            ),
        }
    }

    fn turn(&mut self, words: &[&str], before: &mut Vec<Game>, stop: &Stop) -> Result<(), String> {
        match *words {
            ["ways" | "w"] => Err(match completions(&self.position, stop) {
                Some(ways) => counted(ways, "solution is left", "solutions are left"),
                None => "stopped".to_owned(),
            }),
            [command @ ("new" | "take")] => Err(format!("add a piece, as in `{command} 3`")),
            [place] => {
                let (board, cell) = self.cell(place)?;
                let fitting = self.position.fitting(board, cell);
                Err(match fitting.len() {
                    0 => format!("no piece that is left fits on {place}"),
                    _ => format!("on {place}: {}", named(fitting)),
                })
            }
            [place, piece] => {
                let position = self.moved(place, piece)?;
                before.push(self.clone());
                self.position = position;
                Ok(())
            }
            _ => Err(format!("`{}` is not a command: see help", words.join(" "))),
        }
    }

    fn hint(&self, stop: &Stop) -> Option<String> {
        let Ok(Completion::Found(put)) = complete(&self.position, self.seed, stop) else {
            return None;
        };
        let Some(&(board, Piece { cell, doors })) = put.first() else {
            return Some("all pieces are laid".to_owned());
        };
        let piece = named([doors]);
        let mut names = names().zip(self.open());
        let Some((name, _)) = names.find(|(_, at)| *at == (board, cell)) else {
            return Some(format!(
                "`new {doors}` begins a group with {piece}: no cell is open"
            ));
        };
        let why = match self.position.fitting(board, cell).len() {
            1 => "no other piece fits there",
            _ => "a solution continues from there",
        };
        Some(format!("`{name} {doors}` lays {piece}: {why}"))
    }

    fn progress(&self) -> String {
        let pieces = self.position.free().len() as u64;
        format!("stopped with {} to lay", counted(pieces, "piece", "pieces"))
    }
}

/// The names of open cells: the letters that are no command, and then digits. At most 32 cells are open, because the
/// pieces have 32 doors.
fn names() -> impl Iterator<Item = char> {
    let letters = ('a'..='z').filter(|letter| !"hquw".contains(*letter));
    letters.chain('0'..='9')
}

/// Pieces with their drawings. A no-break space keeps a piece and its drawing on one line.
fn named(pieces: impl IntoIterator<Item = Doors>) -> String {
    let named = pieces.into_iter().map(|doors| {
        let look = SQUARES[usize::from(doors)];
        format!("{doors}\u{a0}{look}")
    });
    named.collect::<Vec<String>>().join(", ")
}
