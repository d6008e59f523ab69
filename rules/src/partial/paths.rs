//! Follows a ray through a box of which some cells are open.
//!
//! The rule is that of [`ray`](crate::ray), written once for every search on a partly known board:
//! the census [by rays](crate::census), which decides an open cell both ways; decoding, which stops
//! there and decides later; and the bound of decoding, which takes it for empty. They differ only in
//! how they treat an open cell.

use super::partial_board::PartialBoard;
use crate::board::{CellMask, Position, Side, Size, WideMask};
use crate::ray::Exits;

/// Where a ray stands and where it looks: one of all places and directions.
struct Stand<W> {
    /// The cell ahead, and the cells beside it. None of them is a cell around the box.
    ahead: W,
    left: W,
    right: W,
    /// The stand after it has moved on, if a cell is ahead.
    moved: u16,
    /// The stands after it has turned to the left or to the right. Outside, it cannot turn.
    turned: [u16; 2],
    /// The position where it comes out if no cell is ahead.
    exit: u8,
}

/// A ray on its way.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    /// Where it stands.
    pub(crate) at: u16,
    /// The position from which it was fired.
    pub(crate) entry: u8,
    /// The number of cells that it has entered.
    pub(crate) length: u8,
    pub(crate) turns: u8,
}

impl Walk {
    /// The ray from a position, at one of its stands. How it came there is not known.
    pub(crate) fn resumed(at: u16, entry: u8) -> Walk {
        Walk {
            at,
            entry,
            length: 0,
            turns: 0,
        }
    }
}

/// What an atom in an open cell would do to the ray that looks at it.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    Absorb,
    Reflect,
    Turn,
}

/// How far a ray could be followed.
pub(crate) enum Followed<W> {
    /// To its end, as in [`Exits`].
    Ended(u8),
    /// To this stand. From there, it looks at this open cell.
    Open(u16, W),
}

/// All stands of a box: every path that a ray can take.
pub(crate) struct Paths<W> {
    stands: Vec<Stand<W>>,
    /// The stands from this one on are outside, one for each position.
    outside: u16,
}

/// The stands inside a box, and then those outside, by position.
fn stands(size: Size) -> Vec<Stand<WideMask>> {
    let [rows, columns] = [size.rows(), size.columns()].map(|side| side as i8);
    let cells = size.cells();
    // East, south, west, north: the next one is a turn to the right.
    const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    /// The sides to which they lead, and at which a ray enters to go that way.
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

    /// A ray that is about to enter.
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

    /// If all open cells were empty: where the ray ends, and which of them it looks at.
    pub(crate) fn glimpse(&self, mut walk: Walk, board: &PartialBoard<W>) -> (u8, W) {
        let mut seen = W::EMPTY;
        let end = self.walk::<false, _>(&mut walk, &mut { *board }, |_, _, cell, _| {
            seen |= cell;
            true
        });
        (end.unwrap_or(walk.entry), seen)
    }

    /// Follows a ray to its end, as in [`Exits`]. At each open cell, `open` learns what an atom there
    /// would do. It may decide the cell. Returns none if it wants to stop there; otherwise the ray
    /// goes on as if the cell were empty. Only if it `COUNTS`, the ray knows its length and turns.
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
            // Most cells are known to be empty.
            if (ahead | left | right) & !board.as_ref().empty() != W::EMPTY {
                if has(board, ahead) {
                    return Some(Exits::ABSORBED);
                }
                if is_open(board, ahead) && !open(board, walk, ahead, Effect::Absorb) {
                    return None;
                }
                // From outside, one atom is as good as two.
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
                // It turns away from the atom, and looks again before it moves.
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
