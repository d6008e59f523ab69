//! The ways of rays through a box with unknown cells.

use itertools::Itertools;

use crate::puzzle::text::around;
use crate::ray::Exits;

/// What some cells hold, as masks. One bit stands for all cells around the box, which are empty.
#[derive(Clone, Copy)]
pub(crate) struct PartialAssignment {
    pub(crate) atoms: u128,
    pub(crate) empty: u128,
}

/// The bit of all cells around the box.
pub(crate) const AROUND: u8 = 127;

impl PartialAssignment {
    fn has_atom(&self, cell: u8) -> bool {
        self.atoms >> cell & 1 == 1
    }

    fn is_open(&self, cell: u8) -> bool {
        (self.atoms | self.empty) >> cell & 1 == 0
    }

    /// Does a cell hold an atom, if that is known?
    pub(crate) fn of(&self, cell: usize) -> Option<bool> {
        let bit = 1 << cell;
        ((self.atoms | self.empty) & bit != 0).then_some(self.atoms & bit != 0)
    }

    /// What is known if this cell is known, too.
    pub(crate) fn with(mut self, cell: u8, atom: bool) -> PartialAssignment {
        if atom {
            self.atoms |= 1 << cell;
        } else {
            self.empty |= 1 << cell;
        }
        self
    }
}

/// Where a ray stands and where it looks: one of all places and directions.
struct Stand {
    /// The cell ahead, and the cells to its left and right.
    ahead: u8,
    sides: [u8; 2],
    /// Where it has moved on: another stand, or [`LEFT`] and the position where it has come out.
    moved: u16,
    /// Where it has turned to the left or to the right. Outside, it cannot turn.
    turned: [u16; 2],
}

/// Marks a ray that has left the box.
const LEFT: u16 = 0x8000;

/// How far a ray could be followed.
pub(crate) enum Followed {
    /// To its end: where it came out, its own position if reflected, [`Exits::ABSORBED`] if absorbed.
    Ended(u8),
    /// To this stand. From there, it looks at this unknown cell.
    Open(u16, u8),
}

/// All ways through an empty box.
pub(crate) struct Ways {
    stands: Vec<Stand>,
    cells: usize,
}

impl Ways {
    pub(crate) fn new(width: usize) -> Ways {
        let p = width as i8;
        let cells = width * width;
        // East, south, west, north: the next one is a turn to the right.
        const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let cell = |line: i8, column: i8| {
            let inside = (0..p).contains(&line) && (0..p).contains(&column);
            inside.then(|| (line * p + column) as u8)
        };
        let stand = |line: i8, column: i8, direction: usize| {
            let step = STEPS[direction];
            let (left, right) = ((direction + 3) % 4, (direction + 1) % 4);
            let (line_ahead, column_ahead) = (line + step.0, column + step.1);
            let side = |way: usize| {
                cell(line_ahead + STEPS[way].0, column_ahead + STEPS[way].1).unwrap_or(AROUND)
            };
            let ahead = cell(line_ahead, column_ahead);
            let exit = match direction {
                0 => 3 * p - 1 - line,
                1 => p + column,
                2 => line,
                _ => 4 * p - 1 - column,
            };
            let at = |direction: usize, cell: u8| (direction * cells) as u16 + u16::from(cell);
            Stand {
                ahead: ahead.unwrap_or(AROUND),
                sides: [side(left), side(right)],
                moved: ahead.map_or(LEFT | exit as u16, |cell| at(direction, cell)),
                turned: [left, right].map(|way| cell(line, column).map_or(0, |here| at(way, here))),
            }
        };
        let inside = (0..4).cartesian_product(0..p).cartesian_product(0..p);
        let inside = inside.map(|((way, line), column)| stand(line, column, way));
        let entering = (0..4 * width).map(|position| {
            let (line, column) = around(position, width);
            stand(
                line as i8 - 1,
                column as i8 - 1,
                [0, 3, 2, 1][position / width],
            )
        });
        let stands = inside.chain(entering).collect();
        Ways { stands, cells }
    }

    /// The stand of a ray that is about to enter.
    pub(crate) fn entering(&self, position: usize) -> u16 {
        (4 * self.cells + position) as u16
    }

    /// Follows the ray from a position, from one of its stands, as far as the known cells allow.
    pub(crate) fn follow(&self, at: u16, position: u8, known: &PartialAssignment) -> Followed {
        self.walk(at, position, known, |_| false)
    }

    /// If all unknown cells were empty: where the ray ends, and which of them it looks at.
    pub(crate) fn glimpse(&self, at: u16, position: u8, known: &PartialAssignment) -> (u8, u128) {
        let mut seen = 0;
        let end = self.walk(at, position, known, |cell| {
            seen |= 1 << cell;
            true
        });
        match end {
            Followed::Ended(exit) => (exit, seen),
            Followed::Open(..) => (position, seen),
        }
    }

    /// Follows the ray to its end, or to the first unknown cell that may not be taken for empty.
    #[inline]
    fn walk(
        &self,
        mut at: u16,
        position: u8,
        known: &PartialAssignment,
        mut may_be_empty: impl FnMut(u8) -> bool,
    ) -> Followed {
        loop {
            let stand = &self.stands[usize::from(at)];
            if known.has_atom(stand.ahead) {
                return Followed::Ended(Exits::ABSORBED);
            }
            if known.is_open(stand.ahead) && !may_be_empty(stand.ahead) {
                return Followed::Open(at, stand.ahead);
            }
            let atoms = stand.sides.map(|side| known.has_atom(side));
            let outside = usize::from(at) >= 4 * self.cells;
            // From outside, one atom is as good as two.
            if outside && (atoms[0] || atoms[1]) || atoms[0] && atoms[1] {
                return Followed::Ended(position);
            }
            for side in stand.sides {
                if known.is_open(side) && !may_be_empty(side) {
                    return Followed::Open(at, side);
                }
            }
            at = match atoms {
                [true, _] => stand.turned[1],
                [_, true] => stand.turned[0],
                _ => stand.moved,
            };
            if at & LEFT != 0 {
                return Followed::Ended((at & !LEFT) as u8);
            }
        }
    }
}
