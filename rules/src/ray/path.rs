//! One ray: where it enters, how it travels, how it ends.
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
//!
//! The box is kept twice, as lines and as columns, with an empty border. In any
//! direction, the cell ahead and the two beside it are three neighbouring bits of
//! one of those masks. So the rule is one `match` on them, and a turn swaps the two
//! coordinates.
//!
//! A ray that is shot back goes the same way, so only one ray crosses a side of a
//! cell: the lines of drawn rays never lie on each other.

use crate::board::Cell;
use crate::board::Config;
use crate::board::MAX_WIDTH;
use crate::board::Molecule;
use crate::board::Position;

/// How a ray ends.
///
/// ```
/// use blackbox_rules::board::{Config, Molecule, Position};
/// use blackbox_rules::ray::{Chamber, Outcome};
///
/// let config = Config::new(2, 4)?;
/// let chamber = Chamber::new(Molecule::parse("O-O-------------", config)?, config);
/// let outcome = |position| chamber.shoot(Position::new(position)).outcome;
/// assert_eq!(outcome(3), Outcome::Out(Position::new(8)));
/// assert_eq!(outcome(5), Outcome::Reflected);
/// assert_eq!(outcome(0), Outcome::Absorbed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It hits an atom.
    Absorbed,
    /// It comes back to where it entered.
    Reflected,
    /// It comes out at another position.
    Out(Position),
}

/// A ray that has been shot. See the [example](Path).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ray {
    /// How it ended.
    pub outcome: Outcome,
    /// The number of cells that it entered before its end. A cell that it
    /// entered twice counts twice. The way back of a reflected ray does not
    /// count. 0 for a ray that never got into the box.
    pub length: u16,
    /// The number of its turns by 90°, also without the way back.
    pub turns: u16,
}

/// A ray and the way that it went.
///
/// ```
/// use blackbox_rules::board::{Cell, Config, Molecule, Position};
/// use blackbox_rules::ray::Chamber;
///
/// // It comes from the south, turns away from the atom in cell 0, and leaves in the east.
/// let config = Config::new(1, 3)?;
/// let path = Chamber::new(Molecule::first(config), config).path(Position::new(4));
/// assert_eq!(path.cells, [7, 4, 5].map(Cell::new));
/// assert_eq!((path.ray.length, path.ray.turns, path.atom), (3, 1, None));
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The position that it was shot from.
    pub position: Position,
    /// How it ended.
    pub ray: Ray,
    /// The cells that it entered, in order, without the way back of a reflected ray.
    pub cells: Vec<Cell>,
    /// The cell of the atom that absorbed it, if one did.
    pub atom: Option<Cell>,
}

/// The two axes of travel: across the columns or across the lines.
const HORIZONTAL: usize = 0;
const VERTICAL: usize = 1;

/// A molecule laid out for rays: every column and every line of the box as a
/// bit mask, with a border of empty cells. A ray sees three neighbouring bits
/// of the column or line ahead of it.
///
/// Lines and columns count from 1 to p here, as in the original; 0 and p + 1
/// are the border that rays come from and go to.
///
/// See the examples of [`Outcome`] and [`Path`].
pub struct Chamber {
    /// What is ahead of a ray: `[HORIZONTAL][c]` is column c, bit l for line
    /// l; `[VERTICAL][l]` is line l, bit c for column c.
    ahead: [[u16; MAX_WIDTH + 2]; 2],
    width: usize,
}

impl Chamber {
    /// Puts a molecule into the box.
    pub fn new(molecule: Molecule, config: Config) -> Chamber {
        let width = config.width();
        let mut ahead = [[0; MAX_WIDTH + 2]; 2];
        for cell in molecule.atoms() {
            let (line, column) = (cell.line(width) + 1, cell.column(width) + 1);
            ahead[HORIZONTAL][column] |= 1 << line;
            ahead[VERTICAL][line] |= 1 << column;
        }
        Chamber { ahead, width }
    }

    /// Shoots a ray from a position. Panics if the box has no such position.
    pub fn shoot(&self, position: Position) -> Ray {
        self.travel(position, |_| {}).0
    }

    /// The path of a ray, shot as [`Chamber::shoot`] does.
    pub fn path(&self, position: Position) -> Path {
        let mut cells = Vec::new();
        let (ray, ahead) = self.travel(position, |cell| cells.push(Cell::new(cell)));
        Path {
            position,
            ray,
            cells,
            atom: (ray.outcome == Outcome::Absorbed).then(|| Cell::new(ahead)),
        }
    }

