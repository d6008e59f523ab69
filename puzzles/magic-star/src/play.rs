//! The game in a terminal: the player fills the empty cells of a star.

use std::io::{self, Write};

use ::draw::words::{listed, wrapped};
use app::terminal::columns_to_wrap;
use random::SplitMix64;
use watch::Stop;

use crate::deduction::{Grade, deduce, grade};
use crate::rules::{Cell, Diagram, Partial, Solution};
use crate::search::Search;
use crate::view;

pub(crate) const HELP: &str = "\
Fill the star: letters are its empty cells, and all lines must have the same sum. `a 5` puts 5 into \
cell a, and `take a` takes it away; hint (h) says which number follows, and why; undo (u), show, \
help (?) and quit (q) do what they say.";

pub(crate) struct Game {
    diagram: Diagram,
    given: Partial,
    star: Partial,
    before: Vec<Partial>,
}

impl Game {
    /// A game with this number of empty cells, which follow line by line if that is possible. `None` if
    /// the star has no solution.
    pub(crate) fn new(diagram: Diagram, empty: usize, seed: u64) -> Option<Game> {
        /// The number of solutions, up to symmetry, from which the seed chooses one.
        const SOME: usize = 50;
        let mut random = SplitMix64(seed);
        let mut below = |end: usize| random::below(random.next(), end as u64) as usize;
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
            before: Vec::new(),
        })
    }

    fn empty(&self) -> impl Iterator<Item = Cell> {
        let cells = 0..self.diagram.star.cells() as Cell;
        cells.filter(|&cell| self.star.number(cell).is_none())
    }

    /// Where the game was left.
    pub(crate) fn left(&self) -> String {
        format!("left with {} cells to fill", self.empty().count())
    }

    pub(crate) fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let label = |cell| match self.star.number(cell) {
            Some(number) => number.to_string(),
            None => Diagram::name(cell).to_string(),
        };
        view::write_drawing(out, &self.diagram, label)?;
        let sum = self.diagram.star.line_sum();
        let wrong = (0..self.diagram.lines.len()).filter(|&line| {
            let numbers = self.diagram.lines[line].map(|cell| self.star.number(cell));
            let full = numbers.iter().all(Option::is_some);
            full && numbers
                .iter()
                .flatten()
                .map(|&n| usize::from(n))
                .sum::<usize>()
                != sum
        });
        let wrong: Vec<String> = wrong.map(|line| self.diagram.line_name(line)).collect();
        let numbers = 1..=self.diagram.star.cells() as u8;
        let left = numbers.filter(|&number| self.star.given().all(|(_, there)| there != number));
        let left: Vec<u8> = left.collect();
        let said = match (&left[..], &wrong[..]) {
            ([], []) => format!("solved: every line sums to {sum}"),
            (_, [_, ..]) => format!("a full line must sum to {sum}: {}", listed(wrong)),
            _ => format!("left are {}; every line sums to {sum}", listed(left)),
        };
        say(&said, out)
    }

    /// Answers a line, and returns whether the game continues.
    pub(crate) fn answer(
        &mut self,
        line: &str,
        out: &mut impl Write,
        stop: &Stop,
    ) -> io::Result<bool> {
        let line = line.replace('=', " ");
        let words: Vec<&str> = line.split_whitespace().collect();
        let next = match words[..] {
            [] | ["show"] => Ok(self.star),
            ["help" | "?"] => Err(HELP.to_owned()),
            ["quit" | "q" | "exit"] => return say(&self.left(), out).map(|()| false),
            ["hint" | "h"] => Err(self.hint(stop)),
            ["undo" | "u"] => match self.before.pop() {
                Some(before) => {
                    self.star = before;
                    Ok(before)
                }
                None => Err("there is no number to take back".to_owned()),
            },
            ["take", name] => self.cell(name).and_then(|cell| self.taken(cell)),
            [name, number] => self.cell(name).and_then(|cell| self.put(cell, number)),
            _ => Err(format!("{line} is not a command: see help")),
        };
        match next {
            Ok(star) => {
                if star != self.star {
                    self.before.push(std::mem::replace(&mut self.star, star));
                }
                self.show(out)?;
            }
            Err(why) => say(&why, out)?,
        }
        Ok(true)
    }

    fn cell(&self, name: &str) -> Result<Cell, String> {
        let mut cells = 0..self.diagram.star.cells() as Cell;
        let cell = cells.find(|&cell| name.chars().eq([Diagram::name(cell)]));
        let star = self.diagram.star;
        cell.ok_or_else(|| format!("{star} has no cell {name}; `a 5` puts 5 into a: see help"))
    }

    fn taken(&self, cell: Cell) -> Result<Partial, String> {
        match (self.given.number(cell), self.star.number(cell)) {
            (None, Some(_)) => Ok(self.star.with(cell, 0)),
            _ => Err(format!("no number of yours is in {}", Diagram::name(cell))),
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
            return Err(format!("{name} has {there} already"));
        }
        if let Some((other, _)) = self.star.given().find(|&(_, there)| there == wanted) {
            return Err(format!("{wanted} is in {} already", Diagram::name(other)));
        }
        Ok(self.star.with(cell, wanted))
    }

    fn hint(&self, stop: &Stop) -> String {
        if self.empty().next().is_none() && self.completion(&self.star, stop).is_some() {
            return "the star is solved".to_owned();
        }
        let Some(solution) = self.completion(&self.star, stop) else {
            let back = self.before.iter().rev();
            let back = back
                .take_while(|star| self.completion(star, stop).is_none())
                .count()
                + 1;
            let times = if back > 1 {
                format!(", {back} times")
            } else {
                String::new()
            };
            return format!("no solution has these numbers: `undo`{times}");
        };
        match deduce(&self.diagram, &self.star) {
            Some(next) => view::deduced(&self.diagram, next),
            None => {
                let cell = self.empty().next().unwrap_or_default();
                let (name, number) = (Diagram::name(cell), solution.number(cell));
                format!(
                    "nothing follows without trying a number; one solution has {number} in {name}"
                )
            }
        }
    }

    /// A solution that has the numbers of a star.
    fn completion(&self, star: &Partial, stop: &Stop) -> Option<Solution> {
        let mut found = None;
        Search::completion(&self.diagram, star).all(stop, &mut |solution| {
            found = Some(solution);
            false
        });
        found
    }
}

fn part(solution: &Solution, cells: &[Cell]) -> Partial {
    let cells = cells.iter();
    cells.fold(Partial::EMPTY, |star, &cell| {
        star.with(cell, solution.number(cell))
    })
}

fn say(words: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", wrapped(words, columns_to_wrap()))
}
