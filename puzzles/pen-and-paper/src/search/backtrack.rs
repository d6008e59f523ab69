//! Warnsdorff's rule with some steps back, and without ways that leave cells
//! unreachable.
//!
//! A free cell needs a jump that leads to it and one that leads on. When the
//! way goes on from its head, the other cells that it could have gone on to
//! lose a neighbour; if one of them is left with too few, the way leads
//! nowhere, and that is seen at once instead of at its end.

use super::effort::Effort;
use super::field::Field;
use super::{End, Search, warnsdorff};
use crate::dice::Dice;
use crate::rules::Board;
use crate::tour::Tour;

/// How many steps an attempt may take back before all begins anew: a way that has
/// gone wrong early is not mended late.
///
/// `reference/searches.csv` has what other bounds cost.
pub(super) fn steps_back(board: Board) -> u64 {
    16 + board.cells() as u64 / 16
}

/// A cell of the way.
struct Step {
    place: usize,
    /// Where the way has gone on from here in vain, a bit for each direction.
    tried: u8,
    /// How many free cells could only be the last one. Always 0 for a circular
    /// tour, whose last cell needs a jump back to 1.
    ends: u8,
}

struct Way<'a> {
    search: &'a Search,
    field: Field,
    steps: Vec<Step>,
    dice: &'a mut Dice,
}

pub(super) fn search(
    search: &Search,
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Tour, End> {
    let mut way = Way {
        search,
        field: Field::new(search.board),
        steps: Vec::new(),
        dice,
    };
    loop {
        effort.begin()?;
        if way.attempt(effort)? {
            return Ok(way.field.tour(way.steps.iter().map(|step| step.place)));
        }
        way.field.clear();
        way.steps.clear();
    }
}

impl Way<'_> {
    fn attempt(&mut self, effort: &mut Effort<'_>) -> Result<bool, End> {
        let cells = self.search.board.cells();
        let mut back = self.search.back;
        let start = self.field.place(self.dice.below(cells));
        self.field.take(start);
        if self.search.circular {
            // The way will come back to 1, so its neighbours keep it.
            self.field.return_neighbour(start);
        }
        self.push(start, 0);
        loop {
            if let Some((next, ends)) = self.next(start) {
                self.field.take(next);
                self.push(next, ends);
                effort.spend(1)?;
                continue;
            }
            let Some(head) = self.steps.last().map(|step| step.place) else {
                return Ok(false);
            };
            let closed = !self.search.circular || self.field.is_jump(head, start);
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

    fn push(&mut self, place: usize, ends: u8) {
        let tried = 0;
        self.steps.push(Step { place, tried, ends });
    }

    /// Where the way goes on, and how many cells could then only be the last
    /// one. `None` where every way on leads nowhere, or has been tried.
    fn next(&mut self, start: usize) -> Option<(usize, u8)> {
        let last = self.search.board.cells() - self.steps.len() <= 1;
        let circular = self.search.circular;
        let step = self.steps.last_mut()?;
        let around = self.field.around(step.place);
        let rooms = around.map(|place| self.field.room(place));
        // How many neighbours could then not be left any more, and how many of
        // those that could not would have to be the last cell.
        let dead = rooms.iter().filter(|&&room| room == 0).count() as u8;
        let ends = rooms.iter().filter(|&&room| room == 1).count() as u8;
        let poorest = u8::from(circular);
        let poor = dead + if circular { ends } else { 0 };
        if !last && poor > 1 {
            return None;
        }
        let others = |room: u8| match circular {
            true => 0,
            false => ends - u8::from(room == 1),
        };
        let mut fewest = u8::MAX >> 1;
        let mut tied = [0; 8];
        let mut count = 0;
        for (direction, (&place, &room)) in around.iter().zip(&rooms).enumerate() {
            let forced = !last && poor > 0 && room > poorest;
            if step.tried & 1 << direction != 0 || forced || room > fewest {
                continue;
            }
            let hopeless = match circular {
                true => !self.field.keeps_neighbour(start, place),
                false => step.ends + others(room) > 1,
            };
            if hopeless && !last {
                continue;
            }
            if room < fewest {
                fewest = room;
                count = 0;
            }
            tied[count] = place;
            count += 1;
        }
        let tied = &mut tied[..count];
        let next = warnsdorff::chosen(tied, self.search.ties, &self.field, self.dice)?;
        let direction = around.iter().position(|&place| place == next)?;
        step.tried |= 1 << direction;
        Some((next, step.ends + others(rooms[direction])))
    }
}
