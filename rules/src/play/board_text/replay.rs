//! Plays a game again as Simon Tatham's program played it.
//!
//! Its files have these moves:
//!
//! - `F5` fires a ray. The places run clockwise from the first column of the north side.
//! - `T3,5` puts a ball into column 3, line 5, or takes it away.
//! - `LB3,5` locks a cell or unlocks it; `LC3` and `LR5` do so with a column or a line. A
//!   player who locks a cell without a ball says that it is empty.
//! - `R` asks whether the balls are right. If they are, the game is over. If a ray that
//!   was fired says no, the program points at it. Otherwise it fires one that says no.
//! - `S` ends the game, and shows all rays that tell the balls from what is hidden.

use std::ops::RangeInclusive;

use sha1::{Digest, Sha1};

use super::{BoardText, Saved, around};
use crate::game::{Chamber, Config, Molecule, Position};
use crate::play::board::{Board, Marks};
use crate::play::words::{Mark, Move};

pub(super) struct Replay {
    config: Config,
    hidden: Molecule,
    chamber: Chamber,
    told: RangeInclusive<u64>,
    seen: BoardText,
    balls: u128,
    locked: u128,
    saved: Saved,
}

impl Replay {
    pub(super) fn new(hidden: Molecule, config: Config, told: RangeInclusive<u64>) -> Replay {
        Replay {
            config,
            hidden,
            chamber: Chamber::new(hidden, config),
            told,
            seen: BoardText::of_board(Board::new(config.width())),
            balls: 0,
            locked: 0,
            saved: Saved::default(),
        }
    }

    pub(super) fn restart(&mut self) {
        *self = Replay::new(self.hidden, self.config, self.told.clone());
    }

    /// Makes a move; `None` if it is impossible.
    pub(super) fn play(&mut self, text: &str) -> Option<()> {
        if text == "S" {
            self.show();
            return Some(());
        }
        if self.saved.over {
            return None;
        }
        let p = self.config.width();
        let (kind, rest) = text.split_at_checked(1)?;
        match kind {
            // The places run the other way round.
            "F" => self.fire(Position::new(4 * p - 1 - number(rest, 0..=4 * p - 1)?)),
            "T" => {
                self.change(self.balls ^ self.cell(rest)?, self.locked);
                Some(())
            }
            "R" if rest.is_empty() => self.ask(),
            "L" => {
                let (what, which) = rest.split_at_checked(1)?;
                let number = || Some(number(which, 1..=p)? - 1);
                let cells = match what {
                    "B" => self.cell(which)?,
                    "C" => (0..p).fold(0, |cells, line| cells | 1 << (line * p)) << number()?,
                    "R" => ((1 << p) - 1) << (number()? * p),
                    _ => return None,
                };
                // It locks all of them, unless most are locked.
                let locked = (self.locked & cells).count_ones();
                let locked = match 2 * locked <= cells.count_ones() {
                    true => self.locked | cells,
                    false => self.locked & !cells,
                };
                self.change(self.balls, locked);
                Some(())
            }
            _ => None,
        }
    }

    /// What the player sees.
    pub(super) fn seen(self) -> BoardText {
        BoardText {
            marks: Marks::of(&self.seen.board),
            balls: Some(self.told),
            hidden: Some(self.hidden),
            saved: Some(self.saved),
            ..self.seen
        }
    }

    /// A cell by column and line, `3,5`, as a bit.
    fn cell(&self, text: &str) -> Option<u128> {
        let p = self.config.width();
        let (column, line) = text.split_once(',')?;
        let (column, line) = (number(column, 1..=p)?, number(line, 1..=p)?);
        Some(1 << ((line - 1) * p + column - 1))
    }

    /// Fires a ray, unless it is known.
    fn fire(&mut self, position: Position) -> Option<()> {
        let is_new = self.know(position);
        is_new.then(|| self.saved.moves.push(Move::Shoot(position)))
    }

    /// A ray is known from now on. False if it was known before.
    fn know(&mut self, position: Position) -> bool {
        let is_new = !self.is_known(position);
        if is_new {
            let outcome = self.chamber.shoot(position).outcome;
            self.seen.shoot(position, outcome);
        }
        is_new
    }

    /// Changes the balls and the locked cells, and notes how the marks change.
    fn change(&mut self, balls: u128, locked: u128) {
        let changed = balls ^ self.balls | locked ^ self.locked;
        (self.balls, self.locked) = (balls, locked);
        for cell in Molecule::from_bits(changed).atoms() {
            let is_in = |cells: u128| Molecule::from_bits(cells).has_atom(cell);
            let mark = match (is_in(balls), is_in(locked)) {
                (true, _) => Mark::Ball,
                (_, true) => Mark::Empty,
                _ => Mark::Nothing,
            };
            if self.seen.board.cell(cell) != mark.into() {
                self.seen.board.mark(cell, mark);
                self.saved.moves.push(Move::Mark(cell, mark));
            }
        }
    }

    /// The rays that tell the balls from what is hidden, in the order of Tatham's places.
    fn telling(&self) -> impl Iterator<Item = Position> {
        let balls = Chamber::new(Molecule::from_bits(self.balls), self.config);
        let positions = self.config.all_positions().rev();
        positions.filter(move |&position| {
            balls.shoot(position).outcome != self.chamber.shoot(position).outcome
        })
    }

    fn is_known(&self, position: Position) -> bool {
        self.seen.board.result(position).is_some()
    }

    /// Are the balls right?
    fn ask(&mut self) -> Option<()> {
        if !self.told.contains(&self.balls.count_ones().into()) {
            return None;
        }
        let telling: Vec<Position> = self.telling().collect();
        if telling.is_empty() {
            self.saved.over = true;
            self.saved.moves.push(Move::Done);
        } else if !telling.iter().any(|&position| self.is_known(position)) {
            let chosen = telling[self.chance(telling.len())];
            self.fire(chosen)?;
        }
        Some(())
    }

    fn show(&mut self) {
        let telling: Vec<Position> = self.telling().collect();
        for position in telling {
            self.know(position);
        }
        self.saved.over = true;
    }

    /// A number below `of`, as Tatham's program chooses it. Its random numbers begin
    /// with the bytes of the board in its memory, so the same balls get the same answer.
    fn chance(&self, of: usize) -> usize {
        let p = self.config.width();
        let mut squares = vec![0u32; (p + 2) * (p + 2)];
        for cell in 0..self.config.cells() {
            // A ball that the player puts into a cell counts as hidden there.
            let ball = 3 * (self.balls >> cell & 1) as u32;
            let locked = 4 * (self.locked >> cell & 1) as u32;
            squares[(cell / p + 1) * (p + 2) + cell % p + 1] = ball | locked;
        }
        for (position, label) in self.seen.labels.iter().enumerate() {
            let (line, column) = around(position, p);
            squares[line * (p + 2) + column] = match label.as_deref() {
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

/// A number as Tatham's program writes it.
fn number(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|number| digits && range.contains(number))
}

/// The random numbers of Tatham's program.
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
