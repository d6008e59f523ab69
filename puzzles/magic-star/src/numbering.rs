//! The solutions of an explored star by number, whether all of them are
//! stored or only the basic ones.
//!
//! The numbers of all images of the basic solutions could be had by sorting
//! them, but they may be a hundred million. So they are counted by their
//! first three numbers, in one pass over the basic solutions; a solution with
//! a certain number is then found by sorting those alone that begin as it
//! must.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use watch::Watcher;

use crate::error::Result;
use crate::rules::{Cell, Diagram, Group, Solution, Star, SymmetryName};
use crate::store::{NumberedSolution, Store};

/// How many numbers of a solution it is counted by.
const BEGINNING: Cell = 3;

/// How many solutions begin how, and what the basic ones tell besides.
pub(crate) struct Numbering {
    diagram: Diagram,
    drawing: Group,
    names: Vec<SymmetryName>,
    /// How many solutions come before those with each beginning, and the
    /// number of all at the end.
    before: Vec<u64>,
    /// How many basic solutions have 1 in a point.
    ones_in_points: u64,
}

impl Numbering {
    /// Counts the solutions of a star, whose basic ones are all stored.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Stopped`], or where the database cannot be read.
    pub(crate) fn of(store: &Store, star: Star, watcher: &dyn Watcher) -> Result<Numbering> {
        let diagram = Diagram::of(star);
        let drawing = Group::of_drawing(&diagram);
        let names = Group::names(&diagram).collect();
        let mut numbering = Numbering {
            before: vec![0; star.cells().pow(u32::from(BEGINNING)) + 1],
            ones_in_points: 0,
            drawing,
            names,
            diagram,
        };
        let mut counts = vec![0; numbering.before.len()];
        let mut in_points = 0;
        numbering.basics(store, watcher, |basic| {
            for symmetry in numbering.drawing.elements() {
                counts[numbering.beginning(|cell| basic.number(symmetry.source(cell)))] += 1;
            }
            let one = basic.numbers().iter().position(|&number| number == 1);
            let place = one.map(|cell| numbering.diagram.places()[cell]);
            in_points += u64::from(place.is_some_and(|place| place.point));
        })?;
        numbering.ones_in_points = in_points;
        let mut sum = 0;
        for (before, count) in numbering.before.iter_mut().zip(counts) {
            *before = sum;
            sum += count;
        }
        Ok(numbering)
    }

