//! All solutions of a star: their number, each of them by its number, and the ways to complete a partly filled
//! star.
//!
//! The search finds one solution of each class under all symmetries, which is enough for counting. For other uses,
//! the *basic* solutions of a class are derived from it, one for each coset of the rotations and reflections. All
//! other solutions are images of basic ones, and are computed when they are needed, because storing them would take
//! twenty times the memory. Results are not stored, because a search takes seconds.

use std::collections::BTreeSet;

use app::{Error, Result};
use watch::{Task, Watcher, in_order};

use crate::rules::{Diagram, Group, Partial, Solution, Star, Symmetry, SymmetryName};
use crate::search::Search;

/// The largest order whose basic solutions fit into memory: those of 15a would take four gigabytes.
const MOST_SHOWN: usize = 13;

/// All basic solutions of a star, in the order of the search, which does not depend on the number of threads.
pub(crate) fn basics(diagram: &Diagram, watcher: &dyn Watcher) -> Result<Vec<Solution>> {
    let star = diagram.star;
    if star.order() > MOST_SHOWN {
        let what = format!("{star} has too many solutions to keep in memory");
        let hint = format!("to count them, run `magic-star explore {star}`");
        return Err(Error::other(what, hint));
    }
    let drawing = Group::of_drawing(diagram);
    let search = Search::exploration(diagram);
    let cosets = search.group.transversal(&drawing);
    let mut basics = Vec::new();
    let of_class = |found: &mut Vec<Solution>, solution: Solution| {
        let images = cosets.iter().map(|coset| coset.image(&solution));
        found.extend(images.map(|image| drawing.least_image(&image)));
    };
    let doing = format!("searching {star}");
    each_class(&doing, &search, watcher, of_class, |found| {
        basics.extend(found);
    })?;
    Ok(basics)
}

