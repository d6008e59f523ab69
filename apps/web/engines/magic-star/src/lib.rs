//! The engine of the magic star page: answers the questions of its script with `magic-star` and the module `play`.
//!
//! Cells are counted from 0 in reading order; a cell without a number has 0.

mod play;

use magic_star::deduction::{Grade, Reason, deduce};
use magic_star::rules::{Cell, Diagram, Partial, Solution, Star, permutations};
use serde::{Deserialize, Serialize};
use web_engine::{Refusal, object};

use crate::play::Hint;

/// The orders that the page offers: 5a has no solution, and counting in larger stars takes too long.
const ORDERS: std::ops::RangeInclusive<usize> = 6..=12;

web_engine::questions! {
    /// Lists all stars.
    Stars {} => Ok(stars()),
    /// Describes the cells and lines of a star.
    Star { star: String } => look(&star),
    /// Checks which lines are full and have the right sum.
    Look(filled: Filled) => filled.look(),
    /// Counts the ways to complete a star, until there are `most` of them.
    Ways { star: String, numbers: Vec<u8>, most: Option<u64> } => Filled { star, numbers }.ways(most),
    /// Suggests the next step, after the player has filled these cells in this order.
    Hint { star: String, numbers: Vec<u8>, put: Vec<Cell> } => Filled { star, numbers }.hint(&put),
    /// Makes a puzzle, which is the same for the same seed.
    Puzzle { star: String, seed: u64 } => puzzle(&star, seed),
}

fn stars() -> Vec<String> {
    let stars = ORDERS.flat_map(Star::of_order);
    stars.map(|star| star.to_string()).collect()
}

/// The diagram of a star that the page offers.
fn diagram(code: &str) -> Result<Diagram, Refusal> {
    let star: Star = code.parse()?;
    if !ORDERS.contains(&star.order()) {
        let (least, most) = (ORDERS.start(), ORDERS.end());
        return Err(Refusal(format!(
            "this page has stars of {least} to {most} points, not {star}"
        )));
    }
    Ok(Diagram::of(star))
}

fn partial(numbers: &[u8], diagram: &Diagram) -> Result<Partial, Refusal> {
    let entries = numbers.iter().map(|number| match number {
        0 => "-".to_owned(),
        number => number.to_string(),
    });
    let text = entries.collect::<Vec<String>>().join(" ");
    Partial::parse(&text, diagram).map_err(Refusal)
}

fn look(star: &str) -> Result<impl Serialize + use<>, Refusal> {
    let diagram = diagram(star)?;
    let places = (0..).zip(&diagram.places).map(|(cell, place)| {
        // The place of the cell; the points are on a circle of radius 1, with y upwards.
        object! {
            name: Diagram::name(cell),
            x: place.x,
            y: place.y,
            point: place.point,
        }
    });
    Ok(object! {
        star: diagram.star.to_string(),
        sum: diagram.star.line_sum(),
        places: places.collect::<Vec<_>>(),
        // The four cells of every line, from one end to the other.
        lines: diagram.lines.clone(),
    })
}

#[derive(Deserialize)]
struct Filled {
    star: String,
    numbers: Vec<u8>,
}

impl Filled {
    fn look(&self) -> Result<impl Serialize, Refusal> {
        let diagram = diagram(&self.star)?;
        let star = partial(&self.numbers, &diagram)?;
        let lines = diagram.lines.iter().map(|line| {
            let numbers = line.iter().filter_map(|&cell| star.number(cell));
            let numbers: Vec<u64> = numbers.map(u64::from).collect();
            let (sum, empty): (u64, _) = (numbers.iter().sum(), line.len() - numbers.len());
            object! {
                sum: sum,
                empty: empty,
                // Whether the line is full and has the right sum.
                right: empty == 0 && sum == diagram.star.line_sum() as u64,
            }
        });
        let solution = Solution::new(&self.numbers).filter(|full| full.is_magic(&diagram));
        let solved = solution.map(|full| {
            let all = permutations(diagram.star.cells());
            [full.iteration().to_string(), all.to_string()]
        });
        Ok(object! {
            lines: lines.collect::<Vec<_>>(),
            // If all lines are right: the iteration of this solution in the order in which a program tries all
            // permutations, and the number of permutations.
            solved: solved,
        })
    }

    fn ways(&self, most: Option<u64>) -> Result<u64, Refusal> {
        let diagram = diagram(&self.star)?;
        let star = partial(&self.numbers, &diagram)?;
        Ok(play::ways(&diagram, &star, most.unwrap_or(u64::MAX)))
    }

    fn hint(&self, filled: &[Cell]) -> Result<Option<Hint>, Refusal> {
        let diagram = diagram(&self.star)?;
        let now = partial(&self.numbers, &diagram)?;
        let mut given = self.numbers.clone();
        let mut put = Vec::new();
        for &cell in filled {
            let place = given.get_mut(usize::from(cell)).filter(|place| **place > 0);
            let number = place.ok_or_else(|| Refusal(format!("cell {cell} has no number")))?;
            put.push((cell, std::mem::take(number)));
        }
        let hint = play::hint(&diagram, &partial(&given, &diagram)?, &put);
        let deduced = deduce(&diagram, &now);
        Ok(hint.map(|hint| match (hint, deduced) {
            (Hint::Wrong { .. }, _) | (_, None) => hint,
            (_, Some(next)) => {
                let (cell, number, far) = (next.cell, next.number, next.grade > Grade::Crossing);
                match next.reason {
                    Reason::LastOfLine(line) => Hint::LastOfLine { cell, number, line },
                    Reason::OnlyNumber => Hint::OnlyNumber { cell, number, far },
                    Reason::OnlyCell => Hint::OnlyCell { cell, number, far },
                }
            }
        }))
    }
}

fn puzzle(star: &str, seed: u64) -> Result<Vec<u8>, Refusal> {
    let diagram = diagram(star)?;
    let none = || Refusal(format!("{star} has no solution"));
    let puzzle = play::puzzle(&diagram, &mut play::dice(seed)).ok_or_else(none)?;
    let cells = 0..diagram.star.cells() as Cell;
    Ok(cells.map(|cell| puzzle.number(cell).unwrap_or(0)).collect())
}
