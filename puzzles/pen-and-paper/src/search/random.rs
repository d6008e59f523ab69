//! Jumps at random, undone one by one: it will find a tour, eventually.

use super::effort::Effort;
use super::field::{Field, reserved};
use super::goal::{End, Goal};
use crate::dice::Dice;
use crate::tour::Tour;

/// A cell of the way, and where else it can go on from there.
struct Step {
    place: usize,
    others: [usize; 8],
    /// How many of those are left to try.
    left: usize,
}

impl Step {
    fn new(place: usize, field: &Field, dice: &mut Dice) -> Step {
        let mut others = [0; 8];
        let mut left = 0;
        for other in field.free_neighbours(place) {
            others[left] = other;
            left += 1;
        }
        dice.shuffle(&mut others[..left]);
        Step {
            place,
            others,
            left,
        }
    }
}

pub(super) fn search(goal: Goal, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let mut field = Field::new(goal.board, || effort.look())?;
    let cells = goal.board.cells();
    let mut path: Vec<Step> = reserved(cells)?;
    // Where the way from one cell on has been tried in vain, another cell is
    // next; without circular tours not every cell can be the first one.
    loop {
        effort.begin()?;
        let start = goal.start.unwrap_or_else(|| dice.below(cells));
        let start = field.place(start);
        field.take(start);
        path.push(Step::new(start, &field, dice));
        while let Some(step) = path.last_mut() {
            if step.left > 0 {
                effort.spend(1)?;
                step.left -= 1;
                let next = step.others[step.left];
                field.take(next);
                path.push(Step::new(next, &field, dice));
                continue;
            }
            let head = step.place;
            if path.len() == cells {
                let way = path.iter().map(|step| field.cell(step.place));
                if !goal.circular || field.is_jump(head, path[0].place) {
                    return effort.tour(goal.board, way);
                }
                effort.meet(goal.board, way)?;
            }
            path.pop();
            field.free(head);
        }
    }
}
