//! Reads the files in which Simon Tatham's collection saves a game.
//!
//! A line is a key of eight characters, a colon, the length of the value, a colon and the value. `CPARAMS` and
//! `DESC` are the two halves of the game ID. `STATEPOS` is one more than the number of moves that are not taken
//! back. The moves follow, one per line.
//!
//! The moves are:
//!
//! - `F5` fires a ray. Places are counted clockwise from the first column of the north side.
//! - `T3,5` puts a ball into column 3, row 5, or removes it.
//! - `LB3,5` locks a cell or unlocks it; `LC3` and `LR5` do so with a column or a row. A player who locks a cell
//!   without a ball supposes that it is empty.
//! - `R` asks whether the balls are right. If they are, the game is over. Otherwise, the program points at a fired
//!   ray that refutes them or, if there is none, fires such a ray.
//! - `S` ends the game, and shows all rays that refute the balls.

use std::ops::RangeInclusive;

use sha1::{Digest, Sha1};

use super::error::{at, expected};
use super::{BoardText, BoardTextError, Saved, game_id};
use crate::board::{Board, Cell, CellMask, Position, Size, WideMask};
use crate::puzzle::evidence::Marks;
use crate::puzzle::game::Game;
use crate::puzzle::words::{Mark, Move};

const MAGIC: &str = "SAVEFILE:";

/// Whether a text begins like such a file.
pub(super) fn is_one(text: &str) -> bool {
    text.trim_start().starts_with(MAGIC)
}

/// Parses a saved game and replays its moves.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let lines = || {
        let rows = text.split('\n').enumerate();
        rows.filter_map(|(row, line)| {
            let (key, rest) = line.trim().split_once(':')?;
            let (_, value) = rest.split_once(':')?;
            Some((key.trim_end(), row, value))
        })
    };
    let found = |wanted: &str| {
        let line = lines().find(|&(key, ..)| key == wanted);
        line.map(|(_, row, value)| (row, value))
    };
    let expected = |row, read: &str, wanted| at(row, 0, expected(read, wanted));
    let (row, game) = found("GAME").unwrap_or((0, MAGIC));
    if game != "Black Box" {
        return Err(expected(row, game, "a saved game of Black Box"));
    }
    let parameters = found("CPARAMS").or_else(|| found("PARAMS"));
    let (Some((_, parameters)), Some((row, digits)), Some((place, states))) =
        (parameters, found("DESC"), found("STATEPOS"))
    else {
        let wanted = "a saved game with its CPARAMS, DESC and STATEPOS";
        return Err(expected(0, MAGIC, wanted));
    };
    let (hidden, balls) = game_id::read(&format!("{parameters}:{digits}"), row, 0)?;
    let is_move = |key| matches!(key, "MOVE" | "SOLVE" | "RESTART");
    let moves: Vec<_> = lines().filter(|&(key, ..)| is_move(key)).collect();
    let kept = states
        .parse()
        .ok()
        .and_then(|states: usize| moves.get(..states.checked_sub(1)?));
    let Some(kept) = kept else {
        let wanted = "one more than the number of moves that are not taken back";
        return Err(expected(place, states, wanted));
    };
    let beginning = || Replay::new(hidden, balls.clone());
    let mut replay = beginning();
    for &(key, row, step) in kept {
        if key == "RESTART" {
            replay = beginning();
        } else if replay.play(step).is_none() {
            return Err(expected(row, step, "a possible move"));
        }
    }
    Ok(replay.seen())
}

/// Replays a game as Tatham's program played it.
struct Replay {
    size: Size,
    game: Game,
    locked: WideMask,
    saved: Saved,
}

impl Replay {
    fn new(hidden: Board, atoms: RangeInclusive<u64>) -> Replay {
        Replay {
            size: hidden.size(),
            game: Game::new(hidden, atoms),
            locked: WideMask::EMPTY,
            saved: Saved::default(),
        }
    }

