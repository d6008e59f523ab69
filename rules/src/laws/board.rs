//! A box with few atoms, stored as one word of bits per line. In this module and its siblings, a *line* is a row or
//! a column.
//!
//! A ray runs straight until its own line or a line beside it has an atom ahead, so one operation on a word finds
//! the next event, however wide the box is.

use crate::ray::Exits;

/// The greatest number of rows or columns of a box in a law.
pub const MOST_LINES: u8 = 32;

/// The number of lines that the arrays hold, which may exceed [`MOST_LINES`] in boxes that are not squares.
pub(super) const MAX_ARRAY_LINES: usize = 40;

/// A cell with an atom, by its row and column from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    /// The row, from the north.
    pub row: u8,
    /// The column, from the west.
    pub column: u8,
}

/// Atoms in the order of their cells, each cell once.
pub type Atoms = Vec<Atom>;

/// The height and the width of a box, 1 to 32 cells each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rectangle {
    /// The number of rows.
    pub height: u8,
    /// The number of columns.
    pub width: u8,
}

impl Rectangle {
    /// A square box.
    #[doc(hidden)]
    pub const fn square(width: u8) -> Rectangle {
        Rectangle {
            height: width,
            width,
        }
    }

    /// The number of positions around it, from which rays are fired.
    #[doc(hidden)]
    pub fn positions(self) -> usize {
        2 * (usize::from(self.height) + usize::from(self.width))
    }
}

/// How a ray ends, as in `Exits`: the position where it comes out, its own if it is reflected, or [`ABSORBED`].
pub type RayEnd = u8;

/// The end of an absorbed ray.
pub const ABSORBED: RayEnd = Exits::ABSORBED;

/// The atoms of all rows or of all columns. The first and the last entry are lines outside the box.
#[derive(Clone, Debug)]
struct Lines {
    atoms: [u64; MAX_ARRAY_LINES + 2],
    /// The atoms of each line and of the two lines beside it.
    near: [u64; MAX_ARRAY_LINES + 2],
    length: i32,
}

impl Lines {
    fn new(length: u8) -> Lines {
        Lines {
            atoms: [0; _],
            near: [0; _],
            length: length.into(),
        }
    }

