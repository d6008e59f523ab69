//! All solutions of a star: their number, each of them by its number, and the ways to complete a partly filled
//! star.
//!
//! The search finds one solution of each class under all symmetries, which is enough for counting. All others are
//! images of these, and are computed when they are needed, because storing them would take up to fifty times the
//! memory. Results are not stored, because a search takes seconds.

use std::collections::{BTreeMap, BTreeSet};

use app::{Error, Limit, Result};
use draw::words::thousands;
use watch::{Task, Watcher, in_order};

use crate::rules::{Diagram, Group, Partial, Solution, SymmetryName};
use crate::search::Search;

/// The largest order of which the solutions fit into memory: those of 15a would take four gigabytes.
const MOST_SHOWN: usize = 13;

/// The largest number of completed stars to show.
const MOST_LISTED: u64 = 1_000_000;

/// Calls `of_class` with a solution of each class and the state of its part of the search, on several threads. At
/// the end of each part, in their order, calls `of_part` with that state, and ends if that fails.
fn each_class<T: Default + Send>(
    doing: &str,
    search: &Search,
    watcher: &dyn Watcher,
    of_class: impl Fn(&mut T, Solution) + Sync,
    mut of_part: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let name = format!("{doing}, parts done");
    let mut task = Task::new(watcher, name, search.parts() as u64);
    let stop = watcher.stop();
    let search_part = |part| {
        let mut known = T::default();
        let ended = search.part(part, stop, &mut |solution| {
            of_class(&mut known, solution);
            true
        });
        ended.map(|_| known).ok_or(())
    };
    let ended = in_order(0..search.parts(), search_part, |part, known| {
        of_part(known)?;
        task.advance(part as u64 + 1);
        Ok::<(), Error>(())
    })?;
    ended.map_err(|_| Error::Stopped(format!("stopped while {doing}")))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Completions {
    pub ways: u64,
    /// The first solutions in lexicographic order.
    pub first: Vec<Solution>,
}

/// Counts the ways to complete a star, which may be empty, without storing more than the first ones. Fails as soon as
/// more than [`MOST_LISTED`] are to be stored.
pub(crate) fn complete(
    diagram: &Diagram,
    given: &Partial,
    Limit(limit): Limit,
    watcher: &dyn Watcher,
) -> Result<Completions> {
    let wanted = limit.unwrap_or(u64::MAX);
    let kept = wanted.min(MOST_LISTED) as usize;
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
        if ways.min(wanted) > MOST_LISTED {
            let most = thousands(MOST_LISTED);
            let what =
                format!("there are more than {most} solutions, and at most {most} can be listed");
            return Err(Error::other(what, "choose a lower --limit"));
        }
        Ok(())
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

/// All solutions of a star, by their numbers.
pub(crate) struct Numbering<'a> {
    diagram: &'a Diagram,
    /// The number of solutions with each number at the top.
    pub by_top: Vec<u64>,
    /// A solution of each class under the symmetries of this group.
    classes: Vec<Solution>,
    group: Group,
    drawing: Group,
    /// The number at the top of the last solution found, and all solutions with it.
    listed: (usize, Vec<Solution>),
    /// For some numbers at the top, the basic solutions with it, and their numbers.
    basics: BTreeMap<usize, Vec<(Solution, u64)>>,
}

impl<'a> Numbering<'a> {
    pub(crate) fn of(diagram: &'a Diagram, watcher: &dyn Watcher) -> Result<Numbering<'a>> {
        let star = diagram.star;
        if star.order() > MOST_SHOWN {
            let what = format!("{star} has too many solutions to keep in memory");
            let hint = format!("to count them, run `magic-star explore {star}`");
            return Err(Error::other(what, hint));
        }
        let search = Search::exploration(diagram);
        let mut classes = Vec::new();
        let doing = format!("searching {star}");
        each_class(&doing, &search, watcher, Vec::push, |found| {
            classes.extend(found);
            Ok(())
        })?;
        let mut by_top = vec![0; star.cells()];
        for symmetry in &search.group.elements {
            let numbers = classes.iter().map(|one| one.number(symmetry.source(0)));
            numbers.for_each(|number| by_top[usize::from(number) - 1] += 1);
        }
        Ok(Numbering {
            diagram,
            by_top,
            classes,
            group: search.group,
            drawing: Group::of_drawing(diagram),
            listed: (0, Vec::new()),
            basics: BTreeMap::new(),
        })
    }

    /// The number of the first solution with this number at the top, or a greater one.
    fn first(&self, top: usize) -> u64 {
        1 + self.by_top[..top - 1].iter().sum::<u64>()
    }

    /// The solutions with this number at the top, in their order.
    fn list(&self, top: usize) -> Vec<Solution> {
        let images = self.group.elements.iter().flat_map(|symmetry| {
            let has_top = move |one: &&Solution| usize::from(one.number(symmetry.source(0))) == top;
            let classes = self.classes.iter().filter(has_top);
            classes.map(|one| symmetry.image(one))
        });
        let mut solutions = Vec::with_capacity(self.by_top[top - 1] as usize);
        solutions.extend(images);
        solutions.sort_unstable();
        solutions
    }

    /// The solution with a number, of which there must be one.
    pub(crate) fn find(&mut self, number: u64) -> NumberedSolution {
        let top = (1..=self.by_top.len()).rfind(|top| self.first(*top) <= number);
        let top = top.unwrap_or(1);
        if self.listed.0 != top {
            self.listed = (top, self.list(top));
        }
        let solution = self.listed.1[(number - self.first(top)) as usize];
        let basic = self.drawing.least_image(&solution);
        let top = usize::from(basic.number(0));
        if !self.basics.contains_key(&top) {
            let all = self.list(top);
            let numbered = all.iter().copied().zip(self.first(top)..);
            let basics = numbered.filter(|(one, _)| self.drawing.least_image(one) == *one);
            self.basics.insert(top, basics.collect());
        }
        let basics = &self.basics[&top];
        let at = basics.partition_point(|(other, _)| *other < basic);
        let mut named = Group::names(self.diagram).zip(&self.drawing.elements);
        let symmetry = named.find(|(_, symmetry)| symmetry.image(&basic) == solution);
        NumberedSolution {
            number,
            solution,
            basic_number: basics[at].1,
            symmetry: symmetry.map(|(name, _)| name).unwrap_or_default(),
        }
    }
}
