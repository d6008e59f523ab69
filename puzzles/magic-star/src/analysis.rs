//! What the solutions of a star show.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use app::Result;
use watch::Watcher;

use crate::explore::Images;
use crate::rules::{
    Cell, Diagram, Group, Isomorphism, Solution, Star, isomorphism, openings, permutations,
    quadruples,
};

/// What is known of a star with all its solutions.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub diagram: Diagram,
    pub symmetry: SymmetryReport,
    /// (2n)!, the number of ways to put the numbers into the cells.
    pub permutations: u128,
    /// The number of sets of four numbers that have the sum of a line, and of those that hold 1.
    pub quadruples: (u64, u64),
    /// The number of openings that a reader of the source would try: those with his first row,
    /// which holds the two greatest numbers, and all of them.
    pub openings: (u64, u64),
    pub solutions: u64,
    /// The number of basic solutions with 1 in a point, and with 1 in a crossing.
    pub basic_by_one: [u64; 2],
    /// The first solution, the last one of the first half, and the last one, with their numbers.
    pub marks: Option<[(u64, Solution); 3]>,
    /// The number of solutions with each number at the top.
    pub by_top: Vec<u64>,
    /// Whether the second half of the solutions is the complement of the first.
    pub mirrored: bool,
}

/// A star's symmetries, and how they affect the counts.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryReport {
    pub of_drawing: usize,
    /// The number of all symmetries.
    pub of_lines: usize,
    /// The groups of cells that the symmetries carry to each other.
    pub orbits: Vec<Vec<Cell>>,
    /// The other kinds of this order that are the same up to names of lines and cells, and the rest.
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
            of_drawing: Group::of_drawing(diagram).order(),
            of_lines: lines.order(),
            orbits: lines.orbits(),
            same,
            different,
        }
    }
}

impl Analysis {
    /// Analyses a star, in one pass over all its basic solutions.
    pub(crate) fn of(
        diagram: Diagram,
        all_basics: &[Solution],
        watcher: &dyn Watcher,
    ) -> Result<Analysis> {
        let star = diagram.star;
        let (n, cells) = (star.order() as u8, star.cells());
        let images = Images::of(&diagram, all_basics, watcher);
        let basics = all_basics.len() as u64;
        let solutions = basics * cells as u64;
        let beginnings = images.beginnings()?;
        let mut in_points = 0;
        let mut extremes: Option<[Solution; 3]> = None;
        let hashes = BuildHasherDefault::<DefaultHasher>::default();
        let mut balance = 0u64;
        images.each(|(_, basic), (name, symmetry)| {
            let image = symmetry.image(basic);
            let [first, middle, last] = extremes.get_or_insert([*basic, *basic, image]);
            *first = image.min(*first);
            *last = image.max(*last);
            if image.number(0) <= n && (image > *middle || middle.number(0) > n) {
                *middle = image;
            }
            if name == 0 {
                let one = basic.numbers().iter().position(|&number| number == 1);
                in_points += u64::from(one.is_some_and(|cell| diagram.places[cell].point));
                // All solutions have their complements if both sums of hashes are the same.
                let complement = images.drawing.least_image(&basic.complement());
                let [one, other] = [*basic, complement].map(|one| hashes.hash_one(one));
                balance = balance.wrapping_add(one).wrapping_sub(other);
            }
        })?;
        let rows = openings(star.order());
        let first = rows.iter().max_by_key(|(row, _)| (row[3], row[2]));
        Ok(Analysis {
            symmetry: SymmetryReport::of(&diagram),
            permutations: permutations(cells),
            quadruples: (quadruples(star.order()).len() as u64, rows.len() as u64),
            openings: (
                first.map_or(0, |first| 6 * first.1 as u64),
                rows.iter().map(|row| 6 * row.1 as u64).sum(),
            ),
            solutions,
            basic_by_one: [in_points, basics - in_points],
            // There are as many complements as solutions, so the number of solutions is even.
            marks: extremes.map(|[first, middle, last]| {
                [(1, first), (solutions / 2, middle), (solutions, last)]
            }),
            by_top: (beginnings.chunks(cells).map(|top| top.iter().sum())).collect(),
            mirrored: balance == 0,
            diagram,
        })
    }

    /// Up to rotations and reflections.
    pub(crate) fn basic(&self) -> u64 {
        self.solutions / self.symmetry.of_drawing as u64
    }

    /// Up to all symmetries.
    pub(crate) fn classes(&self) -> u64 {
        self.solutions / self.symmetry.of_lines as u64
    }
}
