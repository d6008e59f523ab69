//! The order in which the cells of a star are filled, and the cells that follow from others.
//!
//! The sums of the lines are n linear equations for the numbers in 2n cells, so about half of the cells are free,
//! and elimination gives each of the others from earlier ones. A step of a plan is a free cell with all cells that
//! follow once it is filled. All factors are small multiples of a quarter, because every cell is on exactly two
//! lines.
//!
//! A free cell from which no other follows costs time, so the next cell is always the one from which most others
//! follow. Of the orders that begin with different cells, the one with the lowest estimated cost is used.

use std::cmp::Reverse;

use crate::rules::{Cell, Diagram, MAX_CELLS, MAX_ORDER};

/// The factor one, in quarters.
pub(super) const ONE: i16 = 4;

/// The factors of the free cells, in the order of their steps.
pub(super) type Factors = [i16; MAX_FREE];

/// The greatest number of steps of a plan: the equations of the lines leave no more cells free.
pub(super) const MAX_FREE: usize = 16;

/// A free cell, for which every unused number is tried, and the cells that follow from it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub cell: Cell,
    pub followers: Vec<Follower>,
    /// Pairs of cells that are both filled after this step, of which the first must have the smaller number.
    pub below: Vec<(Cell, Cell)>,
}

/// A cell whose number is a sum of multiples of the numbers in free cells, in quarters.
#[derive(Clone, Debug)]
pub(super) struct Follower {
    pub cell: Cell,
    pub constant: i16,
    pub factors: Factors,
    /// The factor of the free cell of its own step.
    pub own: i16,
}

pub(super) fn plan(diagram: &Diagram, first: &[Cell]) -> Vec<Step> {
    let cells = 0..diagram.star.cells() as Cell;
    let plans = cells.filter(|cell| !first.contains(cell)).map(|cell| {
        let first: Vec<Cell> = first.iter().copied().chain([cell]).collect();
        steps(diagram, &order(diagram, &first))
    });
    let cost = |plan: &Vec<Step>| cost(plan, diagram.star.cells(), first.len());
    (plans.min_by(|one, other| cost(one).total_cmp(&cost(other))))
        .unwrap_or_else(|| steps(diagram, first))
}

fn order(diagram: &Diagram, first: &[Cell]) -> Vec<Cell> {
    let cells = 0..diagram.star.cells() as Cell;
    let mut order: Vec<Cell> = Vec::new();
    let mut filled = 0;
    let mut first = first.iter().copied();
    loop {
        let is_empty = |cell: &Cell| filled >> cell & 1 == 0;
        let lacking = |line: [Cell; 4]| line.iter().filter(|cell| is_empty(cell)).count();
        let next = first.next().filter(is_empty).or_else(|| {
            cells.clone().filter(is_empty).max_by_key(|&cell| {
                let then = follow(diagram, filled | 1 << cell);
                let least = diagram.lines_of(cell).map(lacking).into_iter().min();
                (then.count_ones(), Reverse(least), Reverse(cell))
            })
        });
        let Some(next) = next else { return order };
        order.push(next);
        filled |= 1 << next;
        let then = follow(diagram, filled);
        let new = then & !filled;
        order.extend(cells.clone().filter(|cell| new >> cell & 1 == 1));
        filled = then;
    }
}

/// Adds the cells that follow from the filled ones.
fn follow(diagram: &Diagram, filled: u32) -> u32 {
    let empty = |cell: &Cell| filled >> cell & 1 == 0;
    let columns: Vec<Cell> = (0..diagram.star.cells() as Cell).filter(empty).collect();
    let rows = solved(diagram, &columns);
    let alone = rows.iter().filter_map(|row| {
        let mut cells = (columns.iter()).filter(|cell| row[usize::from(**cell)] != 0.0);
        cells.next().filter(|_| cells.next().is_none())
    });
    alone.fold(filled, |filled, cell| filled | 1 << cell)
}

/// The equation of a line: the factors of the cells, followed by their sum.
type Row = [f64; MAX_CELLS + 1];

/// The equations of the lines, each solved for the first possible column.
fn solved(diagram: &Diagram, columns: &[Cell]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(MAX_ORDER);
    for line in &diagram.lines {
        let mut row = [0.0; MAX_CELLS + 1];
        line.iter().for_each(|&cell| row[usize::from(cell)] = 1.0);
        row[MAX_CELLS] = diagram.star.line_sum() as f64;
        rows.push(row);
    }
    let mut next = 0;
    for column in columns.iter().map(|&cell| usize::from(cell)) {
        let Some(pivot) = (next..rows.len()).find(|&row| rows[row][column] != 0.0) else {
            continue;
        };
        rows.swap(next, pivot);
        let factor = rows[next][column];
        let solving = rows[next].map(|value| value / factor);
        rows[next] = solving;
        for (i, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if i != next && factor != 0.0 {
                *row = std::array::from_fn(|at| row[at] - factor * solving[at]);
            }
        }
        next += 1;
    }
    rows
}

fn steps(diagram: &Diagram, order: &[Cell]) -> Vec<Step> {
    let backwards: Vec<Cell> = order.iter().rev().copied().collect();
    let rows = solved(diagram, &backwards);
    // The equation that gives a cell from those before it, or `None`.
    let told = |cell: Cell| {
        let last = |row: &Row| {
            backwards
                .iter()
                .find(|&&cell| row[usize::from(cell)] != 0.0)
        };
        rows.iter().find(|row| last(row) == Some(&cell))
    };
    let quarters = |value: f64| (f64::from(ONE) * value) as i16;
    let mut steps: Vec<Step> = Vec::new();
    for &cell in order {
        let Some(row) = told(cell) else {
            steps.push(Step {
                cell,
                followers: Vec::new(),
                below: Vec::new(),
            });
            continue;
        };
        let factor = |step: &Step| quarters(-row[usize::from(step.cell)]);
        let counts = |step: &Step| row[usize::from(step.cell)] != 0.0;
        let Some(last) = steps.iter().rposition(counts) else {
            continue;
        };
        let mut factors = [0; MAX_FREE];
        for (place, step) in factors.iter_mut().zip(&steps[..last]) {
            *place = factor(step);
        }
        let own = factor(&steps[last]);
        steps[last].followers.push(Follower {
            cell,
            constant: quarters(row[MAX_CELLS]),
            factors,
            own,
        });
    }
    for step in &mut steps {
        step.followers
            .sort_by_key(|follower| follower.own.abs() != ONE);
    }
    steps
}

/// The estimated number of numbers that a plan tries. The number that follows for a cell may be used already.
fn cost(plan: &[Step], cells: usize, given: usize) -> f64 {
    let mut left = cells as f64;
    let (mut ways, mut cost) = (1.0, 0.0);
    for (i, step) in plan.iter().enumerate() {
        ways *= if i < given { 1.0 } else { left };
        left -= 1.0;
        cost += ways;
        for _ in &step.followers {
            ways *= left / (1.8 * cells as f64);
            left -= 1.0;
        }
    }
    cost
}
