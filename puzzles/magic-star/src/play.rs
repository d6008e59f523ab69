//! The game in a terminal: the player fills the empty cells of a star.

use ::draw::words::{counted, listed};
use random::SplitMix64;
use watch::Stop;

use crate::deduction::{Grade, deduce, grade};
use crate::rules::{Cell, Diagram, Partial, Solution};
use crate::search::Search;
use crate::view;

#[derive(Clone)]
pub(crate) struct Game {
    diagram: Diagram,
    given: Partial,
    star: Partial,
}

impl Game {
    /// A game with this number of empty cells, whose numbers follow line by line if that is possible. `None` if the
    /// star has no solution.
    pub(crate) fn new(diagram: Diagram, empty: usize, seed: u64) -> Option<Game> {
        /// The number of solutions, up to symmetry, among which the seed chooses.
        const SOME: usize = 50;
        let mut random = SplitMix64(seed);
        let mut below = |end: usize| random.below(end as u64) as usize;
        let search = Search::exploration(&diagram);
        let mut solutions = Vec::new();
        search.all(&Stop::default(), &mut |solution| {
            solutions.push(solution);
            solutions.len() < SOME
        });
        let solution = match solutions.len() {
            0 => return None,
            some => solutions[below(some)],
        };
        let symmetries = &search.group.elements;
        let solution = symmetries[below(symmetries.len())].image(&solution);
        let mut order: Vec<Cell> = (0..diagram.star.cells() as Cell).collect();
        for end in (2..=order.len()).rev() {
            order.swap(end - 1, below(end));
        }
        let mut kept = order.clone();
        for hardest in [Grade::Line, Grade::Trial] {
            for cell in &order {
                let fewer: Vec<Cell> = kept.iter().copied().filter(|one| one != cell).collect();
                let wanted = kept.len() > order.len() - empty && fewer.len() < kept.len();
                if wanted && grade(&diagram, &part(&solution, &fewer)) <= hardest {
                    kept = fewer;
                }
            }
        }
        let given = part(&solution, &kept);
        Some(Game {
            diagram,
            given,
            star: given,
        })
    }

    fn empty(&self) -> impl Iterator<Item = Cell> {
        let cells = 0..self.diagram.star.cells() as Cell;
        cells.filter(|&cell| self.star.number(cell).is_none())
    }

    fn cell(&self, name: &str) -> Result<Cell, String> {
        let mut cells = 0..self.diagram.star.cells() as Cell;
        let cell = cells.find(|&cell| name.chars().eq([Diagram::name(cell)]));
        let star = self.diagram.star;
        cell.ok_or_else(|| {
            let last = Diagram::name(star.cells() as Cell - 1);
            format!("{star} has no cell `{name}`; its cells are a to {last}")
        })
    }

    fn taken(&self, cell: Cell) -> Result<Partial, String> {
        match (self.given.number(cell), self.star.number(cell)) {
            (None, Some(_)) => Ok(self.star.with(cell, 0)),
            _ => Err(format!(
                "you have not put a number into cell {}",
                Diagram::name(cell)
            )),
        }
    }

    fn put(&self, cell: Cell, number: &str) -> Result<Partial, String> {
        let (name, most) = (Diagram::name(cell), self.diagram.star.cells());
        let wanted = number
            .parse()
            .ok()
            .filter(|&wanted| (1..=most as u8).contains(&wanted));
        let wanted = wanted.ok_or_else(|| format!("{number} is not a number from 1 to {most}"))?;
        if let Some(there) = self.star.number(cell) {
            return Err(format!("cell {name} already has {there}"));
        }
        if self.star.given().any(|(_, there)| there == wanted) {
            return Err(format!("{wanted} is already on the star"));
        }
        Ok(self.star.with(cell, wanted))
    }
}

impl app::Game for Game {
    const HELP: &'static str = "Fill the star with different numbers, so that the four numbers of each line have the \
        same sum. Letters mark the empty cells. `a 5` puts 5 into cell a, and `take a` takes it away.";

    fn drawing(&self) -> String {
        view::drawing(&self.diagram, |cell| view::label(&self.star, cell))
    }

    fn sentence(&self) -> String {
        let (sum, cells) = (
            self.diagram.star.line_sum(),
            self.diagram.star.cells() as u8,
        );
        let is_wrong = |line: &usize| self.star.has_wrong_sum(&self.diagram, *line);
        let wrong = (0..self.diagram.lines.len()).filter(is_wrong);
        let shown = |line| view::line_shown(&self.diagram, &self.star, line);
        let wrong: Vec<String> = wrong.map(shown).collect();
        let is_left = |number: &u8| self.star.given().all(|(_, there)| there != *number);
        let left: Vec<u8> = (1..=cells).filter(is_left).collect();
        match (&left[..], &wrong[..]) {
            ([], []) => format!("solved: every line sums to {sum}"),
            (_, [line]) => format!("the line {line} does not sum to {sum}"),
            (_, [_, ..]) => format!("the lines {} do not sum to {sum}", listed(wrong)),
            _ => format!(
                "still to place: {}; every line must sum to {sum}",
                listed(left)
            ),
        }
    }

    fn turn(&mut self, words: &[&str], before: &mut Vec<Game>, _: &Stop) -> Result<(), String> {
        let star = match *words {
            ["take", name] => self.taken(self.cell(name)?)?,
            [name, number] => self.put(self.cell(name)?, number)?,
            ["take"] => return Err("add a cell, as in `take a`".to_owned()),
            _ => return Err(format!("`{}` is not a command: see help", words.join(" "))),
        };
        before.push(self.clone());
        self.star = star;
        Ok(())
    }

    fn hint(&self, stop: &Stop) -> Option<String> {
        let mut found = None;
        Search::completion(&self.diagram, &self.star).all(stop, &mut |solution| {
            found = Some(solution);
            false
        });
        let solution = found?;
        let Some(cell) = self.empty().next() else {
            return Some("the star is solved".to_owned());
        };
        Some(match deduce(&self.diagram, &self.star) {
            Some(next) => view::deduced(&self.diagram, &self.star, next),
            None => {
                let (name, number) = (Diagram::name(cell), solution.number(cell));
                format!(
                    "no number can be found without trial and error; in one solution, cell {name} has {number}"
                )
            }
        })
    }

    fn progress(&self) -> String {
        format!(
            "stopped with {}",
            counted(self.empty().count() as u64, "cell to fill", "cells to fill")
        )
    }
}

fn part(solution: &Solution, cells: &[Cell]) -> Partial {
    let cells = cells.iter();
    cells.fold(Partial::EMPTY, |star, &cell| {
        star.with(cell, solution.number(cell))
    })
}
