//! Follows a ray through a partial board.
//!
//! The rule is that of [`ray`](crate::ray), written once for all searches on partial boards, which differ only
//! in how they treat an open cell: the census [by rays](crate::census) decides it both ways, decoding stops
//! there and decides later, and the bound of decoding takes it for empty.

use super::partial_board::PartialBoard;
use crate::board::{CellMask, Position, Side, Size, WideMask};
use crate::ray::Exits;

/// The state of a ray: a cell, or a position outside the box, and a direction. The masks are empty for cells
/// that the box does not have.
struct Stand<W> {
    /// The cell ahead, and the two cells beside that cell.
    ahead: W,
    left: W,
    right: W,
    /// The state after a step to the cell ahead, if the box has it.
    moved: u16,
    /// The states after a turn to the left and to the right. A ray outside the box cannot turn.
    turned: [u16; 2],
    /// The position where the ray comes out if no cell is ahead.
    exit: u8,
}

/// A ray that is being followed.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    /// The index of its [`Stand`].
    pub(crate) at: u16,
    /// The position from which it was fired.
    pub(crate) entry: u8,
    /// The number of cells that the ray has entered.
    pub(crate) length: u8,
    pub(crate) turns: u8,
}

impl Walk {
    /// The ray from a position, in one of its states. Its length and turns so far are not known, and count as 0.
    pub(crate) fn resumed(at: u16, entry: u8) -> Walk {
        Walk {
            at,
            entry,
            length: 0,
            turns: 0,
        }
    }
}

/// The effect that an atom in an open cell would have on the ray.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    Absorb,
    Reflect,
    Turn,
}

/// The result of following a ray as far as decided cells allow.
pub(crate) enum Followed<W> {
    /// The ray ended, with this exit as in [`Exits`].
    Ended(u8),
    /// The ray is at this stand, and its next step depends on this open cell.
    Open(u16, W),
}

/// All states that a ray can have in a box, and the steps between them.
pub(crate) struct Paths<W> {
    stands: Vec<Stand<W>>,
    /// The index of the first stand outside the box. The stands from there on are in the order of positions.
    outside: u16,
}

/// The stands inside a box, by direction and cell, and then those outside, by position.
fn stands(size: Size) -> Vec<Stand<WideMask>> {
    let [rows, columns] = [size.rows(), size.columns()].map(|side| side as i8);
    let cells = size.cells();
    // East, south, west, north: each next direction is a turn to the right.
    const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    /// The side that a ray in each direction leaves by, and the side that it enters by.
    const TO: [Side; 4] = [Side::East, Side::South, Side::West, Side::North];
    const FROM: [Side; 4] = [Side::West, Side::North, Side::East, Side::South];
    let cell = |line: i8, column: i8| {
        let [line, column] = [line, column].map(usize::try_from);
        Some(size.cell(line.ok()?, column.ok()?)?.index())
    };
    let mask = |line, column| cell(line, column).map_or(WideMask::EMPTY, WideMask::cell);
    let stand = |line: i8, column: i8, direction: usize| {
        let step = STEPS[direction];
        let (left, right) = ((direction + 3) % 4, (direction + 1) % 4);
        let (line_ahead, column_ahead) = (line + step.0, column + step.1);
        let ahead = cell(line_ahead, column_ahead);
        let beside = |way: usize| match ahead {
            Some(_) => mask(line_ahead + STEPS[way].0, column_ahead + STEPS[way].1),
            None => WideMask::EMPTY,
        };
        let along = if step.0 == 0 { line } else { column };
        let exit = Position::at(TO[direction], along as usize, size);
        let at = |direction: usize, cell: usize| (direction * cells + cell) as u16;
        Stand {
            ahead: mask(line_ahead, column_ahead),
            left: beside(left),
            right: beside(right),
            moved: ahead.map_or(0, |cell| at(direction, cell)),
            turned: [left, right].map(|way| cell(line, column).map_or(0, |here| at(way, here))),
            exit: exit.map_or(0, |exit| exit.index() as u8),
        }
    };
    let mut stands = Vec::new();
    for way in 0..4 {
        for line in 0..rows {
            stands.extend((0..columns).map(|column| stand(line, column, way)));
        }
    }
    let entering = size.all_positions().map(|position| {
        let (line, column) = position.place();
        let direction = FROM.iter().position(|&side| side == position.side());
        stand(line as i8 - 1, column as i8 - 1, direction.unwrap_or(0))
    });
    stands.extend(entering);
    stands
}

