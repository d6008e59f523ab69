//! One ray: where it enters, how it travels, what becomes of it.
//!
//! The rule, as in the game and in the original program: at each step the
//! ray looks at the cell ahead and at the two cells beside that cell.
//!
//! - An atom ahead absorbs it.
//! - Atoms on both sides reflect it.
//! - An atom on one side turns it 90° away, and it looks again before moving.
//! - Otherwise it moves into the cell ahead.
//!
//! A ray that is still outside the box cannot turn: an atom on either side
//! of its first cell reflects it at the edge.

use super::config::{Config, MAX_WIDTH};
use super::molecule::Molecule;

/// What becomes of a ray.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It hits an atom.
    Absorbed,
    /// It comes back to where it entered.
    Reflected,
    /// It comes out at another position.
    Out(usize),
}

/// A ray that has been shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ray {
    /// What became of it.
    pub outcome: Outcome,
    /// How many cells it entered until it was absorbed or reflected or came
    /// out; a cell entered twice counts twice. The way back of a reflected
    /// ray does not count. 0 for a ray that never got into the box.
    pub length: u16,
    /// How often it turned by 90°, likewise.
    pub turns: u16,
}

/// The two ways a ray can travel: across the columns or across the lines.
const HORIZONTAL: usize = 0;
const VERTICAL: usize = 1;

/// A molecule laid out for rays: every column and every line of the box as a
/// bit mask, with a border of empty cells around, so that what a ray sees is
/// three neighbouring bits of the column or line ahead of it.
///
/// Lines and columns count from 1 to p here, as in the original; 0 and p + 1
/// are the border that rays come from and go to.
pub struct Chamber {
    /// `[HORIZONTAL][c]` is column c, bit l for line l; `[VERTICAL][l]` is
    /// line l, bit c for column c: what is ahead of a ray that travels there.
    ahead: [[u16; MAX_WIDTH + 2]; 2],
    width: usize,
}

impl Chamber {
    /// Puts a molecule into the box.
    pub fn new(molecule: Molecule, config: Config) -> Chamber {
        let width = config.width();
        let mut ahead = [[0; MAX_WIDTH + 2]; 2];
        for cell in molecule.atoms() {
            let (line, column) = (cell / width + 1, cell % width + 1);
            ahead[HORIZONTAL][column] |= 1 << line;
            ahead[VERTICAL][line] |= 1 << column;
        }
        Chamber { ahead, width }
    }

    /// Shoots a ray from a position: counted from 0, the west side from top
    /// to bottom, the south side from left to right, the east side from
    /// bottom to top, the north side from right to left.
    ///
    /// # Panics
    ///
    /// If the box has no such position.
    pub fn shoot(&self, position: usize) -> Ray {
        let Heading {
            mut axis,
            mut forwards,
            mut along,
            mut across,
        } = Heading::entering(position, self.width);
        let (mut length, mut turns) = (0, 0);
        let outcome = loop {
            let next = if forwards { along + 1 } else { along - 1 };
            let seen = self.ahead[axis][next] >> (across - 1) & 0b111;
            match seen {
                0b000 => {
                    along = next;
                    if along == 0 || along == self.width + 1 {
                        let heading = Heading {
                            axis,
                            forwards,
                            along,
                            across,
                        };
                        break Outcome::Out(heading.leaving(self.width));
                    }
                    length += 1;
                }
                0b001 | 0b100 if length == 0 => break Outcome::Reflected,
                // It turns away from the side where the atom is.
                0b001 | 0b100 => {
                    turns += 1;
                    axis = 1 - axis;
                    (along, across) = (across, along);
                    forwards = seen == 0b001;
                }
                0b101 => break Outcome::Reflected,
                _ => break Outcome::Absorbed,
            }
        };
        Ray {
            outcome,
            length,
            turns,
        }
    }
}

/// Where a ray is and where it is going: `along` is its column if it travels
/// horizontally, its line if vertically, and `across` is the other one;
/// forwards is towards higher columns or lines.
struct Heading {
    axis: usize,
    forwards: bool,
    along: usize,
    across: usize,
}

impl Heading {
    /// A ray about to enter.
    fn entering(position: usize, width: usize) -> Heading {
        assert!(
            position < 4 * width,
            "no position {position} around the box"
        );
        let on_side = position % width + 1;
        let (axis, forwards, across) = match position / width {
            0 => (HORIZONTAL, true, on_side),
            1 => (VERTICAL, false, on_side),
            2 => (HORIZONTAL, false, width + 1 - on_side),
            _ => (VERTICAL, true, width + 1 - on_side),
        };
        Heading {
            axis,
            forwards,
            along: if forwards { 0 } else { width + 1 },
            across,
        }
    }

    /// The position at which a ray that just left has come out.
    fn leaving(&self, width: usize) -> usize {
        match (self.axis, self.forwards) {
            (HORIZONTAL, false) => self.across - 1,
            (HORIZONTAL, true) => 3 * width - self.across,
            (_, true) => width + self.across - 1,
            (_, false) => 4 * width - self.across,
        }
    }
}
