//! What the solutions of a star show.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use kit::Result;
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
    /// Numbers of solutions and their iterations: of all, or of a sample if a star has many.
    pub curve: Vec<(u64, u128)>,
    /// Whether the second half of the solutions is the complement of the first.
    pub mirrored: bool,
    pub pattern: Option<Pattern>,
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

/// How the two pictures of the source differ from what chance would draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pattern {
    /// Pearson's chi² of the counts by the lesser half of the numbers at the top.
    pub chi_squared: f64,
    pub degrees: usize,
    /// How far the first half's curve leaves a straight line, as a part of the whole height.
    pub leaves: f64,
    /// The longest step between two iterations, in mean steps, if all iterations are known.
    pub longest: Option<f64>,
}

impl Pattern {
    /// The values that chance exceeds in one of twenty cases. Chi² is after Wilson and Hilferty, the
    /// distance of this number of random points from the line after Kolmogorov.
    pub(crate) fn bounds(&self, solutions: u64) -> (f64, f64) {
        let part = 2.0 / (9.0 * self.degrees as f64);
        let chi_squared = self.degrees as f64 * (1.0 - part + 1.645 * part.sqrt()).powi(3);
        (chi_squared, 1.358 / (solutions as f64 / 2.0).sqrt())
    }

    fn of(by_top: &[u64], curve: &[(u64, u128)], permutations: u128, whole: bool) -> Pattern {
        let mean = by_top.iter().sum::<u64>() as f64 / by_top.len() as f64;
        let half = by_top.len() / 2;
        let squares = (by_top[..half].iter()).map(|&count| (count as f64 - mean).powi(2));
        let solutions = by_top.iter().sum::<u64>() as f64;
        let points = curve.iter().map(|&(number, iteration)| {
            let (number, iteration) = (number as f64 * 2.0, iteration as f64 * 2.0);
            (number / solutions, iteration / permutations as f64)
        });
        let first_half: Vec<(f64, f64)> = points.take_while(|point| point.0 <= 1.0).collect();
        let leaves = (first_half.iter()).map(|(number, iteration)| (number - iteration).abs());
        let steps = first_half.windows(2).map(|pair| pair[1].1 - pair[0].1);
        Pattern {
            chi_squared: squares.sum::<f64>() / mean,
            degrees: half - 1,
            leaves: leaves.fold(0.0, f64::max),
            longest: whole.then(|| steps.fold(0.0, f64::max) * solutions / 2.0),
        }
    }
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
        /// With more solutions, the curve is that of every second basic one, or third, and so on:
        /// it leaves the whole curve by about a thousandth of its height.
        const MOST_POINTS: u64 = 4_000_000;
        let star = diagram.star;
        let (n, cells) = (star.order() as u8, star.cells());
        let images = Images::of(&diagram, all_basics, watcher);
        let basics = all_basics.len() as u64;
        let solutions = basics * cells as u64;
        let beginnings = images.beginnings()?;
        let every = solutions.div_ceil(MOST_POINTS).max(1);
        let mut iterations = Vec::new();
        let mut in_points = 0;
        let mut extremes: Option<[Solution; 3]> = None;
        let hashes = BuildHasherDefault::<DefaultHasher>::default();
        let mut balance = 0u64;
        images.each(|(i, basic), (name, symmetry)| {
            let image = symmetry.image(basic);
            if u64::from(i).is_multiple_of(every) {
                iterations.push(image.iteration());
            }
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
        iterations.sort_unstable();
        let curve: Vec<(u64, u128)> = (1..).step_by(every as usize).zip(iterations).collect();
        let by_top = beginnings.chunks(cells).map(|top| top.iter().sum());
        let by_top: Vec<u64> = by_top.collect();
        let rows = openings(star.order());
        let first = rows.iter().max_by_key(|(row, _)| (row[3], row[2]));
        let all = permutations(cells);
        Ok(Analysis {
            symmetry: SymmetryReport::of(&diagram),
            permutations: all,
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
            pattern: (solutions > 0).then(|| Pattern::of(&by_top, &curve, all, every == 1)),
            by_top,
            curve,
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
