//! The first level: a person lays the 16 squares in a terminal, line by line.

use std::io::{self, Write};

use ::draw::words::{counted, wrapped};
use app::terminal::columns_to_wrap;
use watch::Stop;

use crate::rules::{Cell, Doors, Fault, Piece, Position, Tiles};
use crate::search::{Completion, beginning, complete, completions};
use crate::view::{SQUARES, write_squares};

pub(crate) const HELP: &str = "\
There is a square for every set of four doors. Lay all 16: every door meets a door, and a side \
without a door has no neighbour. Letters are open cells, where a piece must come.
`a 3` lays piece 3 on a, `a` says what fits there, `new 3` begins another group with piece 3; \
`take 3`, `undo`, `hint`, `ways` (left), `show`, `help` and `quit` do what they say";

pub(crate) struct Game {
    position: Position,
    before: Vec<Position>,
    seed: u64,
}

impl Game {
    /// A game with this number of pieces of a solution, which a seed finds.
    pub(crate) fn new(laid: usize, seed: u64) -> Result<Game, Fault> {
        Ok(Game {
            position: beginning(Tiles::Squares, laid, seed)?,
            before: Vec::new(),
            seed,
        })
    }

    /// The open cells, each with its board, in the order of their letters.
    fn open(&self) -> impl Iterator<Item = (usize, Cell)> {
        let boards = 0..self.position.boards().len();
        boards.flat_map(move |board| {
            let open = self.position.open(board).into_iter();
            open.map(move |cell| (board, cell))
        })
    }

    pub(crate) fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let open: Vec<(usize, Cell)> = self.open().collect();
        let letters = || ('a'..).zip(&open);
        for (board, pieces) in self.position.boards().iter().enumerate() {
            let here = letters().filter(|(_, at)| at.0 == board);
            let marks: Vec<(char, Cell)> = here.map(|(letter, at)| (letter, at.1)).collect();
            write_squares(out, pieces, &marks)?;
        }
        let free = self.position.free().iter().copied();
        let told = match (open.len(), free.len()) {
            (0, 0) => "solved: all pieces lie, and all doors meet".to_owned(),
            (0, _) => format!("{}\nno cell is open: begin a group with `new`", named(free)),
            (open, left) => {
                let pieces = if left > 0 {
                    named(free)
                } else {
                    "none".to_owned()
                };
                let open = counted(open as u64, "open cell", "open cells");
                format!("{pieces}\n{open}")
            }
        };
        say(out, &told)
    }

    /// Answers a line, and returns whether the game continues.
    pub(crate) fn answer(
        &mut self,
        line: &str,
        out: &mut impl Write,
        stop: &Stop,
    ) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let moved = match words[..] {
            [] | ["show"] => Ok(self.position.clone()),
            ["help" | "?"] => Err(HELP.to_owned()),
            ["quit" | "q"] => return Ok(false),
            ["undo" | "u"] => match self.before.pop() {
                Some(before) => {
                    self.position = before.clone();
                    Ok(before)
                }
                None => Err("there is no move to take back".to_owned()),
            },
            ["hint" | "h"] => Err(self.hint(stop)),
            ["ways" | "w"] => Err(match completions(&self.position, stop) {
                Some(ways) => counted(ways, "way is left", "ways are left"),
                None => "stopped".to_owned(),
            }),
            ["new" | "take"] => Err(format!("say which piece, as in `{line} 3`")),
            [place] => self.cell(place).map_or_else(Err, |(board, cell)| {
                let fitting = self.position.fitting(board, cell);
                Err(match fitting.len() {
                    0 => format!("no free piece fits on {place}: take something back"),
                    _ => format!("on {place} fits {}", named(fitting)),
                })
            }),
            [place, piece] => self.moved(place, piece),
            _ => Err(format!("{line} is not a command: see help")),
        };
        match moved {
            Ok(position) => {
                let before = std::mem::replace(&mut self.position, position);
                if before != self.position {
                    self.before.push(before);
                }
                self.show(out)?;
            }
            Err(words) => say(out, &words)?,
        }
        Ok(true)
    }

    fn moved(&self, place: &str, piece: &str) -> Result<Position, String> {
        let doors = piece.parse::<Doors>().ok().filter(|doors| *doors < 16);
        let doors = doors.ok_or(format!("{piece} is not a piece: they are 0 to 15"))?;
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
        let mut cells = ('a'..).zip(self.open());
        let found = cells.find(|(name, _)| letter.chars().eq([*name]));
        found
            .map(|(_, at)| at)
            .ok_or_else(|| format!("{letter} is neither an open cell nor a command: see help"))
    }

    fn hint(&self, stop: &Stop) -> String {
        let (board, Piece { cell, doors }) = match complete(&self.position, self.seed, stop) {
            Ok(Completion::Found(put)) if put.is_empty() => return "all pieces lie".to_owned(),
            Ok(Completion::Found(put)) => put[0],
            Ok(Completion::Impossible) => {
                return "no solution has these pieces here: take something back".to_owned();
            }
            Ok(Completion::Stopped) => return "stopped".to_owned(),
            Err(fault) => return fault.to_string(),
        };
        let piece = named([doors]);
        let mut letters = ('a'..).zip(self.open());
        let Some((letter, _)) = letters.find(|(_, at)| *at == (board, cell)) else {
            let why = format!("no cell is open, and a solution has {piece} in another group");
            return format!("`new {doors}`: {why}");
        };
        let why = match self.position.fitting(board, cell).len() {
            1 => "no other piece fits there",
            _ => "a solution continues from there",
        };
        format!("`{letter} {doors}` lays {piece}: {why}")
    }
}

fn named(pieces: impl IntoIterator<Item = Doors>) -> String {
    let named = pieces.into_iter().map(|doors| {
        let look = SQUARES[usize::from(doors)];
        format!("{doors}\u{a0}{look}")
    });
    named.collect::<Vec<String>>().join(", ")
}

/// Writes words; no new line begins between a piece and its look.
fn say(out: &mut impl Write, words: &str) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        wrapped(words, columns_to_wrap()).replace('\u{a0}', " ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_lead_to_a_solution() {
        let mut game = Game::new(0, 1).unwrap();
        let mut answer = |line: &str| {
            let mut out = Vec::new();
            assert!(game.answer(line, &mut out, &Stop::default()).unwrap());
            String::from_utf8(out).unwrap()
        };
        for (line, said) in [
            ("ways", "5,005 ways are left\n"),
            ("undo", "there is no move to take back\n"),
            ("a 3", "a is neither an open cell nor a command: see help"),
            ("new 16", "16 is not a piece: they are 0 to 15\n"),
            ("1 2 3", "1 2 3 is not a command: see help"),
            ("take 1", "this piece is not on a board\n"),
        ] {
            assert!(answer(line).starts_with(said), "{line}");
        }
        assert!(answer("new 3").starts_with("  a\n  └─b\n\n0 ·, 1 ╶, 2 ╵, 4 ╴"));
        assert!(answer("b 1").starts_with("this piece has no door to the west, and the piece"));
        assert!(answer("b").starts_with("on b fits 4 ╴, 5 ─,"));
        answer("undo");
        let mut shown = String::new();
        for _ in 0..16 {
            let hint = answer("hint");
            shown = answer(hint.split('`').nth(1).unwrap());
        }
        assert!(shown.ends_with("doors meet\n"), "{shown}");
    }
}
