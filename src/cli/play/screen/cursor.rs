//! Where the cursor is: on a cell, or outside the box where a ray enters.

/// A line and a column; 0 and p + 1 are the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cursor {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// What is at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A cell.
    Cell(usize),
    /// A position for shooting rays.
    Entry(usize),
    /// A corner, which has nothing.
    Corner,
}

impl Cursor {
    /// The place of a position of a box that is p wide.
    pub(super) fn entry(position: usize, p: usize) -> Cursor {
        let along = position % p + 1;
        let (line, column) = match position / p {
            0 => (along, 0),
            1 => (p + 1, along),
            2 => (p + 1 - along, p + 1),
            _ => (0, p + 1 - along),
        };
        Cursor { line, column }
    }

    /// The place of a cell of a box that is p wide.
    pub(super) fn cell(cell: usize, p: usize) -> Cursor {
        Cursor {
            line: cell / p + 1,
            column: cell % p + 1,
        }
    }

    /// What is there, in a box that is p wide.
    pub(super) fn place(self, p: usize) -> Place {
        let Cursor { line, column } = self;
        let inside = |along: usize| (1..=p).contains(&along);
        match (inside(line), inside(column)) {
            (true, true) => Place::Cell((line - 1) * p + column - 1),
            (true, false) if column == 0 => Place::Entry(line - 1),
            (true, false) => Place::Entry(3 * p - line),
            (false, true) if line == 0 => Place::Entry(4 * p - column),
            (false, true) => Place::Entry(p + column - 1),
            (false, false) => Place::Corner,
        }
    }

    /// One step further, in a box that is p wide. It goes around the corners, and not
    /// off the board.
    pub(super) fn step(self, lines: isize, columns: isize, p: usize) -> Cursor {
        let moved = |at: usize, by: isize| at.saturating_add_signed(by).min(p + 1);
        let to = Cursor {
            line: moved(self.line, lines),
            column: moved(self.column, columns),
        };
        if to.place(p) != Place::Corner {
            return to;
        }
        // From the corner, it goes on along the other side.
        let inwards = |at: usize| at.clamp(1, p);
        match lines {
            0 => Cursor {
                line: inwards(to.line),
                ..to
            },
            _ => Cursor {
                column: inwards(to.column),
                ..to
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_place() {
        for p in [1, 2, 8, 11] {
            for position in 0..4 * p {
                let place = Cursor::entry(position, p).place(p);
                assert_eq!(place, Place::Entry(position), "{position} of {p}");
            }
        }
    }

    #[test]
    fn one_walks_around_the_box_and_never_off_it() {
        for p in [1, 2, 8] {
            let mut seen = vec![Cursor { line: 1, column: 0 }];
            let corner_to_corner = [(0, -1), (-1, 0)];
            for (lines, columns) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                for _ in 0..2 * p + 4 {
                    let last = *seen.last().unwrap();
                    let next = last.step(lines, columns, p);
                    assert_ne!(next.place(p), Place::Corner);
                    seen.push(next);
                }
            }
            let corner = Cursor { line: 1, column: 0 }.step(-1, 0, p);
            assert_eq!(corner, Cursor { line: 0, column: 1 });
            for (lines, columns) in corner_to_corner {
                let stays = Cursor { line: 0, column: 1 }.step(lines, columns, p);
                assert!(stays == corner || stays == Cursor { line: 1, column: 0 });
            }
        }
    }
}
