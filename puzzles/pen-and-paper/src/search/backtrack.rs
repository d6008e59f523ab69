//! Warnsdorff's rule with some steps back, avoiding jumps that leave cells unreachable.
//!
//! A free cell needs one jump that leads to it and one that leads away. When the path continues from its head, the
//! other cells a jump away from the head lose a neighbour. If one of them has too few left, this is a dead end.

use super::field::Field;
use super::{Effort, End, Search, warnsdorff};
use crate::dice::Dice;
use crate::tour::Tour;

struct Step {
    cell: usize,
    /// The directions that were tried from here without success, one bit for each.
    tried: u8,
    /// The number of free cells that can only be the last cell of the tour; 0 for a circular tour.
    ends: u8,
}

struct Trail<'a> {
    goal: &'a Search,
    field: Field,
    steps: Vec<Step>,
    dice: &'a mut Dice,
}

pub(super) fn search(goal: &Search, dice: &mut Dice, effort: &mut Effort<'_>) -> Result<Tour, End> {
    let mut way = Trail {
        goal,
        field: Field::new(goal.board),
        steps: Vec::new(),
        dice,
    };
    loop {
        effort.begin()?;
        if way.attempt(effort)? {
            let path: Vec<usize> = way.steps.iter().map(|step| step.cell).collect();
            return Ok(Tour::from_path(goal.board, &path));
        }
        way.field.clear();
        way.steps.clear();
    }
}

impl Trail<'_> {
    fn attempt(&mut self, effort: &mut Effort<'_>) -> Result<bool, End> {
        let cells = self.goal.board.cells();
        // Late steps back do not help a path that went wrong early: `reference/searches.csv`.
        let mut back = 16 + cells / 16;
        let start = self.dice.below(cells);
        self.field.take(start);
        if self.goal.is_circular() {
            // The path comes back to 1, so 1 still counts as a free neighbour.
            self.field.add_to_neighbours(start, 1);
        }
        self.push(start, 0);
        loop {
            if let Some((next, ends)) = self.next(start) {
                self.field.take(next);
                self.push(next, ends);
                effort.spend(1)?;
                continue;
            }
            let head = self.steps[self.steps.len() - 1].cell;
            let closed = !self.goal.is_circular() || self.field.is_jump(head, start);
            if self.steps.len() == cells && closed {
                return Ok(true);
            }
            if self.steps.len() == 1 || back == 0 {
                return Ok(false);
            }
            back -= 1;
            self.steps.pop();
            self.field.free(head);
        }
    }

    fn push(&mut self, cell: usize, ends: u8) {
        let tried = 0;
        self.steps.push(Step { cell, tried, ends });
    }

    /// The next cell of the path, and the number of cells that can then only be the last one. `None` if every next
    /// cell is a dead end or was tried.
    fn next(&mut self, start: usize) -> Option<(usize, u8)> {
        let last = self.goal.board.cells() - self.steps.len() <= 1;
        let circular = self.goal.is_circular();
        let step = self.steps.last_mut()?;
        let around = self.field.around(step.cell);
        let rooms = around.map(|cell| self.field.room(cell));
        // The number of neighbours that become unreachable if another cell is next, and of those that can then only
        // be the last.
        let dead = rooms.iter().filter(|&&room| room == 0).count() as u8;
        let ends = rooms.iter().filter(|&&room| room == 1).count() as u8;
        let poorest = u8::from(circular);
        let poor = dead + if circular { ends } else { 0 };
        if !last && poor > 1 {
            return None;
        }
        let others = |room: u8| {
            if circular {
                0
            } else {
                ends - u8::from(room == 1)
            }
        };
        let is_allowed = |direction: usize, cell: usize, room: u8| {
            let is_tried = step.tried & 1 << direction != 0;
            let is_forced = !last && poor > 0 && room > poorest;
            let is_hopeless = || match circular {
                true => !self.field.keeps_neighbour(start, cell),
                false => step.ends + others(room) > 1,
            };
            !is_tried && !is_forced && (last || !is_hopeless())
        };
        let outward = self.goal.outward();
        let next = warnsdorff::best(step.cell, outward, &self.field, self.dice, is_allowed)?;
        let direction = around.iter().position(|&cell| cell == next)?;
        step.tried |= 1 << direction;
        Some((next, step.ends + others(rooms[direction])))
    }
}
