//! One ray: where it enters, how it travels, how it ends.
//!
//! The rule, as in the game and in the original program: at each step the
//! ray checks the cell ahead and the two cells beside that cell.
//!
//! - An atom ahead absorbs it.
//! - Atoms on both sides reflect it.
//! - An atom on one side turns it 90° away, and it checks again before moving.
//! - Otherwise it moves into the cell ahead.
//!
//! A ray that has not entered the box cannot turn: an atom on either side of its first cell reflects it at the
//! edge.
//!
//! The box is stored twice, as rows and as columns, with an empty border. In any direction, the cell ahead and
//! the two cells beside it are three neighbouring bits of one of these masks, so the rule is one `match` on
//! three bits, and a turn swaps the two coordinates.
//!
//! A ray fired from where another comes out takes the same path in reverse, so at most one ray crosses each
//! edge between two cells, and the lines of drawn rays never coincide.

use std::fmt;

use crate::board::{Board, Cell, CellMask, MAX_SIDE, Position, Side, Size, WrongBox};

/// How a ray ends. It is displayed as `H` (absorbed), `R` (reflected), or the position where it comes out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// The ray hits an atom.
    Absorbed,
    /// The ray comes back to where it entered.
    Reflected,
    /// The ray comes out at another position.
    Out(Position),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Absorbed => f.pad("H"),
            Outcome::Reflected => f.pad("R"),
            Outcome::Out(exit) => exit.fmt(f),
        }
    }
}

/// A ray that has been fired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray {
    /// How the ray ended.
    pub outcome: Outcome,
    /// The number of cells that the ray entered, up to its reflection if it is reflected. A cell that it
    /// entered twice counts twice. 0 for a ray that never entered the box.
    pub length: u16,
    /// The number of turns by 90°, up to its reflection if the ray is reflected.
    pub turns: u16,
}

/// A ray and its path.
///
/// ```
/// use blackbox_rules::board::{Board, Config};
///
/// // The ray comes from the south, turns away from the atom in cell 0, and leaves in the east.
/// let config = Config::new(1, 3)?;
/// let south = config.size().position(4).expect("it has 12 positions");
/// let path = Board::first(config).path(south)?;
/// let cells: Vec<usize> = path.cells.iter().map(|cell| cell.index()).collect();
/// assert_eq!(cells, [7, 4, 5]);
/// assert_eq!((path.ray.length, path.ray.turns, path.atom), (3, 1, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The position from which the ray was fired.
    pub position: Position,
    /// How the ray ended.
    pub ray: Ray,
    /// The cells that the ray entered, in order, up to its reflection if it is reflected.
    pub cells: Vec<Cell>,
    /// The cell of the atom that absorbed the ray, or `None` if it was not absorbed.
    pub atom: Option<Cell>,
}

/// The two axes of travel: from column to column, or from row to row.
const HORIZONTAL: usize = 0;
const VERTICAL: usize = 1;

/// A molecule laid out for following rays: every column and every row of the box as a bit mask, with a border
/// of empty cells. A ray checks three neighbouring bits of the column or row ahead of it.
///
/// Rows and columns are counted from 1 here, as in the original program. Row and column 0 and those after the
/// last one are the border, where rays start and come out.
pub(crate) struct Chamber {
    /// The cells that can be ahead of a ray: `[HORIZONTAL][c]` is column c, with bit l for row l, and
    /// `[VERTICAL][l]` is row l, with bit c for column c.
    ahead: [[u32; MAX_SIDE + 2]; 2],
    /// The number of the border column and of the border row at the far end.
    border: [usize; 2],
    size: Size,
}

impl Board {
    /// Fires a ray from a position.
    pub fn fire(self, position: Position) -> Result<Ray, WrongBox> {
        self.size().expect(position.size())?;
        Ok(Chamber::of(self).fire(position))
    }

    /// Fires a ray from every position, in the order of positions. A ray that comes out appears twice, once from each end.
    pub fn rays(self) -> impl ExactSizeIterator<Item = (Position, Ray)> {
        let chamber = Chamber::of(self);
        let positions = self.size().all_positions();
        positions.map(move |position| (position, chamber.fire(position)))
    }

    /// The path of the ray from a position.
    pub fn path(self, position: Position) -> Result<Path, WrongBox> {
        self.size().expect(position.size())?;
        Ok(Chamber::of(self).path(position))
    }

    /// The paths of the rays from all positions, in their order, as in [`Board::rays`].
    pub fn paths(self) -> impl ExactSizeIterator<Item = Path> {
        let chamber = Chamber::of(self);
        let positions = self.size().all_positions();
        positions.map(move |position| chamber.path(position))
    }
}

impl Chamber {
    fn of(board: Board) -> Chamber {
        Chamber::new(board.cells(), board.size())
    }

