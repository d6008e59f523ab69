//! The spots of a drawn board, which are its cells and the places around it where rays enter, and the path of a ray
//! over them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::board::{Cell, Position, Size};
use crate::ray::{Outcome, Path};

/// The box-drawing characters, indexed by their lines to the neighbours: the sum of north 1, east 2, south 4, west
/// 8.
pub(crate) const LINES: [char; 16] = [
    ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

/// A line and a column of a drawn board. The border has 0, and the number of rows or columns plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Cell(Cell),
    Entry(Position),
    /// An unused corner.
    Corner,
}

impl Spot {
    pub(crate) fn entry(position: Position) -> Spot {
        let (line, column) = position.place();
        Spot { line, column }
    }

    pub(crate) fn cell(cell: Cell) -> Spot {
        Spot {
            line: cell.row() + 1,
            column: cell.column() + 1,
        }
    }

    /// What the spot is, in a box of this size.
    pub(crate) fn place(self, size: Size) -> Place {
        let Spot { line, column } = self;
        let cell = || size.cell(line.checked_sub(1)?, column.checked_sub(1)?);
        let entry = Position::at_place((line, column), size).map(Place::Entry);
        entry
            .or_else(|| cell().map(Place::Cell))
            .unwrap_or(Place::Corner)
    }

    /// The next spot in a direction, in a box of this size. A step goes around corners, and stops at the border.
    pub(crate) fn step(self, lines: isize, columns: isize, size: Size) -> Spot {
        let moved = |at: usize, by: isize, most: usize| at.saturating_add_signed(by).min(most + 1);
        let mut to = Spot {
            line: moved(self.line, lines, size.rows()),
            column: moved(self.column, columns, size.columns()),
        };
        // Around a corner, to the adjacent side.
        match to.place(size) {
            Place::Corner if lines == 0 => to.line = to.line.clamp(1, size.rows()),
            Place::Corner => to.column = to.column.clamp(1, size.columns()),
            _ => {}
        }
        to
    }
}

/// The path of a ray, from the middle of its entry to the middle of its end: for each column and line, the index
/// into [`LINES`]. `centre` gives the character in the middle of a spot.
pub(crate) fn strokes(
    path: &Path,
    centre: impl Fn(Spot) -> (u16, u16),
) -> BTreeMap<(u16, u16), usize> {
    let mut spots = vec![Spot::entry(path.position)];
    let cells = path.cells.iter().chain(&path.atom);
    spots.extend(cells.map(|&cell| Spot::cell(cell)));
    if let Outcome::Out(exit) = path.ray.outcome {
        spots.push(Spot::entry(exit));
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
        for (rows, columns) in [(1, 1), (2, 2), (8, 8), (11, 3)] {
            let size = Size::new(rows, columns).unwrap();
            for position in size.all_positions() {
                let place = Spot::entry(position).place(size);
                assert_eq!(place, Place::Entry(position), "{position:?}");
            }
        }
    }

    #[test]
    fn the_cursor_never_leaves_the_board() {
        for p in [1, 2, 8] {
            let size = Size::square(p).unwrap();
            let first = Spot { line: 1, column: 0 };
            let mut spot = first;
            for (lines, columns) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                for _ in 0..2 * p + 4 {
                    spot = spot.step(lines, columns, size);
                    assert_ne!(spot.place(size), Place::Corner);
                }
            }
            let north = first.step(-1, 0, size);
            assert_eq!(north, Spot { line: 0, column: 1 });
            assert_eq!(north.step(0, -1, size), first);
            assert_eq!(north.step(-1, 0, size), north);
        }
    }
}
