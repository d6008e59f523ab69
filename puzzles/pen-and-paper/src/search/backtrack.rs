//! Warnsdorff's rule with some steps back, and without ways that leave cells
//! unreachable.
//!
//! A free cell needs a jump that leads to it and one that leads on. When the
//! way goes on from its head, the other cells that it could have gone on to
//! lose a neighbour; if one of them is left with too few, the way leads
//! nowhere, and that is seen at once instead of at its end.

use super::effort::Effort;
use super::field::{Field, reserved};
use super::goal::{End, Goal};
use super::warnsdorff::{Ties, keep_outermost};
use crate::dice::Dice;
use crate::tour::Tour;

/// How many steps an attempt on a grid of so many cells may take back before
/// all begins anew: a way that has gone wrong early is not mended late.
///
/// `reference/searches.csv` has what other bounds cost.
const fn steps_back(cells: usize) -> u64 {
    16 + cells as u64 / 16
}

/// A cell of the way.
struct Step {
    place: u32,
    /// Where the way has gone on from here in vain, a bit for each direction.
    tried: u8,
    /// How many free cells could only be the last one. Always 0 for a circular
    /// tour, whose last cell needs a jump back to 1.
    ends: u8,
}

struct Way<'a> {
    goal: Goal,
    ties: Ties,
    /// How many steps an attempt may take back.
    back: u64,
    field: Field,
    steps: Vec<Step>,
    dice: &'a mut Dice,
}

pub(super) fn search(
    goal: Goal,
    ties: Ties,
    back: Option<u64>,
    dice: &mut Dice,
    effort: &mut Effort<'_>,
) -> Result<Tour, End> {
    let cells = goal.board.cells();
    let mut way = Way {
        goal,
        ties,
        back: back.unwrap_or(steps_back(cells)),
        field: Field::new(goal.board, || effort.look())?,
        steps: reserved(cells)?,
        dice,
    };
    loop {
        effort.begin()?;
        if way.attempt(effort)? {
            let places = way.steps.iter().map(|step| step.place as usize);
            return effort.tour(goal.board, places.map(|place| way.field.cell(place)));
        }
        way.field.clear();
        way.steps.clear();
    }
}

impl Way<'_> {
    fn attempt(&mut self, effort: &mut Effort<'_>) -> Result<bool, End> {
        let cells = self.goal.board.cells();
        let mut back = self.back;
        let start = self.goal.start.unwrap_or_else(|| self.dice.below(cells));
        let start = self.field.place(start);
        self.field.take(start);
        if self.goal.circular {
            // The way will come back to 1, so its neighbours keep it.
            self.field.return_neighbour(start);
        }
        self.push(start, 0);
        let mut uncounted = 0;
        loop {
            if let Some((next, ends)) = self.next(start) {
                self.field.take(next);
                self.push(next, ends);
                uncounted += 1;
                if uncounted == CHUNK {
                    effort.spend(uncounted)?;
                    uncounted = 0;
                }
                continue;
            }
            if self.steps.len() == cells && self.is_closed(start) {
                effort.spend(uncounted)?;
                return Ok(true);
            }
            if self.steps.len() == 1 || back == 0 {
                effort.spend(uncounted)?;
                return Ok(false);
            }
            back -= 1;
            if let Some(step) = self.steps.pop() {
                self.field.free(step.place as usize);
            }
        }
    }

    fn push(&mut self, place: usize, ends: u8) {
        self.steps.push(Step {
            place: place as u32,
            tried: 0,
            ends,
        });
    }

    fn is_closed(&self, start: usize) -> bool {
        let head = self.steps.last().map_or(start, |step| step.place as usize);
        !self.goal.circular || self.field.is_jump(head, start)
    }

    /// Where the way goes on, and how many cells could then only be the last
    /// one. `None` where every way on leads nowhere, or has been tried.
    fn next(&mut self, start: usize) -> Option<(usize, u8)> {
        let left = self.goal.board.cells() - self.steps.len();
        let step = self.steps.last_mut()?;
        let around = self.field.around(step.place as usize);
        let rooms = around.map(|place| self.field.room(place));
        let circular = self.goal.circular;
        // How many neighbours a cell loses its last chance with.
        let (mut dead, mut ends) = (0, 0);
        for room in rooms {
            dead += u8::from(room == 0);
            ends += u8::from(room == 1);
        }
        let poor = |room: u8| if circular { room <= 1 } else { room == 0 };
        if left > 1 && (dead + if circular { ends } else { 0 }) > 1 {
            return None;
        }
        let forced = left > 1 && (dead > 0 || circular && ends > 0);
        let mut fewest = u8::MAX >> 1;
        let mut tied = [0; 8];
        let mut count = 0;
        for (direction, (&place, &room)) in around.iter().zip(&rooms).enumerate() {
            if step.tried & 1 << direction != 0 || forced && !poor(room) || room > fewest {
                continue;
            }
            if circular && left > 1 && !self.field.keeps_neighbour(start, place) {
                continue;
            }
            if !circular && left > 1 {
                let others = ends - u8::from(room == 1);
                if step.ends + others > 1 {
                    continue;
                }
            }
            if room < fewest {
                fewest = room;
                count = 0;
            }
            tied[count] = direction;
            count += 1;
        }
        if count > 1 && self.ties == Ties::Outward {
            let places = &mut tied[..count];
            count = keep_outermost(places, |direction| {
                self.field.distance_from_middle(around[direction])
            });
        }
        let direction = match count {
            0 => return None,
            1 => tied[0],
            _ => tied[self.dice.below(count)],
        };
        step.tried |= 1 << direction;
        let others = if circular {
            0
        } else {
            ends - u8::from(rooms[direction] == 1)
        };
        Some((around[direction], step.ends + others))
    }
}

/// How many steps are counted at once.
const CHUNK: u64 = 1 << 10;
