//! The permutations of a star's cells that carry lines to lines.

use std::collections::HashSet;
use std::fmt;

use super::isomorphism::{cells, line_maps};
use super::solution::Solution;
use super::star::{Cell, Diagram, MAX_CELLS};

/// A permutation of the cells that carries lines to lines, and therefore
/// solutions to solutions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// From which cell each cell gets its number; itself beyond the star's.
    from: [Cell; MAX_CELLS],
}

impl Symmetry {
    /// The permutation that takes what is in each cell to the cell given for
    /// it.
    fn to(cells: &[Cell]) -> Symmetry {
        let mut from = std::array::from_fn(|cell| cell as Cell);
        for (cell, &to) in (0..).zip(cells) {
            from[usize::from(to)] = cell;
        }
        Symmetry { from }
    }

    /// From which cell a cell gets its number.
    pub fn source(&self, cell: Cell) -> Cell {
        self.from[usize::from(cell)]
    }

    /// The solution with its numbers moved.
    pub fn image(&self, solution: &Solution) -> Solution {
        solution.rearranged(&self.from)
    }

    /// This symmetry and then another one.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            from: next.from.map(|cell| self.source(cell)),
        }
    }

    /// What undoes it.
    pub fn inverse(&self) -> Symmetry {
        Symmetry::to(&self.from)
    }
}

/// What a rotation or reflection of the drawing is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SymmetryName {
    /// Left and right are swapped first.
    pub mirrored: bool,
    /// Then everything is turned clockwise by so many points.
    pub turned: u8,
}

impl fmt::Display for SymmetryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mirrored, self.turned) {
            (false, 0) => f.pad("id"),
            (true, 0) => f.pad("mirror"),
            (false, turned) => f.pad(&format!("rot{turned}")),
            (true, turned) => f.pad(&format!("mirror-rot{turned}")),
        }
    }
}

/// A group of symmetries, its elements one by one: the largest one here has
/// 1792.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    cells: usize,
    elements: Vec<Symmetry>,
}

impl Group {
    /// The rotations and reflections of the drawing: 2n of them, the identity
    /// first, then the other rotations clockwise, then those after a
    /// reflection that swaps left and right.
    pub fn of_drawing(diagram: &Diagram) -> Group {
        let (n, k) = (diagram.star().order(), diagram.star().step());
        let elements = Group::names(diagram).filter_map(|name| {
            let turned = usize::from(name.turned);
            let lines: Vec<u8> = (0..n)
                .map(|j| {
                    // A mirrored line begins where it ended.
                    let mirrored = if name.mirrored { 2 * n - j - k } else { j };
                    ((mirrored + turned) % n) as u8
                })
                .collect();
            cells(diagram, diagram, &lines).map(|cells| Symmetry::to(&cells))
        });
        Group {
            cells: diagram.star().cells(),
            elements: elements.collect(),
        }
    }

    /// What the elements of [`Group::of_drawing`] are called, in their order.
    pub fn names(diagram: &Diagram) -> impl Iterator<Item = SymmetryName> {
        let n = diagram.star().order() as u8;
        let turns = move |mirrored| (0..n).map(move |turned| SymmetryName { mirrored, turned });
        turns(false).chain(turns(true))
    }

    /// All symmetries: the automorphisms of the graph of lines and cells.
    pub fn of_lines(diagram: &Diagram) -> Group {
        let mut elements = Vec::new();
        line_maps(diagram, diagram, &mut |lines| {
            elements.extend(cells(diagram, diagram, lines).map(|cells| Symmetry::to(&cells)));
            true
        });
        Group {
            cells: diagram.star().cells(),
            elements,
        }
    }

    /// Its elements.
    pub fn elements(&self) -> &[Symmetry] {
        &self.elements
    }

    /// How many there are.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Those elements that leave a cell where it is.
    pub fn stabiliser(&self, cell: Cell) -> Group {
        let mut elements = self.elements.clone();
        elements.retain(|symmetry| symmetry.source(cell) == cell);
        Group {
            cells: self.cells,
            elements,
        }
    }

    /// The cells that a cell can be carried to, by reading order.
    pub fn orbit(&self, cell: Cell) -> Vec<Cell> {
        let met = (self.elements.iter()).fold(0u32, |met, element| met | 1 << element.source(cell));
        (0..self.cells as Cell)
            .filter(|&cell| met >> cell & 1 == 1)
            .collect()
    }

    /// All orbits, by their first cell.
    pub fn orbits(&self) -> Vec<Vec<Cell>> {
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        for cell in 0..self.cells as Cell {
            if !orbits.iter().any(|orbit| orbit.contains(&cell)) {
                orbits.push(self.orbit(cell));
            }
        }
        orbits
    }

    /// The least of the images of a solution, which stands for all of them.
    pub fn least_image(&self, solution: &Solution) -> Solution {
        let first = |symmetry: &&Symmetry| solution.number(symmetry.source(0));
        // The first number alone leaves few to be compared as wholes.
        let least = self.elements.iter().map(|symmetry| first(&symmetry)).min();
        let images = (self.elements.iter())
            .filter(|symmetry| Some(first(symmetry)) == least)
            .map(|symmetry| symmetry.image(solution));
        images.min().unwrap_or(*solution)
    }

