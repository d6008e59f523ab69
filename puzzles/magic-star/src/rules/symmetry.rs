//! The permutations of the cells of a star that map lines to lines, and isomorphisms between stars.

use std::fmt;

use super::solution::Solution;
use super::star::{Cell, Diagram, MAX_CELLS, MAX_ORDER};

/// A permutation of the cells that maps lines to lines, and therefore solutions to solutions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// For each cell, the cell from which its number comes. Beyond the cells of the star, it is the cell itself.
    from: [Cell; MAX_CELLS],
}

impl Symmetry {
    /// The permutation that moves the number of each cell to the cell given for it.
    fn to(cells: &[Cell]) -> Symmetry {
        let mut from = std::array::from_fn(|cell| cell as Cell);
        for (cell, &to) in (0..).zip(cells) {
            from[usize::from(to)] = cell;
        }
        Symmetry { from }
    }

    /// The cell from which the number of a cell comes.
    pub fn source(&self, cell: Cell) -> Cell {
        self.from[usize::from(cell)]
    }

    /// The solution with its numbers moved.
    pub fn image(&self, solution: &Solution) -> Solution {
        let numbers = self.from.map(|cell| solution.number(cell));
        Solution {
            numbers,
            ..*solution
        }
    }
}

/// The name of a rotation or reflection of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SymmetryName {
    /// Whether left and right are swapped first.
    pub mirrored: bool,
    /// The number of points by which everything is then turned clockwise.
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

/// A group of symmetries, as a list of its elements. The largest one here has 1792.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    cells: usize,
    pub elements: Vec<Symmetry>,
}

impl Group {
    /// The 2n rotations and reflections of the drawing: the identity, the other rotations clockwise, then those
    /// combined with a reflection that swaps left and right.
    pub fn of_drawing(diagram: &Diagram) -> Group {
        let (n, k) = (diagram.star.order(), diagram.star.step());
        let elements = Group::names(diagram).filter_map(|name| {
            let turned = usize::from(name.turned);
            let lines = (0..n).map(|j| {
                // The image of a line in the mirror begins at its other end.
                let mirrored = if name.mirrored { 2 * n - j - k } else { j };
                ((mirrored + turned) % n) as u8
            });
            let lines: Vec<u8> = lines.collect();
            cells(diagram, diagram, &lines).map(|cells| Symmetry::to(&cells))
        });
        Group {
            cells: diagram.star.cells(),
            elements: elements.collect(),
        }
    }

    /// The names of the elements of [`Group::of_drawing`], in their order.
    pub fn names(diagram: &Diagram) -> impl Iterator<Item = SymmetryName> {
        let n = diagram.star.order() as u8;
        let turns = move |mirrored| (0..n).map(move |turned| SymmetryName { mirrored, turned });
        turns(false).chain(turns(true))
    }

    /// All symmetries: the automorphisms of the graph of lines and cells.
    pub fn of_lines(diagram: &Diagram) -> Group {
        let n = diagram.star.order();
        // Every line but the first shares a cell with an earlier one, so few images are possible.
        let mut order = vec![0];
        while let Some(next) = (0..n).find(|line| {
            let meets = |met: &usize| diagram.shared(*line, *met).is_some();
            !order.contains(line) && order.iter().any(meets)
        }) {
            order.push(next);
        }
        let (cells, elements) = (diagram.star.cells(), Vec::new());
        let mut group = Group { cells, elements };
        group.extend(diagram, &order, 0, &mut [0; MAX_ORDER]);
        group
    }

    /// Finds images for the lines from `depth` on. The images of two lines share a cell if the lines do.
    fn extend(
        &mut self,
        diagram: &Diagram,
        order: &[usize],
        depth: usize,
        lines: &mut [u8; MAX_ORDER],
    ) {
        let Some(&line) = order.get(depth) else {
            let all = cells(diagram, diagram, &lines[..order.len()]);
            self.elements.extend(all.map(|cells| Symmetry::to(&cells)));
            return;
        };
        for image in 0..order.len() {
            let fits = order[..depth].iter().all(|&met| {
                let other = usize::from(lines[met]);
                other != image
                    && diagram.shared(line, met).is_some() == diagram.shared(image, other).is_some()
            });
            if fits {
                lines[line] = image as u8;
                self.extend(diagram, order, depth + 1, lines);
            }
        }
    }

    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The elements that fix a cell.
    pub fn stabiliser(mut self, cell: Cell) -> Group {
        let stays = |symmetry: &Symmetry| symmetry.source(cell) == cell;
        self.elements.retain(stays);
        self
    }

    /// The cells that the group maps a cell to, in reading order.
    pub fn orbit(&self, cell: Cell) -> Vec<Cell> {
        let met = (self.elements.iter()).fold(0u32, |met, element| met | 1 << element.source(cell));
        let cells = 0..self.cells as Cell;
        cells.filter(|&cell| met >> cell & 1 == 1).collect()
    }

    /// All orbits, in the order of their first cells.
    pub fn orbits(&self) -> Vec<Vec<Cell>> {
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        for cell in 0..self.cells as Cell {
            if !orbits.iter().any(|orbit| orbit.contains(&cell)) {
                orbits.push(self.orbit(cell));
            }
        }
        orbits
    }

