//! Which cells the numbers 1 and 2n lie in, up to symmetry.
//!
//! A symmetry carries solutions to solutions, and so does the complement,
//! x ↦ 2n + 1 - x. The search looks at one solution of each class:
//!
//! - 1 and 2n are put into one pair of cells of each orbit of such pairs
//!   under the full group. That alone leaves only those symmetries that fix
//!   both cells, mostly none.
//! - Those that are left are broken by inequalities: of the cells that the
//!   first moved cell can be carried to, that cell itself holds the least
//!   number; then likewise for the symmetries that fix it, too. Numbers are
//!   different, so exactly one solution of a class satisfies all of them.
//! - The complement exchanges 1 and 2n. Of an orbit of pairs and the orbit
//!   with the cells exchanged only one is searched, and what is found there
//!   counts twice.
//! - Where both are the same orbit and some symmetry g exchanges the two
//!   cells, complement and g together carry the case to itself. They change
//!   the sum of the numbers in a cell c and in g(c) to 4n + 2 minus that sum:
//!   solutions with the larger sum need not be looked at.

use crate::rules::{Cell, Group, Partial, Symmetry};

/// A part of the problem: numbers in some cells, and what else holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Case {
    /// The numbers that are given.
    pub given: Partial,
    /// The number in the first cell is less than that in the second.
    pub below: Vec<(Cell, Cell)>,
    /// What complements make of what is found.
    pub complement: Complement,
}

/// What complements make of the solutions of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Complement {
    /// Nothing: they belong to the case itself, or to no case.
    Nothing,
    /// They are solutions of a case that is not looked at.
    Other,
    /// They are, up to symmetry, solutions of the same case, and only those
    /// are looked at whose numbers in the two cells sum up to 2n + 1 at most;
    /// where the sum is just that, both are met.
    Same(Cell, Cell),
}

/// The cases that together hold one solution, or a solution or its
/// complement, of each class under the group, which is a star's full one.
pub(super) fn cases(group: &Group, cells: usize) -> Vec<Case> {
    let cells = cells as Cell;
    let mut cases = Vec::new();
    for one in least_of_orbits(group, 0..cells) {
        let fixing_one = group.stabiliser(one);
        for most in least_of_orbits(&fixing_one, 0..cells) {
            if one == most {
                continue;
            }
            // The orbit with the cells exchanged, by its first pair.
            let exchanged = (group.elements().iter())
                .map(|g| (g.source(most), g.source(one)))
                .min();
            let exchanging =
                (group.elements().iter()).find(|g| (g.source(one), g.source(most)) == (most, one));
            let fixing_both = fixing_one.stabiliser(most);
            let complement = match (exchanging, exchanged) {
                (Some(g), _) => exchange(g, &fixing_both, [one, most], cells),
                (None, Some(other)) if other < (one, most) => continue,
                (None, _) => Complement::Other,
            };
            cases.push(Case {
                given: Partial::EMPTY.with(one, 1).with(most, cells),
                below: inequalities(fixing_both, cells),
                complement,
            });
        }
    }
    cases
}

/// The case of a partly filled star: the group's elements that leave every
/// given number where it is are broken by inequalities.
pub(super) fn completion(fixing: Group, given: Partial, cells: usize) -> Case {
    Case {
        given,
        below: inequalities(fixing, cells as Cell),
        complement: Complement::Nothing,
    }
}

fn least_of_orbits(group: &Group, cells: std::ops::Range<Cell>) -> impl Iterator<Item = Cell> {
    cells.filter(|&cell| group.orbit(cell).first() == Some(&cell))
}

/// How the complement is used in a case that it keeps, together with a
/// symmetry that exchanges the two cells.
fn exchange(g: &Symmetry, fixing: &Group, exchanged: [Cell; 2], cells: Cell) -> Complement {
    // With more symmetries left, inequalities and complement would get in
    // each other's way; these few cases are searched as a whole. With none, g
    // twice is the identity.
    if fixing.order() > 1 {
        return Complement::Nothing;
    }
    (0..cells)
        .find(|cell| !exchanged.contains(cell))
        .map_or(Complement::Nothing, |cell| {
            Complement::Same(cell, g.source(cell))
        })
}

/// Inequalities that hold for exactly one of the images of a solution under
/// the group.
fn inequalities(mut group: Group, cells: Cell) -> Vec<(Cell, Cell)> {
    let mut below = Vec::new();
    for cell in 0..cells {
        let orbit = group.orbit(cell);
        below.extend(
            orbit
                .iter()
                .filter(|&&other| other != cell)
                .map(|&other| (cell, other)),
        );
        group = group.stabiliser(cell);
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Diagram;

    fn group(code: &str) -> (Group, usize) {
        let diagram = Diagram::of(code.parse().unwrap());
        (Group::of_lines(&diagram), diagram.star().cells())
    }

    /// Every way to put 1 and 2n somewhere is the image of exactly one case,
    /// or of one case's complement.
    #[test]
    fn every_pair_of_cells_belongs_to_one_case() {
        for code in [
            "5a", "6a", "7b", "8a", "9c", "10b", "12b", "12d", "13a", "14c",
        ] {
            let (group, cells) = group(code);
            let mut met = vec![0; cells * cells];
            for case in cases(&group, cells) {
                let at = |number| {
                    case.given
                        .given()
                        .find(|given| given.1 == number)
                        .unwrap()
                        .0
                };
                let (one, most) = (at(1), at(cells as u8));
                let mut images: Vec<(Cell, Cell)> = (group.elements().iter())
                    .map(|g| (g.source(one), g.source(most)))
                    .collect();
                if case.complement == Complement::Other {
                    images.extend(images.clone().iter().map(|&(one, most)| (most, one)));
                }
                images.sort_unstable();
                images.dedup();
                for (one, most) in images {
                    met[usize::from(one) * cells + usize::from(most)] += 1;
                }
            }
            let expected: Vec<i32> = (0..cells * cells)
                .map(|pair| i32::from(pair / cells != pair % cells))
                .collect();
            assert_eq!(met, expected, "{code}");
        }
    }

    #[test]
    fn most_cases_of_8a_are_looked_at_by_halves() {
        let (group, cells) = group("8a");
        let cases = cases(&group, cells);
        let halved = |case: &&Case| case.complement != Complement::Nothing;
        assert_eq!((cases.len(), cases.iter().filter(halved).count()), (12, 10));
    }
}
