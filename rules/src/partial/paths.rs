//! Follows a ray through a partial board.
//!
//! The rule is that of [`ray`](crate::ray), written once for all searches on partial boards, which differ only
//! in how they treat an open cell: the census [by rays](crate::census) decides it both ways, decoding stops
//! there and decides later, and the bound of decoding takes it for empty.

use super::partial_board::PartialBoard;
use crate::board::{CellMask, Position, Side, Size};
use crate::ray::Exits;

/// The state of a ray: a cell, or a position outside the box, and a direction. The masks are empty for cells
/// that the box does not have.
struct RayState<W> {
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
pub(crate) struct RayCursor {
    /// The index of its [`RayState`].
    pub(crate) at: u16,
    /// The position from which it was fired.
    pub(crate) entry: u8,
    /// The number of cells that the ray has entered.
    pub(crate) length: u8,
    pub(crate) turns: u8,
}

impl RayCursor {
    /// The ray from a position, in one of its states. Its length and turns so far are not known, and count as 0.
    pub(crate) fn resumed(at: u16, entry: u8) -> RayCursor {
        RayCursor {
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
    /// The ray is at this state, and its next step depends on this open cell.
    Open(u16, W),
}

/// All states that a ray can have in a box, and the steps between them.
pub(crate) struct Paths<W> {
    states: Vec<RayState<W>>,
    /// The index of the first state outside the box. The states from there on are in the order of positions.
    outside: u16,
}

/// The states inside a box, by direction and cell, and then those outside, by position.
fn states<W: CellMask>(size: Size) -> Vec<RayState<W>> {
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
    let mask = |line, column| cell(line, column).map_or(W::EMPTY, W::cell);
    let state = |line: i8, column: i8, direction: usize| {
        let step = STEPS[direction];
        let (left, right) = ((direction + 3) % 4, (direction + 1) % 4);
        let (line_ahead, column_ahead) = (line + step.0, column + step.1);
        let ahead = cell(line_ahead, column_ahead);
        let beside = |side: usize| match ahead {
            Some(_) => mask(line_ahead + STEPS[side].0, column_ahead + STEPS[side].1),
            None => W::EMPTY,
        };
        let along = if step.0 == 0 { line } else { column };
        let exit = Position::at(TO[direction], along as usize, size);
        let at = |direction: usize, cell: usize| (direction * cells + cell) as u16;
        RayState {
            ahead: mask(line_ahead, column_ahead),
            left: beside(left),
            right: beside(right),
            moved: ahead.map_or(0, |cell| at(direction, cell)),
            turned: [left, right]
                .map(|direction| cell(line, column).map_or(0, |here| at(direction, here))),
            exit: exit.map_or(0, |exit| exit.index() as u8),
        }
    };
    let mut states = Vec::new();
    for direction in 0..4 {
        for line in 0..rows {
            states.extend((0..columns).map(|column| state(line, column, direction)));
        }
    }
    let entering = size.all_positions().map(|position| {
        let (line, column) = position.place();
        let direction = FROM.iter().position(|&side| side == position.side());
        state(line as i8 - 1, column as i8 - 1, direction.unwrap_or(0))
    });
    states.extend(entering);
    states
}

impl<W: CellMask> Paths<W> {
    pub(crate) fn new(size: Size) -> Paths<W> {
        Paths {
            states: states(size),
            outside: 4 * size.cells() as u16,
        }
    }

    /// A ray that is about to enter at a position.
    #[inline]
    pub(crate) fn entering(&self, position: u8) -> RayCursor {
        RayCursor::resumed(self.outside + u16::from(position), position)
    }

    /// Follows a ray as far as the decided cells allow.
    #[inline]
    pub(crate) fn follow(&self, mut cursor: RayCursor, board: &PartialBoard<W>) -> Followed<W> {
        let mut open = W::EMPTY;
        let end = self.walk::<false, _>(&mut cursor, &mut { *board }, |_, _, cell, _| {
            open = cell;
            false
        });
        end.map_or(Followed::Open(cursor.at, open), Followed::Ended)
    }

    /// The exit of the ray if all open cells were empty, and the set of open cells that it looks at.
    pub(crate) fn exit_if_empty(&self, mut cursor: RayCursor, board: &PartialBoard<W>) -> (u8, W) {
        let mut seen = W::EMPTY;
        let end = self.walk::<false, _>(&mut cursor, &mut { *board }, |_, _, cell, _| {
            seen |= cell;
            true
        });
        (end.unwrap_or(cursor.entry), seen)
    }

    /// Follows a ray to its end, and returns its exit as in [`Exits`]. At each open cell, calls `open` with the
    /// effect that an atom there would have. `open` may decide the cell; if it returns false, the walk stops
    /// with `None`, and otherwise it continues as if the cell were empty. Length and turns are counted only if
    /// `COUNTS` is true.
    #[inline(always)]
    pub(crate) fn walk<const COUNTS: bool, B: AsRef<PartialBoard<W>>>(
        &self,
        cursor: &mut RayCursor,
        board: &mut B,
        mut open: impl FnMut(&mut B, &RayCursor, W, Effect) -> bool,
    ) -> Option<u8> {
        let has = |board: &B, cell: W| board.as_ref().atoms & cell != W::EMPTY;
        let is_open = |board: &B, cell: W| board.as_ref().open() & cell != W::EMPTY;
        let states = &self.states[..];
        loop {
            let state = &states[usize::from(cursor.at)];
            let RayState {
                ahead, left, right, ..
            } = *state;
            if ahead == W::EMPTY {
                return Some(state.exit);
            }
            // Skips the rule if all three cells are known to be empty, as most are.
            if (ahead | left | right) & !board.as_ref().empty() != W::EMPTY {
                if has(board, ahead) {
                    return Some(Exits::ABSORBED);
                }
                if is_open(board, ahead) && !open(board, cursor, ahead, Effect::Absorb) {
                    return None;
                }
                // Outside the box, an atom on one side is enough to reflect the ray.
                let enters = cursor.at >= self.outside;
                let reflects = |left: bool, right: bool| left && right || enters && (left || right);
                if !reflects(has(board, left), has(board, right)) {
                    for (side, other) in [(left, right), (right, left)] {
                        if is_open(board, side) {
                            let effect = match enters || has(board, other) {
                                true => Effect::Reflect,
                                false => Effect::Turn,
                            };
                            if !open(board, cursor, side, effect) {
                                return None;
                            }
                        }
                    }
                }
                let [is_left, is_right] = [has(board, left), has(board, right)];
                if reflects(is_left, is_right) {
                    return Some(cursor.entry);
                }
                // The ray turns away from the atom, and checks again before it moves.
                if is_left || is_right {
                    cursor.at = state.turned[usize::from(is_left)];
                    if COUNTS {
                        cursor.turns += 1;
                    }
                    continue;
                }
            }
            cursor.at = state.moved;
            if COUNTS {
                cursor.length += 1;
            }
        }
    }
}