    /// The smallest image of a solution, which represents all of them.
    pub fn least_image(&self, solution: &Solution) -> Solution {
        let first = |symmetry: &&Symmetry| solution.number(symmetry.source(0));
        // Compares only images with the least first number, which are few.
        let least = self.elements.iter().map(|symmetry| first(&symmetry)).min();
        let images = (self.elements.iter())
            .filter(|symmetry| Some(first(symmetry)) == least)
            .map(|symmetry| symmetry.image(solution));
        images.min().unwrap_or(*solution)
    }
}

/// A bijection from the cells of one star to those of another that maps lines to lines. Solutions become solutions,
/// so both stars have the same number of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isomorphism {
    /// Line j of the first star becomes line u·j (mod n) of the other, for this u.
    pub multiplier: usize,
    /// For each cell, its image in the other star.
    pub cells: Vec<Cell>,
    /// Whether points become crossings, and crossings become points.
    pub inside_out: bool,
}

/// An isomorphism from one star to another. If they are isomorphic, one is given by a multiplier.
pub fn isomorphism(from: &Diagram, to: &Diagram) -> Option<Isomorphism> {
    let n = from.star.order();
    if n != to.star.order() {
        return None;
    }
    (1..n).find_map(|multiplier| {
        let lines: Vec<u8> = (0..n).map(|j| (multiplier * j % n) as u8).collect();
        let cells = cells(from, to, &lines)?;
        let inside_out = cells.iter().zip(&from.places).all(|(&cell, place)| {
            let image = to.places[usize::from(cell)];
            image.point != place.point
        });
        Some(Isomorphism {
            multiplier,
            cells,
            inside_out,
        })
    })
}

/// The images of the cells, given those of the lines. `None` if lines that meet no longer would.
fn cells(from: &Diagram, to: &Diagram, lines: &[u8]) -> Option<Vec<Cell>> {
    (from.ends.iter())
        .map(|ends| {
            let [one, other] = ends.map(|line| usize::from(lines[usize::from(line)]));
            to.shared(one, other)
        })
        .collect::<Option<Vec<Cell>>>()
        .filter(|cells| {
            let met = cells.iter().fold(0u32, |met, &cell| met | 1 << cell);
            met.count_ones() as usize == cells.len()
        })
}

#[cfg(test)]
mod tests {
    use super::super::star::{MIN_ORDER, Star};
    use super::*;

    fn diagrams() -> impl Iterator<Item = Diagram> {
        let stars = (MIN_ORDER..=MAX_ORDER).flat_map(Star::of_order);
        stars.map(Diagram::of)
    }

    #[test]
    fn rotations_and_reflections_move_the_drawing() {
        for diagram in diagrams() {
            let group = Group::of_drawing(&diagram);
            let star = diagram.star;
            let n = star.order() as f64;
            assert_eq!(group.order(), 2 * star.order(), "{star}");
            for (element, name) in group.elements.iter().zip(Group::names(&diagram)) {
                let angle = 2.0 * std::f64::consts::PI * f64::from(name.turned) / n;
                let (sin, cos) = angle.sin_cos();
                for cell in 0..star.cells() as Cell {
                    let from = diagram.places[usize::from(element.source(cell))];
                    let x = if name.mirrored { -from.x } else { from.x };
                    let to = diagram.places[usize::from(cell)];
                    let off = (x * cos + from.y * sin - to.x).hypot(from.y * cos - x * sin - to.y);
                    assert!(off < 1e-9, "{star} {name}");
                }
            }
            // The orbits are the points and the crossings.
            let orbits = group.orbits();
            assert_eq!(orbits.len(), 2);
            for orbit in orbits {
                let point = |&cell: &Cell| diagram.places[usize::from(cell)].point;
                assert_eq!(orbit.len(), star.order());
                assert!(orbit.iter().all(point) || !orbit.iter().any(point));
            }
        }
    }

    #[test]
    fn the_full_groups_of_the_literature() {
        let known = [120, 48, 320, 48, 48];
        for (code, expected) in ["5a", "6a", "10b", "12b", "12c"].iter().zip(known) {
            let diagram = Diagram::of(code.parse().unwrap());
            assert_eq!(Group::of_lines(&diagram).order(), expected, "{code}");
        }
    }

    /// The isomorphic stars, as listed by A. Howroyd. The multipliers were computed here.
    #[test]
    fn equivalent_stars_are_recognised() {
        let mut same = Vec::new();
        for from in diagrams() {
            for to in diagrams().filter(|to| to.star > from.star) {
                if let Some(found) = isomorphism(&from, &to) {
                    let how = ["", " inside out"][usize::from(found.inside_out)];
                    same.push(format!(
                        "{} {} {}{how}",
                        from.star, to.star, found.multiplier
                    ));
                }
            }
        }
        let known = [
            "7a 7b 2",
            "8a 8b 3 inside out",
            "9b 9c 2 inside out",
            "10a 10c 3",
            "11a 11c 4 inside out",
            "11b 11d 2",
            "13a 13d 4",
            "13c 13e 2 inside out",
            "14a 14d 5 inside out",
            "14b 14e 3 inside out",
            "15c 15f 2",
        ];
        assert_eq!(same, known);
    }
}
