//! The search for all ways to fill a star.
//!
//! The search finds one solution of each class under the symmetries. Number 1 is in one cell of each orbit, and
//! inequalities break the symmetries that fix this cell. Cells are filled in an order computed beforehand (`plan`),
//! with sets of numbers as bits (`plan_search`).

mod brute_force;
mod plan;
mod plan_search;

pub use brute_force::BruteForce;

use watch::Stop;

use self::plan::{Step, plan};
use self::plan_search::{PlanSearch, State};
use crate::rules::{Cell, Diagram, Group, MAX_CELLS, Partial, Solution};

/// The number of parts into which a search is divided for threads, if possible.
const PARTS: usize = 256;

/// A search, divided into parts that do not depend on the number of threads.
#[derive(Debug)]
pub struct Search {
    cells: usize,
    /// The symmetries. The images of the solutions found are all solutions, each once.
    pub group: Group,
    cases: Vec<Case>,
    /// For each part, the index of its case, and the state where it begins.
    parts: Vec<(usize, State)>,
}

/// A case: the numbers that some cells can have, and the plan for filling the others.
#[derive(Debug)]
struct Case {
    allowed: [u64; MAX_CELLS],
    plan: Vec<Step>,
}

impl Search {
    /// The search for all solutions of a star, which finds one of each class under all symmetries.
    pub fn exploration(diagram: &Diagram) -> Search {
        let group = Group::of_lines(diagram);
        let firsts = group.orbits().into_iter().map(|orbit| orbit[0]);
        let case = |cell| {
            let given = Partial::EMPTY.with(cell, 1);
            Case::new(diagram, &given, group.clone().stabiliser(cell))
        };
        let cases = firsts.map(case).collect();
        Search::new(diagram, group, cases)
    }

    /// The search for all ways to complete a partly filled star.
    pub fn completion(diagram: &Diagram, given: &Partial) -> Search {
        if *given == Partial::EMPTY {
            return Search::exploration(diagram);
        }
        let group = (given.given()).fold(Group::of_lines(diagram), |group, (cell, _)| {
            group.stabiliser(cell)
        });
        let case = Case::new(diagram, given, group.clone());
        Search::new(diagram, group, vec![case])
    }

    fn new(diagram: &Diagram, group: Group, cases: Vec<Case>) -> Search {
        let cells = diagram.star.cells();
        let first = State::first(cells);
        let mut parts: Vec<(usize, State)> = (0..cases.len()).map(|case| (case, first)).collect();
        let most = cases.iter().map(|case| case.plan.len()).max().unwrap_or(0);
        for end in 1..=most {
            if parts.len() >= PARTS {
                break;
            }
            let mut further = Vec::new();
            for (case, mut state) in parts {
                let mut visit = |state: &State| {
                    further.push((case, *state));
                    true
                };
                let (end, stop) = (end.min(cases[case].plan.len()), Stop::default());
                cases[case].search(end, &stop, &mut visit).run(&mut state);
            }
            parts = further;
        }
        Search {
            cells,
            group,
            cases,
            parts,
        }
    }

    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Calls `found` with a solution of each class, and returns the number of steps. `None` if interrupted, or if
    /// `found` returned false.
    pub fn all(&self, stop: &Stop, found: &mut dyn FnMut(Solution) -> bool) -> Option<u64> {
        let parts = 0..self.parts();
        parts.map(|part| self.part(part, stop, found)).sum()
    }

    /// As [`Search::all`], for one part.
    pub fn part(
        &self,
        part: usize,
        stop: &Stop,
        found: &mut dyn FnMut(Solution) -> bool,
    ) -> Option<u64> {
        let (case, mut state) = self.parts[part];
        let case = &self.cases[case];
        let mut visit =
            |state: &State| Solution::new(&state.numbers[..self.cells]).is_none_or(&mut *found);
        let mut search = case.search(case.plan.len(), stop, &mut visit);
        search.run(&mut state).then_some(search.taken)
    }
}

impl Case {
    fn new(diagram: &Diagram, given: &Partial, group: Group) -> Case {
        let taken = (given.given()).fold(0u64, |taken, (_, number)| taken | 1 << number);
        let mut allowed = [!taken; MAX_CELLS];
        for (cell, number) in given.given() {
            allowed[usize::from(cell)] = 1 << number;
        }
        let cells: Vec<Cell> = given.given().map(|(cell, _)| cell).collect();
        let mut plan = plan(diagram, &cells);
        inequalities(group, &mut plan);
        Case { allowed, plan }
    }

    fn search<'a>(
        &'a self,
        end: usize,
        stop: &'a Stop,
        visit: &'a mut dyn FnMut(&State) -> bool,
    ) -> PlanSearch<'a> {
        PlanSearch {
            plan: &self.plan,
            allowed: &self.allowed,
            end,
            stop,
            visit,
            taken: 0,
        }
    }
}

/// Breaks the symmetries of a group by inequalities that hold for exactly one of the images of a solution. The
/// first cell has the least number of all cells in its orbit. The symmetries that fix that cell are then broken in
/// the same way.
fn inequalities(mut group: Group, plan: &mut [Step]) {
    let mut filled: Vec<(usize, Cell)> = Vec::new();
    for (i, step) in plan.iter().enumerate() {
        filled.push((i, step.cell));
        filled.extend(step.followers.iter().map(|follower| (i, follower.cell)));
    }
    for &(i, cell) in &filled {
        let orbit = group.orbit(cell);
        for &(j, other) in &filled {
            if other != cell && orbit.contains(&other) {
                plan[i.max(j)].below.push((cell, other));
            }
        }
        group = group.stabiliser(cell);
    }
}
