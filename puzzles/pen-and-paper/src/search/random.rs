//! Random jumps, undone one by one. This finds a tour eventually.

use super::field::Field;
use super::{Effort, End, Search};
use crate::dice::Dice;
use crate::tour::Tour;

/// A cell of the path, and the other cells that may follow it.
struct RandomStep {
    cell: usize,
    others: Vec<usize>,
}

impl RandomStep {
    fn new(cell: usize, field: &Field, dice: &mut Dice) -> RandomStep {
        let mut others: Vec<usize> = field.free_neighbours(cell).collect();
        dice.shuffle(&mut others);
        RandomStep { cell, others }
    }
}

pub(super) fn search(goal: &Search, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let cells = goal.board.cells();
    let mut field = Field::new(goal.board);
    let mut path: Vec<RandomStep> = Vec::new();
    // If no path from a cell is a tour, another cell is next, because not every cell can be the first.
    loop {
        effort.begin()?;
        let start = dice.below(cells);
        field.take(start);
        path.push(RandomStep::new(start, &field, dice));
        while let Some(step) = path.last_mut() {
            if let Some(next) = step.others.pop() {
                effort.spend(1)?;
                field.take(next);
                path.push(RandomStep::new(next, &field, dice));
                continue;
            }
            let head = step.cell;
            if path.len() == cells && (!goal.is_circular() || field.is_jump(head, path[0].cell)) {
                let path: Vec<usize> = path.iter().map(|step| step.cell).collect();
                return Ok(Tour::from_path(goal.board, &path));
            }
            path.pop();
            field.free(head);
        }
    }
}
