//! The spots of a drawn board, its cells and the places around it where rays enter, and the path
//! of a ray over them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::game::{Cell, Outcome, Path, Position};
use crate::play::board_text::around;

/// The lines through a character to its neighbours: north 1, east 2, south 4, west 8.
pub(crate) const LINES: [&str; 16] = [
    " ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
];

/// A line and a column; 0 and p + 1 are the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Cell(Cell),
    Entry(Position),
    /// A corner, which has nothing.
    Corner,
}

impl Spot {
    /// The spot of a position of a box that is p wide.
    pub(crate) fn entry(position: Position, p: usize) -> Spot {
        let (line, column) = around(position.index(), p);
        Spot { line, column }
    }

    /// The spot of a cell of a box that is p wide.
    pub(crate) fn cell(cell: Cell, p: usize) -> Spot {
        Spot {
            line: cell.line(p) + 1,
            column: cell.column(p) + 1,
        }
    }

    /// What is there, in a box that is p wide.
    pub(crate) fn place(self, p: usize) -> Place {
        let Spot { line, column } = self;
        let inside = |along: usize| (1..=p).contains(&along);
        let entry = |index| Place::Entry(Position::new(index));
        match (inside(line), inside(column)) {
            (true, true) => Place::Cell(Cell::at(line - 1, column - 1, p)),
            (true, false) if column == 0 => entry(line - 1),
            (true, false) => entry(3 * p - line),
            (false, true) if line == 0 => entry(4 * p - column),
            (false, true) => entry(p + column - 1),
            (false, false) => Place::Corner,
        }
    }

    /// One step further, in a box that is p wide. It goes around the corners, and not
    /// off the board.
    pub(crate) fn step(self, lines: isize, columns: isize, p: usize) -> Spot {
        let moved = |at: usize, by: isize| at.saturating_add_signed(by).min(p + 1);
        let mut to = Spot {
            line: moved(self.line, lines),
            column: moved(self.column, columns),
        };
        // From a corner, it goes on along the other side.
        match to.place(p) {
            Place::Corner if lines == 0 => to.line = to.line.clamp(1, p),
            Place::Corner => to.column = to.column.clamp(1, p),
            _ => {}
        }
        to
    }
}

/// The path of a ray in a box that is p wide, from the middle of its entry to the middle of its
/// end: by column and line, which of [`LINES`] are there. `centre` says where the middle of a spot
/// is.
pub(crate) fn strokes(
    path: &Path,
    p: usize,
    centre: impl Fn(Spot) -> (u16, u16),
) -> BTreeMap<(u16, u16), usize> {
    let mut spots = vec![Spot::entry(path.position, p)];
    let cells = path.cells.iter().chain(&path.atom);
    spots.extend(cells.map(|&cell| Spot::cell(cell, p)));
    if let Outcome::Out(exit) = path.ray.outcome {
        spots.push(Spot::entry(exit, p));
    }
    let mut strokes = BTreeMap::new();
    for step in spots.windows(2) {
        let [from, to] = [centre(step[0]), centre(step[1])];
        let (ahead, back) = match (from.0.cmp(&to.0), from.1.cmp(&to.1)) {
            (_, Ordering::Greater) => (1, 4),
            (Ordering::Less, _) => (2, 8),
            (_, Ordering::Less) => (4, 1),
            _ => (8, 2),
        };
        for y in from.1.min(to.1)..=from.1.max(to.1) {
            for x in from.0.min(to.0)..=from.0.max(to.0) {
                let lines = strokes.entry((x, y)).or_insert(0);
                *lines |= if (x, y) == to { 0 } else { ahead };
                *lines |= if (x, y) == from { 0 } else { back };
            }
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_place() {
        for p in [1, 2, 8, 11] {
            for position in (0..4 * p).map(Position::new) {
                let place = Spot::entry(position, p).place(p);
                assert_eq!(place, Place::Entry(position), "{position:?} of {p}");
            }
        }
    }

    #[test]
    fn one_walks_around_the_box_and_never_off_it() {
        for p in [1, 2, 8] {
            let first = Spot { line: 1, column: 0 };
            let mut spot = first;
            for (lines, columns) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                for _ in 0..2 * p + 4 {
                    spot = spot.step(lines, columns, p);
                    assert_ne!(spot.place(p), Place::Corner);
                }
            }
            let north = first.step(-1, 0, p);
            assert_eq!(north, Spot { line: 0, column: 1 });
            assert_eq!(north.step(0, -1, p), first);
            assert_eq!(north.step(-1, 0, p), north);
        }
    }
}
