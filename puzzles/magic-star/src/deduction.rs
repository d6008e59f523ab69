//! Deductions that a person can make in a partly filled star without trying, and their difficulty.

use crate::rules::{Cell, Diagram, MAX_CELLS, Partial};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// A single line: its last number follows from the others.
    Line,
    /// Both lines of a cell, or all cells for a number.
    Crossing,
    /// Chains of exclusions: numbers excluded in one cell exclude others elsewhere.
    Exclusion,
    /// No number follows, so a number must be tried.
    Trial,
}

impl Grade {
    pub fn name(self) -> &'static str {
        ["line", "crossing", "exclusion", "trial"][self as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The cell is the last empty one of this line.
    LastOfLine(usize),
    /// No other number fits both of its lines.
    OnlyNumber,
    /// No other cell can have the number.
    OnlyCell,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deduction {
    pub cell: Cell,
    pub number: u8,
    pub reason: Reason,
    pub grade: Grade,
}

/// The set of numbers that each cell can have, as bits. A given number is the only one of its cell.
type Candidates = [u64; MAX_CELLS];

/// The number with the easiest deduction. `None` if no number follows without trying.
pub fn deduce(diagram: &Diagram, star: &Partial) -> Option<Deduction> {
    let is_empty = |cell: &Cell| star.number(*cell).is_none();
    let empty = || (0..diagram.star.cells() as Cell).filter(is_empty);
    let (left, all) = candidates(diagram, star);
    let mut candidates = all;
    for (line, on_line) in diagram.lines.iter().enumerate() {
        let mut empty = on_line.iter().copied().filter(is_empty);
        if let (Some(cell), None) = (empty.next(), empty.next()) {
            return Some(Deduction {
                cell,
                number: single(fitting(diagram, &all, line, cell))?,
                reason: Reason::LastOfLine(line),
                grade: Grade::Line,
            });
        }
    }
    let mut grade = Grade::Crossing;
    loop {
        let before = candidates;
        // In the first round, every line is considered on its own.
        let alone = (grade == Grade::Crossing).then_some(&all);
        exclude(diagram, &mut candidates, alone);
        let only = |cell: Cell, number, reason| Deduction {
            cell,
            number,
            reason,
            grade,
        };
        for cell in empty() {
            if let Some(number) = single(candidates[usize::from(cell)]) {
                return Some(only(cell, number, Reason::OnlyNumber));
            }
        }
        for number in members(left) {
            let mut places =
                empty().filter(|&cell| candidates[usize::from(cell)] >> number & 1 == 1);
            if let (Some(cell), None) = (places.next(), places.next()) {
                return Some(only(cell, number as u8, Reason::OnlyCell));
            }
        }
        if candidates == before {
            return None;
        }
        grade = Grade::Exclusion;
    }
}

/// A full line with a wrong sum or, if there is none, a line that cannot be filled, found by excluding numbers that
/// fit no line. `None` if no line shows that the star cannot be completed.
pub fn blocked_line(diagram: &Diagram, star: &Partial) -> Option<usize> {
    let wrong = (0..diagram.lines.len()).find(|&line| star.has_wrong_sum(diagram, line));
    if wrong.is_some() {
        return wrong;
    }
    let (_, mut candidates) = candidates(diagram, star);
    loop {
        let before = candidates;
        let empty = exclude(diagram, &mut candidates, None);
        if empty.is_some() || candidates == before {
            return empty;
        }
    }
}

/// Excludes the candidates that do not fit one of their lines, given the candidates `known` or, if `None`, the
/// remaining ones. Returns the first line with a cell that has no candidates.
fn exclude(
    diagram: &Diagram,
    candidates: &mut Candidates,
    known: Option<&Candidates>,
) -> Option<usize> {
    let mut empty = None;
    for (line, on_line) in diagram.lines.iter().enumerate() {
        for &cell in on_line {
            let fitting = fitting(diagram, known.unwrap_or(candidates), line, cell);
            candidates[usize::from(cell)] &= fitting;
            if candidates[usize::from(cell)] == 0 {
                empty = empty.or(Some(line));
            }
        }
    }
    empty
}

/// The unused numbers, and the candidates of each cell before any line is considered.
fn candidates(diagram: &Diagram, star: &Partial) -> (u64, Candidates) {
    let all_numbers = ((1u64 << diagram.star.cells()) - 1) << 1;
    let left = (star.given()).fold(all_numbers, |left, (_, number)| left & !(1 << number));
    let mut candidates: Candidates = [left; MAX_CELLS];
    for (cell, number) in star.given() {
        candidates[usize::from(cell)] = 1 << number;
    }
    (left, candidates)
}

/// The difficulty of a star: that of the hardest deduction, if the easiest one is always made.
pub fn grade(diagram: &Diagram, star: &Partial) -> Grade {
    let (mut star, mut hardest) = (*star, Grade::Line);
    while let Some(next) = deduce(diagram, &star) {
        star = star.with(next.cell, next.number);
        hardest = hardest.max(next.grade);
    }
    let is_full = star.given().count() == diagram.star.cells();
    if is_full { hardest } else { Grade::Trial }
}

fn single(set: u64) -> Option<u8> {
    (set.count_ones() == 1).then_some(set.trailing_zeros() as u8)
}

/// The candidates of a cell with which a line can be filled.
fn fitting(diagram: &Diagram, candidates: &Candidates, line: usize, cell: Cell) -> u64 {
    let others = diagram.lines[line].iter().filter(|&&other| other != cell);
    let others = Vec::from_iter(others.map(|&other| candidates[usize::from(other)]));
    let sum = diagram.star.line_sum() as u32;
    members(candidates[usize::from(cell)])
        .filter(|&number| fills(&others, sum.checked_sub(number), 1 << number))
        .fold(0, |fitting, number| fitting | 1 << number)
}

/// Whether these cells can have different numbers with that sum, none of them in `taken`.
fn fills(cells: &[u64], sum: Option<u32>, taken: u64) -> bool {
    match (cells.split_first(), sum) {
        (_, None) => false,
        (None, Some(sum)) => sum == 0,
        (Some((first, rest)), Some(sum)) => members(first & !taken)
            .any(|number| fills(rest, sum.checked_sub(number), taken | 1 << number)),
    }
}

fn members(set: u64) -> impl Iterator<Item = u32> {
    (1..64).filter(move |number| set >> number & 1 == 1)
}
