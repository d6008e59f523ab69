//! In which order the cells of a case are filled.
//!
//! What can be done next depends only on which cells are filled, so it is
//! worked out beforehand: a plan is a graph of steps, each for one set of
//! filled cells.
//!
//! A step fills a class of cells ([`linear`](super::linear)): the number in
//! one of them determines those in the others, and a few shifts of the set of
//! numbers that are left give all numbers that it can have. Of the largest
//! classes three at most are compared, and the one with the fewest numbers is
//! filled; if one of them has none, so nothing comes of all that has been
//! filled before. Where no two cells depend on each other yet, one cell gets
//! every number that is left: the next one in the plan's order of lines.
//!
//! That order is the one that promises the least work: by a rough estimate of
//! how many ways there are to fill a set of lines, the numbers of the cells
//! being drawn at random and every line's sum being as likely as that of
//! random numbers, it has the least sum over all its beginnings, found by
//! dynamic programming over all sets of lines.
//!
//! What that is worth, in steps: 11b takes 64 million if only what single
//! lines tell is used, and 2.1 million with classes. 12b takes 99 million if
//! always the largest class is filled, 53 million with the better one of two,
//! 45 million with the best of three; five change next to nothing.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::f64::consts::PI;
use std::ops::Range;

use super::cases::{Case, Complement};
use super::linear::{Class, System, bits};
use crate::rules::{Cell, Diagram, MAX_CELLS, MAX_ORDER};

/// How many classes are compared before one is filled.
pub(super) const CHOICES: usize = 3;

/// Numbers and their factors are counted in quarters, so that what follows
/// from lines is whole.
pub(super) const UNIT: i16 = 4;

/// For each line, by what its need is multiplied.
pub(super) type Lines = [i16; MAX_ORDER];

/// What is done for a set of filled cells: one of these classes of cells is
/// filled; nothing, if all are.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub choices: Range<u32>,
}

/// A class of cells to be filled.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The cell whose number is chosen.
    pub cell: Cell,
    /// Something has to be checked.
    pub checked: bool,
    /// The cells that depend on it.
    pub dependents: Range<u32>,
    /// Those of them that do so with another factor than 1 and -1.
    pub multiples: Range<u32>,
    /// By how much the needs of the lines fall if the chosen number is
    /// greater by 1, as far as the dependents and the cell itself go.
    pub slope: Lines,
    /// What has to be true once they are filled.
    pub checks: Range<u32>,
    /// The step for the cells that are filled then.
    pub next: u32,
}

/// A cell whose number is the chosen one, or its negative, plus a combination
/// of what lines need.
#[derive(Clone, Debug)]
pub(super) struct Dependent {
    /// By what each line's need is multiplied, in quarters.
    pub lines: Lines,
    pub cell: Cell,
    /// The factor is -1.
    pub negative: bool,
}

/// A cell whose number is another multiple of the chosen one plus such a
/// combination.
#[derive(Clone, Debug)]
pub(super) struct Multiple {
    pub lines: Lines,
    pub cell: Cell,
    /// The factor, in quarters.
    pub factor: i16,
}

/// What has to be true once certain cells are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Check {
    /// The number in the first cell is less than that in the second.
    Below(Cell, Cell),
    /// The two numbers sum up to 2n + 1 at most.
    Half(Cell, Cell),
}

/// The steps of a case. Everything lies in a few long lists, each step's
/// share of it in one piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    pub choices: Vec<Choice>,
    pub dependents: Vec<Dependent>,
    pub multiples: Vec<Multiple>,
    pub checks: Vec<Check>,
    /// For each cell, 1 for the lines on which it lies.
    pub on: [Lines; MAX_CELLS],
}

impl Plan {
    /// The plan of a case; its first step is the first of the list. The case
    /// must not determine any empty cell.
    pub(super) fn new(diagram: &Diagram, case: &Case) -> Plan {
        let mut system = System::new(diagram);
        for (cell, _) in case.given.given() {
            system.fill(cell);
        }
        let lines: Vec<u32> = (diagram.lines().iter())
            .map(|line| line.iter().fold(0, |cells, cell| cells | 1 << cell))
            .collect();
        let mut plan = Plan::default();
        for (on, ends) in plan.on.iter_mut().zip(diagram.ends()) {
            for line in ends {
                on[usize::from(*line)] = 1;
            }
        }
        let mut maker = Maker {
            diagram,
            case,
            order: order(&lines, !system.empty()),
            lines,
            met: HashMap::new(),
            plan,
        };
        maker.step(&system);
        maker.plan
    }
}

struct Maker<'a> {
    diagram: &'a Diagram,
    case: &'a Case,
    /// The cells of each line as bits.
    lines: Vec<u32>,
    order: Vec<u8>,
    /// The steps that there are, by the cells that are empty before them.
    met: HashMap<u32, u32>,
    plan: Plan,
}

/// Adds items to a list, and says where they are.
fn append<T>(list: &mut Vec<T>, items: impl IntoIterator<Item = T>) -> Range<u32> {
    let first = list.len() as u32;
    list.extend(items);
    first..list.len() as u32
}

