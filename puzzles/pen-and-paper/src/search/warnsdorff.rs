//! Warnsdorff's rule, starting again at every dead end.

use super::field::Field;
use super::{Effort, End, Search};
use crate::dice::Dice;
use crate::tour::Tour;

pub(super) fn search(goal: &Search, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let cells = goal.board.cells();
    let mut field = Field::new(goal.board);
    let mut path = Vec::with_capacity(cells);
    loop {
        effort.begin()?;
        let mut head = dice.below(cells);
        loop {
            effort.spend(1)?;
            path.push(head);
            field.take(head);
            match next(head, goal.outward(), &field, dice) {
                Some(next) => head = next,
                None => break,
            }
        }
        if path.len() == cells && (!goal.is_circular() || field.is_jump(head, path[0])) {
            return Ok(Tour::from_path(goal.board, &path));
        }
        field.clear();
        path.clear();
    }
}

/// The free cell a jump away that has the fewest further jumps.
#[inline]
pub(super) fn next(head: usize, outward: bool, field: &Field, dice: &mut Dice) -> Option<usize> {
    best(head, outward, field, dice, |_, _, _| true)
}

/// As [`next`], among the cells that are allowed, given their direction, cell, and room.
#[inline]
pub(super) fn best(
    head: usize,
    outward: bool,
    field: &Field,
    dice: &mut Dice,
    is_allowed: impl Fn(usize, usize, u8) -> bool,
) -> Option<usize> {
    let mut fewest = u8::MAX >> 1;
    let mut tied = [0; 8];
    let mut count = 0;
    for (direction, cell) in field.around(head).into_iter().enumerate() {
        let room = field.room(cell);
        if room > fewest || !is_allowed(direction, cell, room) {
            continue;
        }
        if room < fewest {
            fewest = room;
            count = 0;
        }
        tied[count] = cell;
        count += 1;
    }
    if count > 1 && outward {
        let distance = |&cell: &usize| field.distance_from_middle(cell);
        let farthest = tied[..count].iter().map(distance).max();
        let all = std::mem::take(&mut count);
        for i in 0..all {
            if Some(distance(&tied[i])) == farthest {
                tied[count] = tied[i];
                count += 1;
            }
        }
    }
    match count {
        0 => None,
        1 => Some(tied[0]),
        _ => Some(tied[dice.below(count)]),
    }
}