    /// Follows a ray to its end. Tells each cell that it enters, and returns the last one ahead.
    #[inline(always)]
    fn travel(&self, position: Position, mut enters: impl FnMut(usize)) -> (Ray, usize) {
        // `along` is the ray's column if it travels horizontally, its line if vertically, and
        // `across` is the other one.
        let (mut axis, mut forwards, mut across) = entering(position, self.width);
        let mut along = if forwards { 0 } else { self.width + 1 };
        let (mut length, mut turns) = (0, 0);
        let cell = |axis, along, across| match axis {
            HORIZONTAL => (across - 1) * self.width + along - 1,
            _ => (along - 1) * self.width + across - 1,
        };
        let (outcome, ahead) = loop {
            let next = if forwards { along + 1 } else { along - 1 };
            let seen = self.ahead[axis][next] >> (across - 1) & 0b111;
            match seen {
                0b000 => {
                    along = next;
                    if along == 0 || along == self.width + 1 {
                        let exit = leaving(axis, forwards, across, self.width);
                        break (Outcome::Out(exit), 0);
                    }
                    enters(cell(axis, along, across));
                    length += 1;
                }
                0b001 | 0b100 if length == 0 => {
                    break (Outcome::Reflected, cell(axis, next, across));
                }
                // It turns away from the atom.
                0b001 | 0b100 => {
                    turns += 1;
                    axis = 1 - axis;
                    (along, across) = (across, along);
                    forwards = seen == 0b001;
                }
                0b101 => break (Outcome::Reflected, cell(axis, next, across)),
                _ => break (Outcome::Absorbed, cell(axis, next, across)),
            }
        };
        let ray = Ray {
            outcome,
            length,
            turns,
        };
        (ray, ahead)
    }
}

/// How a ray enters: its axis, whether it goes towards higher columns or lines, and across where.
fn entering(position: Position, width: usize) -> (usize, bool, usize) {
    let position = position.index();
    assert!(
        position < 4 * width,
        "no position {position} around the box"
    );
    let on_side = position % width + 1;
    match position / width {
        0 => (HORIZONTAL, true, on_side),
        1 => (VERTICAL, false, on_side),
        2 => (HORIZONTAL, false, width + 1 - on_side),
        _ => (VERTICAL, true, width + 1 - on_side),
    }
}

/// The position where a ray that has left the box came out.
fn leaving(axis: usize, forwards: bool, across: usize, width: usize) -> Position {
    Position::new(match (axis, forwards) {
        (HORIZONTAL, false) => across - 1,
        (HORIZONTAL, true) => 3 * width - across,
        (_, true) => width + across - 1,
        (_, false) => 4 * width - across,
    })
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    /// The sides of cells that a ray crosses, by what is on either side of them.
    fn crossed(path: &Path, config: Config) -> Vec<(usize, usize)> {
        let behind = |position: Position| config.cells() + position.index();
        let end = match path.ray.outcome {
            Outcome::Out(exit) => Some(behind(exit)),
            _ => path.atom.map(Cell::index),
        };
        let cells = [behind(path.position)]
            .into_iter()
            .chain(path.cells.iter().map(|cell| cell.index()));
        let cells: Vec<usize> = cells.chain(end).collect();
        let sides = cells.windows(2);
        sides.map(|w| (w[0].min(w[1]), w[0].max(w[1]))).collect()
    }

    #[test]
    fn paths_lead_from_cell_to_cell_and_never_along_each_other() {
        for text in [
            "A0_B1", "A1_B1", "A3_B4", "A5_B4", "A9_B4", "A16_B4", "A3_B6", "A20_B5",
        ] {
            let config: Config = text.parse().unwrap();
            let width = config.width();
            for molecule in config.all_molecules() {
                let chamber = Chamber::new(molecule, config);
                let mut sides = Vec::new();
                for position in config.all_positions() {
                    let path = chamber.path(position);
                    assert_eq!(path.ray, chamber.shoot(position));
                    assert_eq!(path.cells.len(), usize::from(path.ray.length));
                    assert!(path.cells.iter().all(|&cell| !molecule.has_atom(cell)));
                    let all = path.cells.iter().copied().chain(path.atom);
                    let places = all.map(|cell| (cell.line(width), cell.column(width)));
                    for (one, next) in places.tuple_windows() {
                        assert_eq!(one.0.abs_diff(next.0) + one.1.abs_diff(next.1), 1);
                    }
                    let absorbed = path.ray.outcome == Outcome::Absorbed;
                    assert_eq!(path.atom.is_some(), absorbed, "{molecule:?} {position:?}");
                    assert!(path.atom.is_none_or(|atom| molecule.has_atom(atom)));
                    match path.ray.outcome {
                        // The ray that is shot back goes the same way.
                        Outcome::Out(exit) if exit < position => {
                            let mut back = chamber.path(exit);
                            back.cells.reverse();
                            assert_eq!(back.cells, path.cells);
                        }
                        _ => sides.extend(crossed(&path, config)),
                    }
                }
                let crossings = sides.len();
                sides.sort_unstable();
                sides.dedup();
                assert_eq!(sides.len(), crossings, "{config} {molecule:?}");
            }
        }
    }
}
