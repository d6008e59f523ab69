//! Pósa's rotations: if the path cannot continue from its head, a part of it is reversed.
//!
//! If a jump leads from the head back to a cell y of the path, the path can go from y to the head and from there
//! backwards, so that it ends at the cell that used to follow y. (L. Pósa, Hamiltonian circuits in random graphs,
//! 1976.)
//!
//! No cell is lost, so nearly every attempt succeeds, which makes this the default method. The path is stored in a
//! ring, so that the shorter part can be moved. Medians for a circular 17 × 17: 908 steps, against 20,208 for
//! Warnsdorff's rule. With steps back, the rule takes 603 steps, but these are more expensive.

use super::field::Field;
use super::{Effort, End, Search, warnsdorff};
use crate::dice::Dice;
use crate::tour::Tour;

/// The number of rotations per cell that may be in vain, one after another, before the search starts again.
const ROTATIONS_PER_CELL: usize = 20;

/// Searches for a tour that begins with the cells `begun` and ends with those of `tail`, if there are any.
/// Rotations do not change these.
pub(super) fn search(
    goal: &Search,
    begun: &[usize],
    tail: &[usize],
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Tour, End> {
    let cells = goal.board.cells() - tail.len();
    let mut field = Field::new(goal.board);
    let mut path = PathRing::new(goal.board.cells(), cells);
    loop {
        effort.begin()?;
        let start = begun.first().copied();
        let start = start.unwrap_or_else(|| dice.below(cells));
        // The cell that must be a jump away from the last free one, if there is one.
        let arrives = tail
            .first()
            .copied()
            .or(goal.is_circular().then_some(start));
        tail.iter().for_each(|&cell| field.take(cell));
        for &cell in [start].iter().chain(begun.iter().skip(1)) {
            field.take(cell);
            path.extend(cell);
        }
        let mut vain = 0;
        while vain <= ROTATIONS_PER_CELL * cells {
            let head = path.at(path.length - 1);
            if path.length == cells && arrives.is_none_or(|there| field.is_jump(head, there)) {
                let path = (0..cells).map(|index| path.at(index));
                let path: Vec<usize> = path.chain(tail.iter().copied()).collect();
                return Ok(Tour::from_path(goal.board, &path));
            }
            if let Some(next) = warnsdorff::next(head, false, &field, dice) {
                field.take(next);
                path.extend(next);
                effort.spend(1)?;
                vain = 0;
            } else if let Some(pivot) = pivot(arrives, begun.len(), &field, &path, dice) {
                effort.spend(path.rotate(pivot))?;
                vain += 1;
            } else {
                break;
            }
        }
        field.clear();
        path.clear();
    }
}

/// The index to rotate at, after the given beginning: preferably one from which the new head can continue.
fn pivot(
    arrives: Option<usize>,
    begun: usize,
    field: &Field,
    path: &PathRing,
    dice: &mut Dice,
) -> Option<usize> {
    let mut pivots = [0; 8];
    let mut count = 0;
    let mut good = 0;
    let around = field.around(path.at(path.length - 1));
    let indexes = around.map(|cell| path.index(cell));
    // A rotation at the cell before the head would not change anything.
    let moves = |i: &usize| i + 2 < path.length && begun < i + 2;
    for index in indexes.into_iter().flatten().filter(moves) {
        let new_head = path.at(index + 1);
        pivots[count] = index;
        let promising = match path.length == path.cells {
            true => arrives.is_none_or(|there| field.is_jump(new_head, there)),
            false => field.free_neighbours(new_head).next().is_some(),
        };
        if promising {
            pivots.swap(good, count);
            good += 1;
        }
        count += 1;
    }
    match (good, count) {
        (_, 0) => None,
        (0, count) => Some(pivots[dice.below(count)]),
        (good, _) => Some(pivots[dice.below(good)]),
    }
}

/// The path, in a ring with slots for one and a half times its length, so that its shorter part can always be
/// moved.
struct PathRing {
    cells: usize,
    ring: Vec<u32>,
    mask: usize,
    /// For each cell, one more than its slot, or 0 if it is not on the path.
    slots: Vec<u32>,
    /// The slot of the first cell.
    anchor: usize,
    /// 1, or −1 if the cells are in reverse order in the ring.
    step: usize,
    length: usize,
}

impl PathRing {
    /// A path that will have `cells` cells, on a board of `of_board` cells.
    fn new(of_board: usize, cells: usize) -> PathRing {
        let size = (cells + cells / 2 + 1).next_power_of_two();
        PathRing {
            cells,
            ring: vec![0; size],
            mask: size - 1,
            slots: vec![0; of_board + 1],
            anchor: 0,
            step: 1,
            length: 0,
        }
    }

    fn clear(&mut self) {
        self.slots.fill(0);
        (self.anchor, self.step, self.length) = (0, 1, 0);
    }

    /// The slot of an index, which may be beyond the head.
    fn slot(&self, index: usize) -> usize {
        self.anchor.wrapping_add(self.step.wrapping_mul(index)) & self.mask
    }

    fn at(&self, index: usize) -> usize {
        self.ring[self.slot(index)] as usize
    }

    /// The index of a cell on the path, or `None`.
    fn index(&self, cell: usize) -> Option<usize> {
        let slot = (self.slots[cell] as usize).checked_sub(1)?;
        Some(slot.wrapping_sub(self.anchor).wrapping_mul(self.step) & self.mask)
    }

    fn put(&mut self, index: usize, cell: usize) {
        let slot = self.slot(index);
        self.ring[slot] = cell as u32;
        self.slots[cell] = slot as u32 + 1;
    }

    fn extend(&mut self, cell: usize) {
        self.put(self.length, cell);
        self.length += 1;
    }

    /// Reverses the part after an index, and returns the number of cells that moved.
    fn rotate(&mut self, pivot: usize) -> u64 {
        let behind = self.length - 1 - pivot;
        if behind <= pivot + 1 {
            let (mut low, mut high) = (pivot + 1, self.length - 1);
            while low < high {
                let (at_low, at_high) = (self.at(low), self.at(high));
                self.put(low, at_high);
                self.put(high, at_low);
                (low, high) = (low + 1, high - 1);
            }
            return behind as u64;
        }
        // The path A B becomes A B⁻¹, which read backwards is B A⁻¹. So A is moved behind B.
        for index in 0..=pivot {
            self.put(self.length + index, self.at(pivot - index));
        }
        self.anchor = self.slot(self.length + pivot);
        self.step = self.step.wrapping_neg();
        pivot as u64 + 1
    }
}