    #[inline(always)]
    fn toggle(&mut self, line: u8, cell: u8) {
        let line = usize::from(line) + 1;
        self.atoms[line] ^= 1 << cell;
        for near in (line - 1).max(1)..=(line + 1).min(self.atoms.len() - 2) {
            self.near[near] = self.atoms[near - 1] | self.atoms[near] | self.atoms[near + 1];
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct LineRay {
    /// 0 for a ray along a row, 1 along a column.
    direction: usize,
    line: i32,
    /// The cell of the line where the ray is. It is -1 or the length of the line outside the box.
    cell: i32,
    forward: bool,
}

/// A box with few atoms, prepared for firing rays.
#[derive(Clone, Debug)]
pub struct SparseBoard {
    pub(super) size: Rectangle,
    lines: [Lines; 2],
}

impl SparseBoard {
    /// An empty box.
    pub fn new(size: Rectangle) -> SparseBoard {
        SparseBoard {
            size,
            lines: [Lines::new(size.width), Lines::new(size.height)],
        }
    }

    /// A box with atoms.
    pub fn with(size: Rectangle, atoms: &[Atom]) -> SparseBoard {
        let mut board = SparseBoard::new(size);
        for &atom in atoms {
            board.toggle(atom);
        }
        board
    }

    /// Adds an atom to an empty cell, or removes the one that is there.
    #[inline(always)]
    pub fn toggle(&mut self, Atom { row, column }: Atom) {
        self.lines[0].toggle(row, column);
        self.lines[1].toggle(column, row);
    }

    #[inline(always)]
    fn follow(&self, mut ray: LineRay) -> RayEnd {
        let entry = ray;
        loop {
            let LineRay {
                direction,
                line,
                cell,
                forward,
            } = ray;
            let lines = &self.lines[direction];
            let near = lines.near[line as usize + 1];
            // Selects without a branch, because the direction is hardly predictable.
            let backward = u64::from(forward).wrapping_sub(1);
            let ahead = near & ((!0 << (cell + i32::from(forward))) ^ backward);
            if ahead == 0 {
                return self.exit(direction, line, forward);
            }
            let (event, before) = match forward {
                true => (ahead.trailing_zeros() as i32, -1),
                false => (63 - ahead.leading_zeros() as i32, 1),
            };
            let is_atom = |line: i32| lines.atoms[line as usize] >> event & 1 != 0;
            if is_atom(line + 1) {
                return ABSORBED;
            }
            let [low, high] = [is_atom(line), is_atom(line + 2)];
            let cell = event + before;
            // A ray is outside the box only when it enters, and then an atom on one side reflects it, too.
            if low && high || cell < 0 || cell >= lines.length {
                return self.exit(entry.direction, entry.line, !entry.forward);
            }
            ray = LineRay {
                direction: 1 - direction,
                line: cell,
                cell: line,
                forward: low,
            };
        }
    }

    #[inline(always)]
    fn entering(&self, direction: usize, line: i32, forward: bool) -> LineRay {
        let end = self.lines[direction].length;
        LineRay {
            direction,
            line,
            cell: if forward { -1 } else { end },
            forward,
        }
    }

    #[inline(always)]
    pub(super) fn exit(&self, direction: usize, line: i32, forward: bool) -> RayEnd {
        let [height, width] = [self.size.height, self.size.width].map(i32::from);
        let both = 2 * (height + width) - 1;
        let firsts = [0, both - width, both, height];
        let first = firsts[2 * direction + usize::from(forward)];
        match (direction == 1) == forward {
            true => (first + line) as RayEnd,
            false => (first - line) as RayEnd,
        }
    }

    /// Calls `each` with the position and the end of each ray that does not go straight through. Only rays beside
    /// atoms need to be followed. A ray that comes out is reported once, from one of its ends.
    #[inline(always)]
    pub(super) fn each_ray(&self, mut each: impl FnMut(RayEnd, RayEnd)) {
        let mut ends = 0_u128;
        for direction in [0, 1] {
            let lines = &self.lines[direction];
            let count = i32::from([self.size.height, self.size.width][direction]);
            for line in 0..count {
                if lines.near[line as usize + 1] == 0 {
                    continue;
                }
                for forward in [true, false] {
                    // A ray enters where a ray in the other direction comes out.
                    let position = self.exit(direction, line, !forward);
                    if ends >> position & 1 != 0 {
                        continue;
                    }
                    let ray_end = self.follow(self.entering(direction, line, forward));
                    if ray_end < ABSORBED {
                        ends |= 1 << ray_end;
                        if ray_end == self.exit(direction, line, forward) {
                            continue;
                        }
                    }
                    each(position, ray_end);
                }
            }
        }
    }

    /// The spectrum, as all rays that do not go straight through, in a fixed order. Two molecules in boxes of the
    /// same size are twins if and only if these lists are equal.
    pub fn spectrum(&self) -> Vec<(u8, RayEnd)> {
        let mut rays = Vec::new();
        self.each_ray(|position, ray_end| match ray_end {
            ABSORBED => rays.push((position, ray_end)),
            exit => rays.push((position.min(exit), position.max(exit))),
        });
        insertion_sort(&mut rays);
        rays
    }

    /// Whether the ray of this line goes straight through. `direction` is 0 for a row, 1 for a column.
    pub(super) fn is_straight(&self, direction: usize, line: u8) -> bool {
        let line = line.into();
        let ray_end = self.follow(self.entering(direction, line, true));
        ray_end == self.exit(direction, line, true)
    }
}

/// Sorts a short list by insertion. In the engine of the site, each list type that the standard library sorts costs
/// kilobytes.
pub(super) fn insertion_sort<T: Ord>(list: &mut [T]) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && list[at] < list[at - 1] {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}