    /// How many solutions there are.
    pub(crate) fn solutions(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// How many basic solutions have 1 in a point of the star, the others
    /// have it in a crossing.
    pub(crate) fn ones_in_points(&self) -> u64 {
        self.ones_in_points
    }

    /// How many solutions have each of the numbers 1 to 2n in the first cell.
    pub(crate) fn by_top(&self) -> Vec<u64> {
        let of_each = self.before.len() / self.cells();
        (0..self.cells())
            .map(|top| self.before[(top + 1) * of_each] - self.before[top * of_each])
            .collect()
    }

    /// How many solutions there are before each beginning that some have, and
    /// the iteration of the first permutation that begins so.
    pub(crate) fn beginnings(&self) -> Vec<(u64, u128)> {
        let some =
            (0..self.before.len() - 1).filter(|&key| self.before[key] < self.before[key + 1]);
        some.map(|key| (self.before[key], self.first_iteration(key)))
            .collect()
    }

    /// Does as many solutions' beginning have the complement of a beginning,
    /// as have it themselves?
    pub(crate) fn is_mirrored(&self) -> bool {
        let count = |key: usize| self.before[key + 1] - self.before[key];
        let last = self.before.len() - 2;
        // With 0 for 1, the digits of the complement are 2n - 1 less those of
        // the beginning, so that its key is the last one less the key.
        (0..=last).all(|key| count(key) == count(last - key))
    }

    /// The solutions with these numbers.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Stopped`], or where the database cannot be read.
    pub(crate) fn select(
        &self,
        store: &Store,
        numbers: RangeInclusive<u64>,
        watcher: &dyn Watcher,
    ) -> Result<Vec<NumberedSolution>> {
        // The beginnings of the first and the last one.
        let key = |number: u64| self.before.partition_point(|&before| before < number) - 1;
        let (first, last) = (key(*numbers.start()), key(*numbers.end()));
        let mut found: Vec<(Solution, SymmetryName, Solution)> = Vec::new();
        self.basics(store, watcher, |basic| {
            for (&name, symmetry) in self.names.iter().zip(self.drawing.elements()) {
                let key = self.beginning(|cell| basic.number(symmetry.source(cell)));
                if (first..=last).contains(&key) {
                    found.push((symmetry.image(&basic), name, basic));
                }
            }
        })?;
        found.sort_unstable_by_key(|(solution, _, _)| *solution);
        let found: Vec<_> = (self.before[first] + 1..)
            .zip(found)
            .filter(|(number, _)| numbers.contains(number))
            .collect();
        let basic_numbers = self.numbers(store, found.iter().map(|(_, found)| found.2), watcher)?;
        Ok(found
            .into_iter()
            .map(|(number, (solution, symmetry, basic))| NumberedSolution {
                number,
                solution,
                basic_number: basic_numbers.get(&basic).copied().unwrap_or(0),
                symmetry,
            })
            .collect())
    }

    /// The numbers of some solutions.
    fn numbers(
        &self,
        store: &Store,
        wanted: impl Iterator<Item = Solution>,
        watcher: &dyn Watcher,
    ) -> Result<BTreeMap<Solution, u64>> {
        let mut numbers: BTreeMap<Solution, u64> = wanted.map(|solution| (solution, 0)).collect();
        let key = |solution: &Solution| self.beginning(|cell| solution.number(cell));
        let mut keys = vec![false; self.before.len()];
        for solution in numbers.keys() {
            keys[key(solution)] = true;
        }
        // All solutions that begin like one of them, in order.
        let mut alike = Vec::new();
        self.basics(store, watcher, |basic| {
            for symmetry in self.drawing.elements() {
                if keys[self.beginning(|cell| basic.number(symmetry.source(cell)))] {
                    alike.push(symmetry.image(&basic));
                }
            }
        })?;
        alike.sort_unstable();
        let mut last = None;
        let mut number = 0;
        for solution in alike {
            let key = key(&solution);
            if last != Some(key) {
                (last, number) = (Some(key), self.before[key]);
            }
            number += 1;
            if let Some(wanted) = numbers.get_mut(&solution) {
                *wanted = number;
            }
        }
        Ok(numbers)
    }

    fn cells(&self) -> usize {
        self.diagram.star().cells()
    }

    /// The key of a solution by its first numbers; keys are in lexicographic
    /// order.
    fn beginning(&self, number: impl Fn(Cell) -> u8) -> usize {
        (0..BEGINNING).fold(0, |key, cell| {
            key * self.cells() + usize::from(number(cell)) - 1
        })
    }

    /// The iteration of the first permutation with that beginning.
    fn first_iteration(&self, key: usize) -> u128 {
        let cells = self.cells();
        let digits = [key / cells / cells, key / cells % cells, key % cells];
        let mut numbers: Vec<u8> = digits.iter().map(|digit| *digit as u8 + 1).collect();
        for number in 1..=cells as u8 {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        Solution::new(&numbers).map_or(0, |first| first.iteration())
    }

    fn basics(
        &self,
        store: &Store,
        watcher: &dyn Watcher,
        mut visit: impl FnMut(Solution),
    ) -> Result<()> {
        store.basics(&self.diagram, |basic| {
            if watcher.stop().asked() {
                let star = self.diagram.star();
                return Err(kit::Error::Stopped(format!(
                    "stopped while the solutions of {star} were counted"
                ))
                .into());
            }
            visit(basic);
            Ok(())
        })
    }
}
