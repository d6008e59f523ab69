//! A star that a player fills: the number of ways to complete it, the next step, and puzzles with as few numbers as
//! a unique solution needs.

use magic_star::rules::{Cell, Diagram, Partial, Solution};
use magic_star::search::Search;
use serde::Serialize;
use watch::Stop;
use web_engine::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Hint {
    /// The star cannot be completed because of the number in this cell.
    Wrong { cell: Cell },
    /// The number is the last one of a line.
    LastOfLine { cell: Cell, number: u8, line: usize },
    /// No other number fits both lines of the cell.
    OnlyNumber { cell: Cell, number: u8, far: bool },
    /// No other cell can have the number. It is `far` if exclusions in other cells are needed to see that.
    OnlyCell { cell: Cell, number: u8, far: bool },
    /// No number follows without trying, but all ways to complete the star have this number here.
    Forced { cell: Cell, number: u8 },
    /// No number is the same in all ways to complete the star; one of them has this number here.
    Possible { cell: Cell, number: u8 },
}

/// The number of ways to complete a star. Stops counting once it is at least `most`.
pub(crate) fn ways(diagram: &Diagram, given: &Partial, most: u64) -> u64 {
    let mut ways = 0;
    classes(diagram, given, &mut |search, _| {
        ways += search.group.order() as u64;
        ways < most
    });
    ways
}

/// Calls `found` with one completion of each class up to symmetry, until it returns false.
fn classes(diagram: &Diagram, given: &Partial, found: &mut dyn FnMut(&Search, Solution) -> bool) {
    let search = Search::completion(diagram, given);
    search.all(&Stop::default(), &mut |solution| found(&search, solution));
}

/// The next step in a star with these given numbers, after other numbers were `put` in this order, by going through
/// all completions. `None` if the star is full, or the given numbers have no solution.
pub(crate) fn hint(diagram: &Diagram, given: &Partial, put: &[(Cell, u8)]) -> Option<Hint> {
    let with = |count: usize| with_more(*given, put[..count].iter().copied());
    let is_possible = |count: &usize| ways(diagram, &with(*count), 1) > 0;
    let mut first: Option<Solution> = None;
    // The cells that have the same number in all completions so far.
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
        // After the first wrong number, every prefix of `put` is impossible, so a binary search finds it.
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

/// A random puzzle: given numbers with exactly one solution, none of which can be left out. `below` returns a
/// random number below its argument. `None` if the star has no solution.
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

/// A random solution. Larger stars have millions of solutions, so this chooses among those with random numbers in
/// some random cells, and some solutions are slightly more likely than others.
fn random_solution(diagram: &Diagram, below: &mut dyn FnMut(usize) -> usize) -> Option<Solution> {
    /// Stars of this order have tens of thousands of solutions, and each further point gives twenty times as many.
    const SMALL_ORDER: usize = 9;
    let star = diagram.star;
    let fixed = star.order().saturating_sub(SMALL_ORDER);
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

/// A source of random numbers, each below the argument of the call.
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