/// Calls `of_class` with a solution of each class and the state of its part of the search, on several threads. At
/// the end of each part, in their order, calls `of_part` with that state.
fn each_class<T: Default + Send>(
    doing: &str,
    search: &Search,
    watcher: &dyn Watcher,
    of_class: impl Fn(&mut T, Solution) + Sync,
    mut of_part: impl FnMut(T),
) -> Result<()> {
    let mut task = Task::new(
        watcher,
        format!("{doing}, parts done"),
        search.parts() as u64,
    );
    let stop = watcher.stop();
    let ended = in_order(
        0..search.parts(),
        |part| {
            let mut known = T::default();
            let ended = search.part(part, stop, &mut |solution| {
                of_class(&mut known, solution);
                true
            });
            ended.map(|_| known).ok_or(())
        },
        |part, known| {
            of_part(known);
            task.advance(part as u64 + 1);
            Ok::<(), Error>(())
        },
    )?;
    ended.map_err(|_| Error::Stopped(format!("stopped while {doing}")))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Completions {
    pub ways: u64,
    /// The first solutions in lexicographic order.
    pub first: Vec<Solution>,
}

/// Counts the ways to complete a star, which may be empty, without storing more than the first `kept` of them.
pub(crate) fn complete(
    diagram: &Diagram,
    given: &Partial,
    kept: usize,
    watcher: &dyn Watcher,
) -> Result<Completions> {
    let search = Search::completion(diagram, given);
    let keep = |least: &mut BTreeSet<Solution>, solution: Solution| {
        if least.len() < kept || least.last().is_some_and(|last| solution < *last) {
            least.insert(solution);
        }
        if least.len() > kept {
            least.pop_last();
        }
    };
    let of_class = |(found, least): &mut (u64, BTreeSet<Solution>), solution| {
        *found += search.group.order() as u64;
        if kept == 1 {
            return keep(least, search.group.least_image(&solution));
        }
        for symmetry in &search.group.elements {
            keep(least, symmetry.image(&solution));
        }
    };
    let doing = format!("searching {}", diagram.star);
    let (mut ways, mut first) = (0, BTreeSet::new());
    each_class(&doing, &search, watcher, of_class, |(found, least)| {
        ways += found;
        least.into_iter().for_each(|one| keep(&mut first, one));
    })?;
    let first = first.into_iter().collect();
    Ok(Completions { ways, first })
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NumberedSolution {
    /// Its number in lexicographic order, from 1.
    pub number: u64,
    pub solution: Solution,
    /// The number of its basic solution, and the symmetry that maps the basic one to it.
    pub basic_number: u64,
    pub symmetry: SymmetryName,
}

pub(crate) struct Images<'a> {
    basics: &'a [Solution],
    drawing: Group,
    names: Vec<SymmetryName>,
    star: Star,
    watcher: &'a dyn Watcher,
}

impl<'a> Images<'a> {
    pub(crate) fn of(
        diagram: &Diagram,
        basics: &'a [Solution],
        watcher: &'a dyn Watcher,
    ) -> Images<'a> {
        Images {
            basics,
            drawing: Group::of_drawing(diagram),
            names: Group::names(diagram).collect(),
            star: diagram.star,
            watcher,
        }
    }

    /// Calls `visit` with each basic solution and each symmetry, and their indices.
    pub(crate) fn each(
        &self,
        mut visit: impl FnMut((u32, &Solution), (u8, &Symmetry)),
    ) -> Result<()> {
        for (i, basic) in (0..).zip(self.basics) {
            if i % 4096 == 0 && self.watcher.stop().is_requested() {
                let what = format!("stopped while going through the solutions of {}", self.star);
                return Err(Error::Stopped(what));
            }
            for (name, symmetry) in (0..).zip(&self.drawing.elements) {
                visit((i, basic), (name, symmetry));
            }
        }
        Ok(())
    }

    /// The number of solutions with each number at the top.
    pub(crate) fn by_top(&self) -> Result<Vec<u64>> {
        let mut by_top = vec![0; self.star.cells()];
        self.each(|(_, basic), (_, symmetry)| {
            by_top[usize::from(basic.number(symmetry.source(0))) - 1] += 1;
        })?;
        Ok(by_top)
    }

    /// Calls `visit` with the solutions with these numbers, in their order. Those with the same number at the top
    /// are sorted together: at most three million.
    pub(crate) fn numbered(
        &self,
        (from, to): (u64, u64),
        mut visit: impl FnMut(NumberedSolution) -> Result<()>,
    ) -> Result<()> {
        let mut next = 1;
        for (top, count) in (1..).zip(self.by_top()?) {
            let first = next;
            next += count;
            if next <= from || to < first {
                continue;
            }
            let mut images = Vec::with_capacity(count as usize);
            self.each(|(i, basic), (name, symmetry)| {
                if basic.number(symmetry.source(0)) == top {
                    images.push((symmetry.image(basic), i, name));
                }
            })?;
            images.sort_unstable();
            let wanted = from.max(first)..(to + 1).min(next);
            let places = (wanted.start - first) as usize..(wanted.end - first) as usize;
            let images = &images[places];
            let basics = images.iter().map(|(_, i, _)| self.basics[*i as usize]);
            let numbers = self.numbers(basics.collect())?;
            for ((solution, i, name), number) in images.iter().zip(wanted) {
                let basic = &self.basics[*i as usize];
                let at = numbers.partition_point(|(other, _)| other < basic);
                visit(NumberedSolution {
                    number,
                    solution: *solution,
                    basic_number: numbers[at].1,
                    symmetry: self.names[usize::from(*name)],
                })?;
            }
        }
        Ok(())
    }

    /// Sorts solutions, and finds their numbers.
    fn numbers(&self, mut solutions: Vec<Solution>) -> Result<Vec<(Solution, u64)>> {
        solutions.sort_unstable();
        solutions.dedup();
        // For each solution, the number of images before it that are not before its predecessor.
        let mut before = vec![0; solutions.len() + 1];
        let greatest = solutions.last().map_or(0, |last| last.number(0));
        self.each(|(_, basic), (_, symmetry)| {
            if basic.number(symmetry.source(0)) <= greatest {
                let image = symmetry.image(basic);
                before[solutions.partition_point(|other| *other <= image)] += 1;
            }
        })?;
        let numbers = before.iter().scan(1, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        Ok(solutions.into_iter().zip(numbers).collect())
    }
}
