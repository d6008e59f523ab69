//! A star that a person fills: the number of ways to complete it, what to put next, and puzzles with
//! as few numbers as one solution needs. Without threads, and only until a question is answered.

use magic_star::rules::{Cell, Diagram, Partial, Solution};
use magic_star::search::Search;
use serde::Serialize;
use watch::Stop;
use web_engine::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Hint {
    /// The star cannot be completed since this cell got its number.
    Wrong { cell: Cell },
    /// It is the last number of a line.
    LastOfLine { cell: Cell, number: u8, line: usize },
    /// No other number fits both lines of the cell.
    OnlyNumber { cell: Cell, number: u8, far: bool },
    /// No other cell can have the number. It is `far` if what other cells exclude shows it.
    OnlyCell { cell: Cell, number: u8, far: bool },
    /// Nothing follows without trying, and all ways to complete the star have this number here.
    Forced { cell: Cell, number: u8 },
    /// No number is the same in all ways; one of the ways has this number here.
    Possible { cell: Cell, number: u8 },
}

/// The number of ways to complete a star; it stops its count where this is `most` or more.
pub(crate) fn ways(diagram: &Diagram, given: &Partial, most: u64) -> u64 {
    let mut ways = 0;
    classes(diagram, given, &mut |search, _| {
        ways += search.group.order() as u64;
        ways < most
    });
    ways
}

/// Calls `found` with a completion of each class up to symmetry, until it returns false.
fn classes(diagram: &Diagram, given: &Partial, found: &mut dyn FnMut(&Search, Solution) -> bool) {
    let search = Search::completion(diagram, given);
    search.all(&Stop::default(), &mut |solution| found(&search, solution));
}

/// What to do next in a star with these given numbers, after others were `put` in this order. A
/// look at all ways shows it. `None` if the star is full, or the given numbers have no solution.
pub(crate) fn hint(diagram: &Diagram, given: &Partial, put: &[(Cell, u8)]) -> Option<Hint> {
    let with = |count: usize| with_more(*given, put[..count].iter().copied());
    let is_possible = |count: &usize| ways(diagram, &with(*count), 1) > 0;
    let mut first: Option<Solution> = None;
    // The cells with the same number in all ways so far.
    let mut same: Vec<Cell> = Vec::new();
    let star = with(put.len());
    classes(diagram, &star, &mut |search, solution| {
        let first = *first.get_or_insert_with(|| {
            let cells = 0..diagram.star.cells() as Cell;
            same = cells.filter(|&cell| star.number(cell).is_none()).collect();
            solution
        });
        for symmetry in &search.group.elements {
            let image = symmetry.image(&solution);
            same.retain(|&cell| image.number(cell) == first.number(cell));
        }
        !same.is_empty()
    });
    let Some(first) = first else {
        // Whatever was put after the first wrong number is impossible, too.
        let counts: Vec<usize> = (1..=put.len()).collect();
        let right = counts.partition_point(is_possible);
        return (put.get(right)).map(|&(cell, _)| Hint::Wrong { cell });
    };
    let is_empty = |cell: &Cell| star.number(*cell).is_none();
    let lacking = |cell: &Cell| {
        let empty = |line: [Cell; 4]| line.iter().filter(|cell| is_empty(cell)).count();
        diagram.lines_of(*cell).map(empty).into_iter().min()
    };
    if let Some(&cell) = same.iter().min_by_key(|cell| lacking(cell)) {
        let number = first.number(cell);
        return Some(Hint::Forced { cell, number });
    }
    let cells = 0..diagram.star.cells() as Cell;
    let cell = cells.filter(is_empty).min_by_key(lacking)?;
    let number = first.number(cell);
    Some(Hint::Possible { cell, number })
}

/// A random puzzle: numbers that leave one solution; without any one of them, several are left.
/// `below` draws a number below another one. `None` if the star has no solution.
pub(crate) fn puzzle(diagram: &Diagram, below: &mut dyn FnMut(usize) -> usize) -> Option<Partial> {
    let solution = random_solution(diagram, below)?;
    let mut order: Vec<Cell> = (0..diagram.star.cells() as Cell).collect();
    shuffle(&mut order, below);
    let mut given = order.clone();
    for cell in order {
        let fewer: Vec<Cell> = given.iter().copied().filter(|&one| one != cell).collect();
        if ways(diagram, &part_of(&solution, &fewer), 2) == 1 {
            given = fewer;
        }
    }
    Some(part_of(&solution, &given))
}

fn part_of(solution: &Solution, cells: &[Cell]) -> Partial {
    let numbers = cells.iter().map(|&cell| (cell, solution.number(cell)));
    with_more(Partial::EMPTY, numbers)
}

fn with_more(star: Partial, numbers: impl Iterator<Item = (Cell, u8)>) -> Partial {
    numbers.fold(star, |star, (cell, number)| star.with(cell, number))
}

/// A random solution. A larger star has millions of solutions, so this picks one of those with
/// random numbers in some random cells. Some are therefore a little likelier than others.
fn random_solution(diagram: &Diagram, below: &mut dyn FnMut(usize) -> usize) -> Option<Solution> {
    /// Stars of this order have tens of thousands of solutions. A point more gives twenty times as many.
    const FEW: usize = 9;
    let star = diagram.star;
    let fixed = star.order().saturating_sub(FEW);
    loop {
        let mut cells: Vec<Cell> = (0..star.cells() as Cell).collect();
        let mut numbers: Vec<u8> = (1..=star.cells() as u8).collect();
        shuffle(&mut cells, below);
        shuffle(&mut numbers, below);
        let some = cells.into_iter().zip(numbers).take(fixed);
        let given = with_more(Partial::EMPTY, some);
        let (mut met, mut chosen) = (0, None);
        classes(diagram, &given, &mut |search, solution| {
            met += 1;
            if below(met) == 0 {
                let elements = &search.group.elements;
                chosen = Some(elements[below(elements.len())].image(&solution));
            }
            true
        });
        if chosen.is_some() || fixed == 0 {
            return chosen;
        }
    }
}

/// A source of random numbers, each below another one.
pub(crate) fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = Random(seed);
    move |end| random.below(end as u64) as usize
}

fn shuffle<T>(things: &mut [T], below: &mut dyn FnMut(usize) -> usize) {
    for end in (2..=things.len()).rev() {
        things.swap(end - 1, below(end));
    }
}

#[cfg(test)]
mod tests;
