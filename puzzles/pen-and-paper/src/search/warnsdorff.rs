//! Warnsdorff's rule, and all anew wherever it ends.

use super::effort::Effort;
use super::field::{Field, zeros};
use super::goal::{End, Goal};
use crate::dice::Dice;
use crate::tour::Tour;

/// Which of several cells is next that all have the fewest jumps onwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// Any of them.
    Random,
    /// The one that is farthest from the middle of the grid; any of several.
    /// The way then leaves no islands behind it, however big the grid is.
    Outward,
}

impl Ties {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Ties::Random => "random",
            Ties::Outward => "outward",
        }
    }
}

pub(super) fn search(
    goal: Goal,
    ties: Ties,
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Tour, End> {
    let mut field = Field::new(goal.board, || effort.look())?;
    let mut path = zeros(goal.board.cells())?;
    loop {
        effort.begin()?;
        let start = goal.start.unwrap_or_else(|| dice.below(goal.board.cells()));
        if !attempt(start, ties, &mut field, &mut path, dice, effort)? {
            field.clear();
            continue;
        }
        let cells = path.iter().map(|&place| field.cell(place as usize));
        let ends = (path[0] as usize, path[path.len() - 1] as usize);
        if !goal.circular || field.is_jump(ends.1, ends.0) {
            return effort.tour(goal.board, cells);
        }
        effort.meet(goal.board, cells)?;
        field.clear();
    }
}

/// Fills the path with the places of a tour from a cell on, if the rule leads
/// to one.
fn attempt(
    start: usize,
    ties: Ties,
    field: &mut Field,
    path: &mut [u32],
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<bool, End> {
    let mut head = field.place(start);
    let cells = path.len();
    for number in 1.. {
        path[number - 1] = head as u32;
        field.take(head);
        if number.is_multiple_of(CHUNK) {
            effort.spend(CHUNK as u64)?;
        }
        match next(head, ties, field, dice) {
            Some(next) => head = next,
            None => {
                effort.spend((number % CHUNK) as u64)?;
                return Ok(number == cells);
            }
        }
    }
    Ok(false)
}

/// How many steps of an attempt are counted at once.
const CHUNK: usize = 1 << 14;

/// The free cell a jump away that has the fewest jumps onwards.
#[inline]
pub(super) fn next(head: usize, ties: Ties, field: &Field, dice: &mut Dice) -> Option<usize> {
    let mut fewest = u8::MAX >> 1;
    let mut tied = [0; 8];
    let mut count = 0;
    for place in field.around(head) {
        let room = field.room(place);
        if room < fewest {
            fewest = room;
            tied[0] = place;
            count = 1;
        } else if room == fewest {
            tied[count] = place;
            count += 1;
        }
    }
    if count > 1 && ties == Ties::Outward {
        count = keep_outermost(&mut tied[..count], |place| {
            field.distance_from_middle(place)
        });
    }
    match count {
        0 => None,
        1 => Some(tied[0]),
        _ => Some(tied[dice.below(count)]),
    }
}

/// Brings what is farthest from the middle to the front, and returns how much
/// that is.
pub(super) fn keep_outermost<T: Copy>(tied: &mut [T], distance: impl Fn(T) -> u64) -> usize {
    let mut farthest = 0;
    let mut count = 0;
    for i in 0..tied.len() {
        let distance = distance(tied[i]);
        if distance < farthest {
            continue;
        }
        if distance > farthest {
            farthest = distance;
            count = 0;
        }
        tied[count] = tied[i];
        count += 1;
    }
    count
}