    /// Representatives of the cosets of a subgroup: every element is one of
    /// them, followed by exactly one element of the subgroup. The identity is
    /// among them.
    pub fn transversal(&self, subgroup: &Group) -> Vec<Symmetry> {
        let mut met: HashSet<Symmetry> = HashSet::new();
        let identity = Symmetry::to(&[]);
        let mut representatives = Vec::new();
        for &element in std::iter::once(&identity).chain(&self.elements) {
            if met.insert(element) {
                representatives.push(element);
                met.extend(subgroup.elements.iter().map(|next| element.then(next)));
            }
        }
        representatives
    }
}

#[cfg(test)]
mod tests {
    use super::super::star::{MAX_ORDER, MIN_ORDER, Star};
    use super::*;

    fn diagrams() -> impl Iterator<Item = Diagram> {
        (MIN_ORDER..=MAX_ORDER)
            .flat_map(Star::of_order)
            .map(Diagram::of)
    }

    fn carries_lines_to_lines(symmetry: &Symmetry, diagram: &Diagram) -> bool {
        let sorted = |mut line: [Cell; 4]| {
            line.sort_unstable();
            line
        };
        let lines: HashSet<_> = diagram.lines().iter().copied().map(sorted).collect();
        lines
            .iter()
            .all(|line| lines.contains(&sorted(line.map(|cell| symmetry.source(cell)))))
    }

    #[test]
    fn rotations_and_reflections_move_the_drawing() {
        for diagram in diagrams() {
            let group = Group::of_drawing(&diagram);
            let star = diagram.star();
            let n = star.order() as f64;
            assert_eq!(group.order(), 2 * star.order(), "{star}");
            for (element, name) in group.elements().iter().zip(Group::names(&diagram)) {
                assert!(carries_lines_to_lines(element, &diagram), "{star} {name}");
                let (sin, cos) =
                    (2.0 * std::f64::consts::PI * f64::from(name.turned) / n).sin_cos();
                for cell in 0..star.cells() as Cell {
                    let from = diagram.places()[usize::from(element.source(cell))];
                    let x = if name.mirrored { -from.x } else { from.x };
                    let to = diagram.places()[usize::from(cell)];
                    assert!(
                        (x * cos + from.y * sin - to.x).abs() < 1e-9,
                        "{star} {name}"
                    );
                    assert!(
                        (from.y * cos - x * sin - to.y).abs() < 1e-9,
                        "{star} {name}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_full_groups_are_groups_and_contain_those_of_the_drawing() {
        for diagram in diagrams() {
            let (full, drawing) = (Group::of_lines(&diagram), Group::of_drawing(&diagram));
            let all: HashSet<Symmetry> = full.elements().iter().copied().collect();
            assert_eq!(all.len(), full.order());
            assert!(
                drawing
                    .elements()
                    .iter()
                    .all(|element| all.contains(element))
            );
            for element in full.elements() {
                assert!(carries_lines_to_lines(element, &diagram));
                assert!(all.contains(&element.inverse()));
            }
            let few = || full.elements().iter().step_by(1 + full.order() / 50);
            for one in few() {
                assert!(few().all(|other| all.contains(&one.then(other))));
            }
            let cosets = full.transversal(&drawing);
            assert_eq!(cosets.len() * drawing.order(), full.order());
            let rebuilt: HashSet<Symmetry> = cosets
                .iter()
                .flat_map(|first| drawing.elements().iter().map(|next| first.then(next)))
                .collect();
            assert_eq!(rebuilt, all);
        }
    }

    #[test]
    fn the_full_groups_of_the_literature() {
        let order = |code: &str| {
            let diagram = Diagram::of(code.parse().unwrap());
            Group::of_lines(&diagram).order()
        };
        let known = [
            ("5a", 120),
            ("6a", 48),
            ("10b", 320),
            ("12b", 48),
            ("12c", 48),
        ];
        for (code, expected) in known {
            assert_eq!(order(code), expected, "{code}");
        }
    }

    #[test]
    fn points_and_crossings_are_orbits_of_the_drawing() {
        for diagram in diagrams() {
            let orbits = Group::of_drawing(&diagram).orbits();
            assert_eq!(orbits.len(), 2);
            for orbit in orbits {
                let point = |&cell: &Cell| diagram.places()[usize::from(cell)].point;
                assert_eq!(orbit.len(), diagram.star().order());
                assert!(orbit.iter().all(point) || !orbit.iter().any(point));
            }
        }
    }

    #[test]
    fn all_images_have_the_same_least_image() {
        let diagram = Diagram::of("11c".parse().unwrap());
        let group = Group::of_drawing(&diagram);
        for iteration in [1, 77, 123_456_789_012, 9_999_999_999_999] {
            let solution = Solution::from_iteration(iteration, 22);
            let least = group.least_image(&solution);
            let images: Vec<Solution> = (group.elements().iter())
                .map(|element| element.image(&solution))
                .collect();
            assert_eq!(images.iter().min(), Some(&least));
            assert!(images.iter().all(|image| group.least_image(image) == least));
        }
    }

    #[test]
    fn a_symmetry_and_its_inverse_leave_everything_as_it_was() {
        let diagram = Diagram::of("10b".parse().unwrap());
        let solution = Solution::from_iteration(123_456_789_012, 20);
        for element in Group::of_lines(&diagram).elements() {
            assert_eq!(element.inverse().image(&element.image(&solution)), solution);
            assert_eq!(element.then(&element.inverse()), Symmetry::to(&[]));
        }
    }
}