    /// Makes a move. `None` if it is impossible.
    fn play(&mut self, text: &str) -> Option<()> {
        if text == "S" {
            for position in self.refuting() {
                self.game.fire(position).ok()?;
            }
            self.saved.over = true;
            return Some(());
        }
        if self.saved.over {
            return None;
        }
        let (kind, rest) = text.split_at_checked(1)?;
        match kind {
            // Tatham's places run in the opposite direction.
            "F" => {
                let last = self.size.positions() - 1;
                let position = self.size.position(last - number(rest, 0..=last)?)?;
                self.step(Move::Shoot(position))
            }
            "T" => {
                self.change(self.balls() ^ self.cell(rest)?, self.locked);
                Some(())
            }
            "R" if rest.is_empty() => self.verify(),
            "L" => {
                let (what, which) = rest.split_at_checked(1)?;
                let of = |line: fn(Cell) -> usize, lines| {
                    let wanted = number(which, 1..=lines)? - 1;
                    let cells = self.size.all_cells();
                    let cells = cells.filter(|&cell| line(cell) == wanted);
                    Some(WideMask::of_cells(cells.map(Cell::index)))
                };
                let cells = match what {
                    "B" => self.cell(which)?,
                    "C" => of(Cell::column, self.size.columns())?,
                    "R" => of(Cell::row, self.size.rows())?,
                    _ => return None,
                };
                // Locks all of these cells, or unlocks them if most are locked.
                let locked = (self.locked & cells).count();
                let locked = match 2 * locked <= cells.count() {
                    true => self.locked | cells,
                    false => self.locked & !cells,
                };
                self.change(self.balls(), locked);
                Some(())
            }
            _ => None,
        }
    }

    /// The board as the player sees it.
    fn seen(self) -> BoardText {
        BoardText {
            marks: Marks::of(self.game.evidence()),
            evidence: self.game.evidence().clone(),
            balls: Some(self.game.balls()),
            hidden: Some(self.game.hidden()),
            saved: Some(self.saved),
            ..BoardText::of_shots(self.size, self.game.shots())
        }
    }

    /// The cells where the player placed balls.
    fn balls(&self) -> WideMask {
        Marks::of(self.game.evidence()).atoms.cells()
    }

    /// Parses a cell as column and row, `3,5`.
    fn cell(&self, text: &str) -> Option<WideMask> {
        let (column, row) = text.split_once(',')?;
        let column = number(column, 1..=self.size.columns())? - 1;
        let row = number(row, 1..=self.size.rows())? - 1;
        Some(WideMask::cell(self.size.cell(row, column)?.index()))
    }

    /// Makes a move, and records it. `None` if it changes nothing.
    fn step(&mut self, step: Move) -> Option<()> {
        if self.game.is_idle(step) {
            return None;
        }
        self.game.play(step).ok()?;
        self.saved.moves.push(step);
        Some(())
    }

    /// Changes the balls and the locked cells, and records the moves that mark cells accordingly.
    fn change(&mut self, balls: WideMask, locked: WideMask) {
        let changed = (balls ^ self.balls()) | (locked ^ self.locked);
        self.locked = locked;
        for cell in changed.cells() {
            let mark = match (balls.has(cell), locked.has(cell)) {
                (true, _) => Mark::Ball,
                (_, true) => Mark::Empty,
                _ => Mark::Nothing,
            };
            self.step(Move::Mark(Cell::of(cell, self.size), mark));
        }
    }

    /// The rays that refute the balls, in the order of Tatham's places.
    fn refuting(&self) -> Vec<Position> {
        let boards = [self.game.hidden(), Board::of_cells(self.balls(), self.size)];
        let positions = self.size.all_positions().rev();
        let refutes = |position: &Position| {
            let [hidden, guessed] = boards.map(|board| board.fire(*position));
            hidden.map(|ray| ray.outcome) != guessed.map(|ray| ray.outcome)
        };
        positions.filter(refutes).collect()
    }

    /// Asks whether the balls are right.
    fn verify(&mut self) -> Option<()> {
        match self.game.end().ok()?.refuted {
            None => {
                self.saved.over = true;
                self.saved.moves.push(Move::Done);
            }
            Some(ray) if ray.was_fired => {}
            Some(_) => {
                let refuting = self.refuting();
                let chosen = refuting[self.chance(refuting.len())];
                self.step(Move::Shoot(chosen))?;
            }
        }
        Some(())
    }