impl<W: CellMask> Paths<W> {
    pub(crate) fn new(size: Size) -> Paths<W> {
        let stands = stands(size).into_iter().map(|stand| Stand {
            ahead: W::of_wide(stand.ahead),
            left: W::of_wide(stand.left),
            right: W::of_wide(stand.right),
            moved: stand.moved,
            turned: stand.turned,
            exit: stand.exit,
        });
        Paths {
            stands: stands.collect(),
            outside: 4 * size.cells() as u16,
        }
    }

    /// A ray that is about to enter at a position.
    #[inline]
    pub(crate) fn entering(&self, position: u8) -> Walk {
        Walk::resumed(self.outside + u16::from(position), position)
    }

    /// Follows a ray as far as the decided cells allow.
    #[inline]
    pub(crate) fn follow(&self, mut walk: Walk, board: &PartialBoard<W>) -> Followed<W> {
        let mut open = W::EMPTY;
        let end = self.walk::<false, _>(&mut walk, &mut { *board }, |_, _, cell, _| {
            open = cell;
            false
        });
        end.map_or(Followed::Open(walk.at, open), Followed::Ended)
    }

    /// The exit of the ray if all open cells were empty, and the set of open cells that it looks at.
    pub(crate) fn glimpse(&self, mut walk: Walk, board: &PartialBoard<W>) -> (u8, W) {
        let mut seen = W::EMPTY;
        let end = self.walk::<false, _>(&mut walk, &mut { *board }, |_, _, cell, _| {
            seen |= cell;
            true
        });
        (end.unwrap_or(walk.entry), seen)
    }

    /// Follows a ray to its end, and returns its exit as in [`Exits`]. At each open cell, calls `open` with the
    /// effect that an atom there would have. `open` may decide the cell; if it returns false, the walk stops
    /// with `None`, and otherwise it continues as if the cell were empty. Length and turns are counted only if
    /// `COUNTS` is true.
    #[inline(always)]
    pub(crate) fn walk<const COUNTS: bool, B: AsRef<PartialBoard<W>>>(
        &self,
        walk: &mut Walk,
        board: &mut B,
        mut open: impl FnMut(&mut B, &Walk, W, Effect) -> bool,
    ) -> Option<u8> {
        let has = |board: &B, cell: W| board.as_ref().atoms & cell != W::EMPTY;
        let is_open = |board: &B, cell: W| board.as_ref().open() & cell != W::EMPTY;
        let stands = &self.stands[..];
        loop {
            let stand = &stands[usize::from(walk.at)];
            let Stand {
                ahead, left, right, ..
            } = *stand;
            if ahead == W::EMPTY {
                return Some(stand.exit);
            }
            // Skips the rule if all three cells are known to be empty, as most are.
            if (ahead | left | right) & !board.as_ref().empty() != W::EMPTY {
                if has(board, ahead) {
                    return Some(Exits::ABSORBED);
                }
                if is_open(board, ahead) && !open(board, walk, ahead, Effect::Absorb) {
                    return None;
                }
                // Outside the box, an atom on one side is enough to reflect the ray.
                let enters = walk.at >= self.outside;
                let reflects = |left: bool, right: bool| left && right || enters && (left || right);
                if !reflects(has(board, left), has(board, right)) {
                    for (side, other) in [(left, right), (right, left)] {
                        if is_open(board, side) {
                            let effect = match enters || has(board, other) {
                                true => Effect::Reflect,
                                false => Effect::Turn,
                            };
                            if !open(board, walk, side, effect) {
                                return None;
                            }
                        }
                    }
                }
                let [is_left, is_right] = [has(board, left), has(board, right)];
                if reflects(is_left, is_right) {
                    return Some(walk.entry);
                }
                // The ray turns away from the atom, and checks again before it moves.
                if is_left || is_right {
                    walk.at = stand.turned[usize::from(is_left)];
                    if COUNTS {
                        walk.turns += 1;
                    }
                    continue;
                }
            }
            walk.at = stand.moved;
            if COUNTS {
                walk.length += 1;
            }
        }
    }
}
