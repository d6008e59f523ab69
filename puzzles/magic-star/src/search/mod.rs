//! The search for all ways to fill a star.
//!
//! One solution of each class under the symmetries is looked for
//! (`cases`), cells that depend on each other are filled together
//! (`linear`), in an order worked out beforehand (`plan`), with sets of
//! numbers as bits (`walk`). The whole is cut into parts, which are the
//! same ones every time; how many of them are done is a cursor that can be
//! stored. Parts are searched on several threads and come out in order
//! ([`in_order`]).
//!
//! Combinations of the lines' sums tell more than single lines: they make one empty
//! cell depend on another long before a line lacks two numbers only. Filling such
//! classes of cells at once takes 2.1 million steps for 11b, lines alone 64 million.

mod cases;
mod linear;
mod parts;
mod plan;
mod walk;

pub use parts::{Ended, Interrupted, in_order};

use watch::Stop;

use self::cases::{Case, Complement};
use self::plan::Plan;
use self::walk::{State, Visitor, Walk};
use crate::rules::{Diagram, Group, Partial, Solution};

/// Changes whenever parts begin or end elsewhere, or solutions within a part
/// are found in another order: an exploration that was begun with another
/// version cannot be gone on with.
pub const SEARCH_VERSION: u32 = 1;

/// A search, cut into parts.
pub struct Search {
    diagram: Diagram,
    /// What carries what is found to all that there is.
    group: Group,
    cases: Vec<(Case, Plan)>,
    parts: Vec<Part>,
}

struct Part {
    case: u16,
    state: State,
}

impl Search {
    /// The search for all solutions of a star, which finds one of each class
    /// under the full group.
    pub fn exploration(diagram: &Diagram) -> Search {
        let group = Group::of_lines(diagram);
        let cases = cases::cases(&group, diagram.star().cells());
        Search::new(diagram, group, cases)
    }

    /// The search for all ways to complete a partly filled star, which finds
    /// one of each class under those symmetries that leave all given numbers
    /// where they are.
    pub fn completion(diagram: &Diagram, given: &Partial) -> Search {
        if *given == Partial::EMPTY {
            return Search::exploration(diagram);
        }
        let group = (given.given()).fold(Group::of_lines(diagram), |group, (cell, _)| {
            group.stabiliser(cell)
        });
        let case = cases::completion(group.clone(), *given, diagram.star().cells());
        Search::new(diagram, group, vec![case])
    }

    fn new(diagram: &Diagram, group: Group, cases: Vec<Case>) -> Search {
        // So many parts of the largest star are some hours each, and those of
        // the small ones cost more to begin than to search.
        let enough = 1 << diagram.star().order();
        let cases: Vec<(Case, Plan)> = (cases.into_iter())
            .filter_map(|case| {
                let given = linear::settled(diagram, case.given)?;
                let case = Case { given, ..case };
                let plan = Plan::new(diagram, &case);
                Some((case, plan))
            })
            .collect();
        let mut parts = Vec::new();
        // No plan has more steps than there are cells.
        for steps in 0..=diagram.star().cells() as u32 {
            parts = parts_behind(diagram, &cases, steps);
            if parts.len() >= enough {
                break;
            }
        }
        Search {
            diagram: diagram.clone(),
            group,
            cases,
            parts,
        }
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The symmetries: every image of what is found is a solution, all images
    /// are different, and there are no others.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// Searches a part, and calls `found` with a solution of each class in
    /// it, until it returns false. Returns how many steps that took.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if somebody asked to stop, or `found` did.
    pub fn part(
        &self,
        part: usize,
        stop: &Stop,
        found: &mut dyn FnMut(Solution) -> bool,
    ) -> Result<u64, Interrupted> {
        let Some(part) = self.parts.get(part) else {
            return Ok(0);
        };
        let (case, plan) = &self.cases[usize::from(part.case)];
        let mut finder = Finder {
            cells: self.diagram.star().cells(),
            complement: case.complement,
            found,
        };
        let mut walk = Walk::new(&self.diagram, plan, stop, &mut finder);
        if walk.finish(&part.state) {
            Ok(walk.taken())
        } else {
            Err(Interrupted)
        }
    }
}

/// All states that many steps behind the beginnings of the cases.
fn parts_behind(diagram: &Diagram, cases: &[(Case, Plan)], steps: u32) -> Vec<Part> {
    let mut parts = Vec::new();
    for (number, (case, plan)) in (0..).zip(cases) {
        let mut cutter = Cutter {
            case: number,
            parts: &mut parts,
        };
        let first = State::first(diagram, case);
        Walk::new(diagram, plan, &Stop::default(), &mut cutter).steps(&first, steps);
    }
    parts
}

/// Cuts a case into parts.
struct Cutter<'a> {
    case: u16,
    parts: &'a mut Vec<Part>,
}

impl Visitor for Cutter<'_> {
    fn end(&mut self, state: State) -> bool {
        self.parts.push(Part {
            case: self.case,
            state,
        });
        true
    }
}

/// Takes solutions.
struct Finder<'a> {
    cells: usize,
    complement: Complement,
    found: &'a mut dyn FnMut(Solution) -> bool,
}

impl Visitor for Finder<'_> {
    fn end(&mut self, state: State) -> bool {
        let Some(solution) = Solution::new(&state.numbers()[..self.cells]) else {
            return true;
        };
        let both = match self.complement {
            Complement::Nothing => false,
            Complement::Other => true,
            Complement::Same(a, b) => {
                usize::from(solution.number(a) + solution.number(b)) <= self.cells
            }
        };
        (self.found)(solution) && (!both || (self.found)(solution.complement()))
    }
}