impl Maker<'_> {
    /// The step for a set of filled cells.
    fn step(&mut self, system: &System) -> u32 {
        if let Some(&step) = self.met.get(&system.empty()) {
            return step;
        }
        let index = self.plan.steps.len() as u32;
        self.met.insert(system.empty(), index);
        let ways: Vec<(Choice, System)> = (self.best(system).into_iter())
            .map(|class| {
                let mut then = system.clone();
                for cell in bits(class.cells()) {
                    then.fill(cell);
                }
                (
                    self.choice(class.told_best(), system.empty(), then.empty()),
                    then,
                )
            })
            .collect();
        let (choices, systems): (Vec<Choice>, Vec<System>) = ways.into_iter().unzip();
        let choices = append(&mut self.plan.choices, choices);
        self.plan.steps.push(Step {
            choices: choices.clone(),
        });
        for (choice, system) in choices.zip(&systems) {
            let next = self.step(system);
            self.plan.choices[choice as usize].next = next;
        }
        index
    }

    /// The classes that may be filled next.
    fn best(&self, system: &System) -> Vec<Class> {
        let mut classes = system.classes();
        classes.retain(|class| class.len() > 1);
        if classes.is_empty() {
            let cell = self.next_cell(system.empty());
            let others = Vec::new();
            return cell
                .map(|cell| Class { cell, others })
                .into_iter()
                .collect();
        }
        classes.sort_by_key(|class| {
            let first = (self.order.iter())
                .position(|&line| self.lines[usize::from(line)] & class.cells() != 0);
            (Reverse(class.len()), first)
        });
        classes.truncate(CHOICES);
        classes
    }

    /// The cell to be filled where none depends on another one: on the first
    /// line that lacks something, the one whose other line lacks the least.
    fn next_cell(&self, empty: u32) -> Option<Cell> {
        let lacking = |line: u8| self.lines[usize::from(line)] & empty;
        let line = *self.order.iter().find(|&&line| lacking(line) != 0)?;
        bits(lacking(line)).min_by_key(|&cell| {
            let [one, other] = self.diagram.ends()[usize::from(cell)];
            lacking(if one == line { other } else { one }).count_ones()
        })
    }

    /// What fills a class, given the cells that are empty before and then.
    fn choice(&mut self, class: Class, empty: u32, then: u32) -> Choice {
        let quarters = |number: f64| (f64::from(UNIT) * number) as i16;
        let plan = &mut self.plan;
        let mut slope = plan.on[usize::from(class.cell)];
        let (simple, multiple): (Vec<_>, Vec<_>) =
            (class.others.into_iter()).partition(|other| other.factor.abs() == 1.0);
        let dependents: Vec<Dependent> = (simple.into_iter())
            .map(|other| Dependent {
                lines: other.lines.map(quarters),
                cell: other.cell,
                negative: other.factor < 0.0,
            })
            .collect();
        for dependent in &dependents {
            let sign = if dependent.negative { -1 } else { 1 };
            for (slope, on) in slope.iter_mut().zip(plan.on[usize::from(dependent.cell)]) {
                *slope += sign * on;
            }
        }
        let multiples = multiple.into_iter().map(|other| Multiple {
            lines: other.lines.map(quarters),
            cell: other.cell,
            factor: quarters(other.factor),
        });
        let become_known = |a: Cell, b: Cell| {
            let both = 1 << a | 1 << b;
            both & then == 0 && both & empty != 0
        };
        let mut checks: Vec<Check> = (self.case.below.iter())
            .filter(|&&(a, b)| become_known(a, b))
            .map(|&(a, b)| Check::Below(a, b))
            .collect();
        if let Complement::Same(a, b) = self.case.complement
            && become_known(a, b)
        {
            checks.push(Check::Half(a, b));
        }
        Choice {
            cell: class.cell,
            checked: !checks.is_empty(),
            dependents: append(&mut plan.dependents, dependents),
            multiples: append(&mut plan.multiples, multiples),
            slope,
            checks: append(&mut plan.checks, checks),
            next: 0,
        }
    }
}

/// The lines in the order that promises the least work, given their cells as
/// bits and those that are filled at the beginning.
fn order(lines: &[u32], filled: u32) -> Vec<u8> {
    let n = lines.len();
    let all = (1usize << n) - 1;
    let numbers = 2.0 * n as f64;
    let filled = filled & lines.iter().fold(0, |cells, line| cells | line);
    // One over the likelihood that so many random numbers have a certain sum:
    // their distribution is nearly normal, and met near its peak.
    let odds: Vec<f64> = (0..=4)
        .map(|lacking| match lacking {
            // The number that is wanted must be there, and be the right one
            // for lines that have been filled from elsewhere.
            0 => 1.25 * numbers,
            1 => numbers,
            more => (f64::from(more) * (numbers * numbers - 1.0) / 12.0 * 2.0 * PI).sqrt(),
        })
        .collect();
    let mut cells = vec![filled; all + 1];
    // How many ways there are to fill the lines of a set, the least work to
    // come there, and the last line on the way.
    let mut ways = vec![1.0; all + 1];
    let mut work = vec![f64::INFINITY; all + 1];
    let mut last = vec![0u8; all + 1];
    work[0] = 0.0;
    for set in 0..=all {
        if set != 0 {
            let rest = set & (set - 1);
            cells[set] = cells[rest] | lines[set.trailing_zeros() as usize];
        }
        let left = 2 * n as u32 - cells[set].count_ones();
        for (line, &of_line) in lines.iter().enumerate() {
            if set >> line & 1 == 1 {
                continue;
            }
            let lacking = (of_line & !cells[set]).count_ones();
            let mut filled = ways[set];
            let mut steps = work[set];
            for cell in 0..lacking {
                filled *= f64::from(left - cell);
                // All but the last two numbers of a line are tried one by one.
                if cell + 2 < lacking {
                    steps += filled;
                }
            }
            filled /= odds[lacking as usize];
            steps += filled;
            let next = set | 1 << line;
            if steps < work[next] {
                (work[next], ways[next], last[next]) = (steps, filled, line as u8);
            }
        }
    }
    let mut order = Vec::with_capacity(MAX_ORDER);
    let mut set = all;
    while set != 0 {
        order.push(last[set]);
        set &= !(1 << last[set]);
    }
    order.reverse();
    order
}
