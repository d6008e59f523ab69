//! The symmetries of a star, and an analysis of its solutions.

use crate::rules::{Cell, Diagram, Group, Isomorphism, Star, isomorphism};

#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub diagram: Diagram,
    pub symmetry: SymmetryReport,
    pub solutions: u64,
    /// The number of solutions with each number at the top.
    pub by_top: Vec<u64>,
}

/// The symmetries of a star, and how they affect the counts.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryReport {
    pub of_drawing: u64,
    pub of_lines: u64,
    /// The sets of cells that symmetries map to each other.
    pub orbits: Vec<Vec<Cell>>,
    /// The other stars of this order that are isomorphic to it, and those that are not.
    pub same: Vec<(Star, Isomorphism)>,
    pub different: Vec<Star>,
}

impl SymmetryReport {
    pub(crate) fn of(diagram: &Diagram) -> SymmetryReport {
        let lines = Group::of_lines(diagram);
        let (mut same, mut different) = (Vec::new(), Vec::new());
        let star = diagram.star;
        for other in Star::of_order(star.order()).filter(|other| *other != star) {
            match isomorphism(diagram, &Diagram::of(other)) {
                Some(isomorphism) => same.push((other, isomorphism)),
                None => different.push(other),
            }
        }
        SymmetryReport {
            of_drawing: Group::of_drawing(diagram).order() as u64,
            of_lines: lines.order() as u64,
            orbits: lines.orbits(),
            same,
            different,
        }
    }
}
