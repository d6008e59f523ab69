//! What the solutions of an explored star say.

use watch::Watcher;

use crate::error::{Error, Result};
use crate::numbering::Numbering;
use crate::rules::{
    Cell, Diagram, Group, Isomorphism, Star, isomorphism, permutations, quadruples,
};
use crate::store::{NumberedSolution, Store};

/// Stars with no more solutions than so many have all of them looked at, one
/// by one.
const MOST_LOOKED_AT: u64 = 50_000;

/// What is known of a star with all its solutions.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The star.
    pub diagram: Diagram,
    /// What can be known without them.
    pub symmetry: SymmetryReport,
    /// (2n)!, how many ways there are to put the numbers into the cells.
    pub permutations: u128,
    /// How many sets of four numbers have the sum of a line, and how many of
    /// them hold 1.
    pub quadruples: (u64, u64),
    /// How many solutions there are.
    pub solutions: u64,
    /// How many of the basic solutions have 1 in a point and in a crossing.
    pub basic_by_one: [u64; 2],
    /// The first solution, the last one of the first half, and the last one.
    pub marks: Option<[NumberedSolution; 3]>,
    /// How many solutions have each number at the top.
    pub by_top: Vec<u64>,
    /// Numbers of solutions and their iterations, or those of beginnings.
    pub curve: Vec<(u64, u128)>,
    /// Whether the second half of the solutions is the complement of the
    /// first.
    pub mirrored: Mirrored,
}

/// How it was found out whether the complements of the solutions in the first
/// half are those in the second half, backwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mirrored {
    /// Every pair of solutions was looked at.
    Pairs(bool),
    /// As many solutions begin with three numbers as with their complements.
    Beginnings(bool),
}

/// A star's symmetries, and what they make of the counts.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryReport {
    /// How many rotations and reflections there are.
    pub of_drawing: usize,
    /// How many symmetries there are at all.
    pub of_lines: usize,
    /// Which cells can be carried to each other by them.
    pub orbits: Vec<Vec<Cell>>,
    /// The other kinds of the same order that are the same star up to the
    /// names of lines and cells.
    pub same: Vec<(Star, Isomorphism)>,
    /// The other kinds of the same order that are not.
    pub different: Vec<Star>,
}

impl SymmetryReport {
    /// What can be known of a star without its solutions.
    pub(crate) fn of(diagram: &Diagram) -> SymmetryReport {
        let lines = Group::of_lines(diagram);
        let mut same = Vec::new();
        let mut different = Vec::new();
        let star = diagram.star();
        for other in Star::of_order(star.order()).filter(|other| *other != star) {
            match isomorphism(diagram, &Diagram::of(other)) {
                Some(isomorphism) => same.push((other, isomorphism)),
                None => different.push(other),
            }
        }
        SymmetryReport {
            of_drawing: Group::of_drawing(diagram).order(),
            of_lines: lines.order(),
            orbits: lines.orbits(),
            same,
            different,
        }
    }
}

impl Analysis {
    /// Analyses an explored star.
    ///
    /// # Errors
    ///
    /// [`Error::NotExplored`]; [`kit::Error::Stopped`].
    pub(crate) fn of(store: &Store, star: Star, watcher: &dyn Watcher) -> Result<Analysis> {
        let explored = store.star(star)?.and_then(|stored| stored.explored);
        let explored = explored.ok_or(Error::NotExplored(star))?;
        let diagram = Diagram::of(star);
        let numbering = Numbering::of(store, star, watcher)?;
        let solutions = numbering.solutions();
        if solutions != explored.solutions {
            let what = format!("{solutions} solutions are not {}", explored.solutions);
            return Err(Error::Damaged { star, what });
        }
        let sets = quadruples(star.order());
        let all = permutations(star.cells());
        let (curve, mirrored) = if solutions <= MOST_LOOKED_AT && solutions > 0 {
            let looked_at = numbering.select(store, 1..=solutions, watcher)?;
            let mirrored = looked_at
                .iter()
                .zip(looked_at.iter().rev())
                .all(|(one, other)| {
                    one.solution.complement() == other.solution
                        && one.solution.iteration() + other.solution.iteration() == all + 1
                });
            let point = |found: &NumberedSolution| (found.number, found.solution.iteration());
            (
                looked_at.iter().map(point).collect(),
                Mirrored::Pairs(mirrored),
            )
        } else {
            (
                numbering.beginnings(),
                Mirrored::Beginnings(numbering.is_mirrored()),
            )
        };
        let marks = if solutions == 0 {
            None
        } else {
            let mark = |number: u64| {
                let found = numbering.select(store, number..=number, watcher)?.pop();
                let what = format!("solution {number} is missing");
                found.ok_or(Error::Damaged { star, what })
            };
            // There are as many complements as solutions, so their number is
            // even.
            Some([mark(1)?, mark(solutions / 2)?, mark(solutions)?])
        };
        let basic = solutions / star.cells() as u64;
        let in_points = numbering.ones_in_points();
        Ok(Analysis {
            symmetry: SymmetryReport::of(&diagram),
            permutations: all,
            quadruples: (
                sets.len() as u64,
                sets.iter().filter(|set| set.contains(&1)).count() as u64,
            ),
            solutions,
            basic_by_one: [in_points, basic - in_points],
            marks,
            by_top: numbering.by_top(),
            curve,
            mirrored,
            diagram,
        })
    }

    /// How many solutions there are up to rotations and reflections.
    pub(crate) fn basic(&self) -> u64 {
        self.solutions / self.symmetry.of_drawing as u64
    }

    /// How many there are up to all symmetries.
    pub(crate) fn classes(&self) -> u64 {
        self.solutions / self.symmetry.of_lines as u64
    }
}
