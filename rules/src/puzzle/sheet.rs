//! A player's notes: rays and their answers, marks, and the steps to undo.

use std::ops::RangeInclusive;

use super::evidence::{Evidence, Marks, NoteError};
use super::question::{Annotations, Puzzle};
use super::text::{BoardText, emacs};
use super::words::Mark;
use crate::board::{Cell, ConfigError, Position, Size, WrongBox};
use crate::ray::Outcome;

/// A player's notes.
///
/// ```
/// use blackbox_rules::board::Size;
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::sheet::Sheet;
///
/// let size = Size::square(4)?;
/// let mut sheet = Sheet::new(size, 2..=2);
/// let [west, east] = [0, 11].map(|index| size.position(index).expect("it has 16 positions"));
/// assert!(sheet.note(west, Outcome::Out(east))?);
/// // The ray is noted at its other end, too.
/// assert!(!sheet.note(east, Outcome::Out(west))?);
/// assert_eq!(sheet.labels()[11].as_deref(), Some("1"));
/// assert!(sheet.undo());
/// assert_eq!((sheet.rays(), sheet.taken_back), (0, 1));
/// sheet.note(west, Outcome::Absorbed)?;
/// // The molecules that agree with the ray.
/// assert_eq!(sheet.question()?.solve(0)?.count(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    balls: RangeInclusive<u64>,
    evidence: Evidence,
    history: Vec<Step>,
    /// The number of rays that were fired and taken back.
    pub taken_back: u64,
}

/// A step of the player that can be undone.
#[derive(Clone, Copy, Debug)]
enum Step {
    Shot(Position),
    Mark { cell: Cell, before: Mark },
}

impl Sheet {
    /// An empty sheet for a box of this size, with these possible numbers of balls.
    pub fn new(size: Size, balls: RangeInclusive<u64>) -> Sheet {
        Sheet {
            balls,
            evidence: Evidence::new(size),
            history: Vec::new(),
            taken_back: 0,
        }
    }

    /// The sheet after the first `rays` rays, without marks.
    #[must_use]
    #[doc(hidden)]
    pub fn after(&self, rays: usize) -> Sheet {
        let mut sheet = Sheet::new(self.evidence.size(), self.balls());
        for (position, outcome) in self.shots().take(rays) {
            sheet.set(position, outcome);
        }
        sheet
    }

    /// The possible numbers of balls.
    pub fn balls(&self) -> RangeInclusive<u64> {
        self.balls.clone()
    }

    /// The board with the player's marks.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The number of rays that were fired.
    pub fn rays(&self) -> usize {
        self.shots().count()
    }

    /// The rays in the order in which they were fired.
    pub fn shots(&self) -> impl Iterator<Item = (Position, Outcome)> {
        self.history.iter().filter_map(|step| match *step {
            Step::Shot(position) => Some((position, self.evidence.results()[position.index()]?)),
            Step::Mark { .. } => None,
        })
    }

    /// Notes the outcome of a ray. Returns false if it was noted before.
    ///
    /// # Errors
    ///
    /// As [`Evidence::note`].
    pub fn note(&mut self, position: Position, outcome: Outcome) -> Result<bool, NoteError> {
        let is_new = self.evidence.result(position)?.is_none();
        self.evidence.note(position, outcome)?;
        if is_new {
            self.history.push(Step::Shot(position));
        }
        Ok(is_new)
    }

    /// Notes a ray of this box that contradicts no other.
    pub(super) fn set(&mut self, position: Position, outcome: Outcome) {
        self.evidence.set(position, outcome);
        self.history.push(Step::Shot(position));
    }

    /// The player's mark in a cell.
    pub fn mark_at(&self, cell: Cell) -> Result<Mark, WrongBox> {
        self.evidence.cell(cell).map(Mark::from)
    }

    /// Marks a cell.
    pub fn mark(&mut self, cell: Cell, mark: Mark) -> Result<(), WrongBox> {
        let before = self.mark_at(cell)?;
        if before != mark {
            self.evidence.mark(cell, mark)?;
            self.history.push(Step::Mark { cell, before });
        }
        Ok(())
    }

    /// Takes back the last ray or mark. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        match self.history.pop() {
            None => return false,
            Some(Step::Mark { cell, before }) => self.evidence.set_cell(cell.index(), before),
            Some(Step::Shot(position)) => {
                self.evidence.unshoot(position);
                self.taken_back += 1;
            }
        }
        true
    }

    /// Whether there is no ray or mark to take back.
    #[doc(hidden)]
    pub fn is_untouched(&self) -> bool {
        self.history.is_empty()
    }

    /// The label at each position: H, R, or a number that counts the rays that came out.
    pub fn labels(&self) -> Vec<Option<String>> {
        BoardText::of_shots(self.evidence.size(), self.shots()).labels
    }

    /// The number of balls that are placed.
    pub fn placed(&self) -> u64 {
        Marks::of(&self.evidence).atoms.config().atoms() as u64
    }

    /// The puzzle that asks which molecules agree with the rays. Marks are a guess, so they are ignored.
    ///
    /// # Errors
    ///
    /// If a possible number of balls does not fit into the box.
    pub fn question(&self) -> Result<Puzzle, ConfigError> {
        let question = Puzzle::new(self.evidence.without_marks(), self.balls())?;
        Ok(question.with(Annotations {
            labels: self.labels(),
            ..Annotations::default()
        }))
    }

    /// The board with the player's marks, drawn as in Emacs; `decode` reads this drawing.
    pub fn drawing(&self) -> String {
        self.drawn(|cell| match self.evidence.cells()[cell.index()] {
            Some(true) => 'O',
            Some(false) => 'x',
            None => '-',
        })
    }

    /// As [`Sheet::drawing`], with other symbols in the cells.
    pub(super) fn drawn(&self, symbol: impl Fn(Cell) -> char) -> String {
        let drawn = emacs::draw(self.evidence.size(), symbol, &self.labels());
        let lines = drawn.lines().flat_map(|line| [line.trim_end(), "\n"]);
        let mut text: String = lines.collect();
        if self.balls.start() == self.balls.end() {
            text += &emacs::balls_line(*self.balls.end() as usize);
        }
        text
    }
}