    /// The number below `of` that Tatham's program chooses. It seeds its random numbers with the bytes of the board
    /// in its memory, so the same balls always get the same answer.
    fn chance(&self, of: usize) -> usize {
        let across = self.size.columns() + 2;
        let balls = self.balls();
        let mut squares = vec![0u32; (self.size.rows() + 2) * across];
        for cell in self.size.all_cells() {
            // In that memory, a ball placed by the player counts as hidden there.
            let ball = 3 * u32::from(balls.has(cell.index()));
            let locked = 4 * u32::from(self.locked.has(cell.index()));
            squares[(cell.row() + 1) * across + cell.column() + 1] = ball | locked;
        }
        for (position, label) in self.size.all_positions().zip(self.game.labels()) {
            let (row, column) = position.place();
            squares[row * across + column] = match label.as_deref() {
                None => 0,
                Some("H") => 0x2000,
                Some("R") => 0x1000,
                Some(number) => number.parse().unwrap_or(0),
            };
        }
        let bytes: Vec<u8> = squares.iter().flat_map(|word| word.to_le_bytes()).collect();
        Random::new(&bytes).below(of)
    }
}

/// Parses a number in the format of Tatham's program.
fn number(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|number| digits && range.contains(number))
}

/// The random number generator of Tatham's program.
struct Random {
    seed: [u8; 40],
    bytes: [u8; 20],
    used: usize,
}

impl Random {
    fn new(begin: &[u8]) -> Random {
        let mut seed = [0; 40];
        let first = hash(begin);
        seed[..20].copy_from_slice(&first);
        seed[20..].copy_from_slice(&hash(&first));
        Random {
            bytes: hash(&seed),
            seed,
            used: 0,
        }
    }

    fn byte(&mut self) -> usize {
        if self.used == self.bytes.len() {
            for byte in &mut self.seed[..20] {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
            (self.bytes, self.used) = (hash(&self.seed), 0);
        }
        self.used += 1;
        self.bytes[self.used - 1].into()
    }

    fn below(&mut self, end: usize) -> usize {
        let bits = end.ilog2() + 1 + 3;
        let share = (1 << bits) / end;
        loop {
            let bytes = (0..bits.div_ceil(8)).fold(0, |word, _| word << 8 | self.byte());
            let number = bytes & ((1 << bits) - 1);
            if number < share * end {
                return number / share;
            }
        }
    }
}

fn hash(bytes: &[u8]) -> [u8; 20] {
    Sha1::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    const SAVED: &str = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :9:Black Box
PARAMS  :8:w8h8m5M5
CPARAMS :8:w8h8m4M4
DESC    :20:7fb1716227a3422d7fbd
NSTATES :1:2
STATEPOS:1:2
MOVE    :2:F0
";

    #[test]
    fn the_game_is_that_of_its_id() {
        let read = |text: &str| BoardText::parse(text.as_bytes()).unwrap();
        let (saved, id) = (read(SAVED), read("w8h8m4M4:7fb1716227a3422d7fbd"));
        assert_eq!((saved.hidden, saved.balls), (id.hidden, id.balls));
        assert_eq!(read(&SAVED.replace('\n', "\r\n")), read(SAVED));
    }

    #[test]
    fn malformed_save_files_are_reported() {
        for case in [
            "Black Box => Mines => line 3, column 1: found \"Mines\", expected a saved game of Black Box",
            "DESC    : => DISC    : => line 1, column 1: found \"SAVEFILE:\", expected a saved game with its CPARAMS, DESC and STATEPOS",
            "MOVE    :2:F0 => MOVE    :3:F32 => line 9, column 1: found \"F32\", expected a possible move",
            "STATEPOS:1:2 => STATEPOS:1:3 => line 8, column 1: found \"3\", expected one more than the number of moves that are not taken back",
            "CPARAMS :8:w8h8 => CPARAMS :8:w8h7 => line 6, column 10: this game ID is corrupted: no arrangement of balls in such a box has these digits",
        ] {
            let [was, is, sentence] = case.split(" => ").collect_array().unwrap();
            let error = BoardText::parse(SAVED.replace(was, is).as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), sentence);
        }
    }
}