    /// Lays out a box with atoms in these cells.
    pub(crate) fn new(atoms: impl CellMask, size: Size) -> Chamber {
        let mut ahead = [[0; MAX_SIDE + 2]; 2];
        for cell in atoms.cells() {
            let (row, column) = (cell / size.columns() + 1, cell % size.columns() + 1);
            ahead[HORIZONTAL][column] |= 1 << row;
            ahead[VERTICAL][row] |= 1 << column;
        }
        let border = [size.columns() + 1, size.rows() + 1];
        Chamber {
            ahead,
            border,
            size,
        }
    }

    /// Fires a ray from a position of the box.
    pub(crate) fn fire(&self, position: Position) -> Ray {
        self.travel(position, |_| {}).0
    }

    fn path(&self, position: Position) -> Path {
        let cell = |cell| Cell::of(cell, self.size);
        let mut cells = Vec::new();
        let (ray, ahead) = self.travel(position, |entered| cells.push(cell(entered)));
        Path {
            position,
            ray,
            cells,
            atom: (ray.outcome == Outcome::Absorbed).then(|| cell(ahead)),
        }
    }

    /// Follows a ray to its end, and calls `enters` with each cell that it enters. Also returns the cell ahead
    /// of the ray at its end, or 0 if it came out.
    #[inline(always)]
    fn travel(&self, position: Position, mut enters: impl FnMut(usize)) -> (Ray, usize) {
        // `along` is the column of a ray that travels horizontally, or the row of one that travels vertically;
        // `across` is the other coordinate.
        let (mut axis, mut forwards, mut across) = entering(position);
        let mut along = if forwards { 0 } else { self.border[axis] };
        let (mut length, mut turns) = (0, 0);
        let columns = self.size.columns();
        let cell = |axis, along, across| match axis {
            HORIZONTAL => (across - 1) * columns + along - 1,
            _ => (along - 1) * columns + across - 1,
        };
        let (outcome, ahead) = loop {
            let next = if forwards { along + 1 } else { along - 1 };
            let seen = self.ahead[axis][next] >> (across - 1) & 0b111;
            match seen {
                0b000 => {
                    along = next;
                    if along == 0 || along == self.border[axis] {
                        let exit = leaving(axis, forwards, across, self.size);
                        break (Outcome::Out(exit), 0);
                    }
                    enters(cell(axis, along, across));
                    length += 1;
                }
                0b001 | 0b100 if length == 0 => {
                    break (Outcome::Reflected, cell(axis, next, across));
                }
                // The ray turns away from the atom.
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

/// The axis of a ray that enters, whether it travels towards higher columns or rows, and its `across`.
fn entering(position: Position) -> (usize, bool, usize) {
    let across = position.along() + 1;
    match position.side() {
        Side::West => (HORIZONTAL, true, across),
        Side::South => (VERTICAL, false, across),
        Side::East => (HORIZONTAL, false, across),
        Side::North => (VERTICAL, true, across),
    }
}

/// The position where a ray that has left the box came out.
fn leaving(axis: usize, forwards: bool, across: usize, size: Size) -> Position {
    let side = match (axis, forwards) {
        (HORIZONTAL, false) => Side::West,
        (HORIZONTAL, true) => Side::East,
        (_, true) => Side::South,
        (_, false) => Side::North,
    };
    Position::beside(side, across - 1, size)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::board::Config;

    /// The edges that a ray crosses, each given by the two places that it separates.
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
            "A0_B1",
            "A1_B1",
            "A3_B4",
            "A5_B4",
            "A9_B4",
            "A16_B4",
            "A3_B6",
            "A20_B5",
            "A4_B3x7",
            "A2_B20x1",
            "A2_B11x13",
        ] {
            let config: Config = text.parse().unwrap();
            for board in config.boards() {
                let chamber = Chamber::of(board);
                let mut sides = Vec::new();
                for position in config.size().all_positions() {
                    let path = chamber.path(position);
                    assert_eq!(path.ray, chamber.fire(position));
                    assert_eq!(path.cells.len(), usize::from(path.ray.length));
                    assert!(
                        path.cells
                            .iter()
                            .all(|&cell| board.has_atom(cell) == Ok(false))
                    );
                    let all = path.cells.iter().copied().chain(path.atom);
                    let places = all.map(|cell| (cell.row(), cell.column()));
                    for (one, next) in places.tuple_windows() {
                        assert_eq!(one.0.abs_diff(next.0) + one.1.abs_diff(next.1), 1);
                    }
                    let absorbed = path.ray.outcome == Outcome::Absorbed;
                    assert_eq!(path.atom.is_some(), absorbed, "{board:?} {position:?}");
                    assert!(
                        path.atom
                            .is_none_or(|atom| board.has_atom(atom) == Ok(true))
                    );
                    match path.ray.outcome {
                        // The ray that is fired back takes the same path.
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
                assert_eq!(sides.len(), crossings, "{board:?}");
            }
        }
    }
}
