//! Exploring a star into the database.
//!
//! First the search: whoever is found stands for a class under all
//! symmetries, and gives the basic solutions of that class, one for each
//! coset of the rotations and reflections. Then, when all basic solutions are
//! there and their images are few enough, these are sorted, numbered and
//! stored. Either can be interrupted and gone on with.

use std::time::Instant;

use kit::database::BATCH_TIME;
use kit::{Error, Result};
use watch::{Stop, Task, Watcher, in_order};

use crate::rules::{Diagram, Group, Solution, Star, Symmetry, SymmetryName};
use crate::search::{Interrupted, SEARCH_VERSION, Search};
use crate::store::{Explored, NumberedSolution, Store, StoredStar, damaged};

/// All solutions of a star are stored if there are no more than so many, some
/// 200 bytes each. Of others only the basic solutions are.
pub(crate) const MOST_STORED: u64 = 4_000_000;

/// How many numbered solutions are committed together, in some tenths of a
/// second.
const ROWS_A_BATCH: usize = 50_000;

/// Explores a star to its end, from where it is; with `force`, from the
/// beginning. The rows do not depend on the number of threads.
///
/// # Errors
///
/// [`Error::Stopped`] where the watcher wants to stop; what was found until
/// then is committed. [`Error::Overtaken`] where another program explores
/// the same star.
pub(crate) fn explore(
    store: &mut Store,
    star: Star,
    force: bool,
    watcher: &dyn Watcher,
) -> Result<Explored> {
    let stored = store.star(star)?.filter(|_| !force);
    if let Some(explored) = stored.as_ref().and_then(|stored| stored.explored) {
        watcher.say(&format!("{star} is explored already"));
        return Ok(explored);
    }
    let diagram = Diagram::of(star);
    let search = Search::exploration(&diagram);
    let stored = begun(store, &search, star, stored, watcher)?;
    if stored.frontier < stored.parts {
        find(store, &diagram, &search, &stored, watcher)?;
    }
    let explored = number(store, &diagram, watcher)?;
    store.finish(star, explored)?;
    watcher.say(&format!("{star} is explored"));
    Ok(explored)
}

/// How far a star is; its exploration is begun if it was not.
fn begun(
    store: &mut Store,
    search: &Search,
    star: Star,
    stored: Option<StoredStar>,
    watcher: &dyn Watcher,
) -> Result<StoredStar> {
    let parts = search.parts() as u64;
    match stored {
        Some(stored) if stored.search_version == SEARCH_VERSION && stored.parts == parts => {
            watcher.say(&format!(
                "{star}: going on behind part {} of {parts}, {} basic solutions are found",
                stored.frontier, stored.basic
            ));
            return Ok(stored);
        }
        Some(_) => watcher.say(&format!(
            "{star} was begun by another version of this program; it is begun anew"
        )),
        None => {}
    }
    store
        .begin(star, parts)
        .map_err(|error| match watcher.stop().asked() {
            true => Error::Stopped(format!(
                "stopped while beginning {star}; nothing was changed"
            )),
            false => error,
        })?;
    known(store, star)
}

fn known(store: &Store, star: Star) -> Result<StoredStar> {
    let gone = || Error::Overtaken(format!("explores {star} in the same database"));
    store.star(star)?.ok_or_else(gone)
}

/// The basic solutions of all classes that a part of the search finds: an image of each
/// by every one of the cosets of the drawing's group.
///
/// # Errors
///
/// Where somebody asks to stop.
pub(crate) fn basics(
    search: &Search,
    part: usize,
    cosets: &[Symmetry],
    drawing: &Group,
    stop: &Stop,
) -> Result<Vec<Solution>, Interrupted> {
    let mut basics = Vec::new();
    search.part(part, stop, &mut |found| {
        let images = cosets.iter().map(|coset| coset.image(&found));
        basics.extend(images.map(|image| drawing.least_image(&image)));
        true
    })?;
    Ok(basics)
}

/// Searches the parts that are left, and stores the basic solutions.
fn find(
    store: &mut Store,
    diagram: &Diagram,
    search: &Search,
    stored: &StoredStar,
    watcher: &dyn Watcher,
) -> Result<()> {
    let star = diagram.star();
    let drawing = Group::of_drawing(diagram);
    let cosets = search.group().transversal(&drawing);
    let mut task = Task::new(watcher, format!("searching {star}"), stored.parts);
    let (mut frontier, mut basic) = (stored.frontier, stored.basic);
    let (mut done, mut begun) = (frontier, Instant::now());
    let mut waiting: Vec<Solution> = Vec::new();
    let stop = watcher.stop();
    let ended = in_order(
        frontier as usize..search.parts(),
        |part| basics(search, part, &cosets, &drawing, stop),
        |part, basics: Vec<Solution>| {
            waiting.extend(basics);
            done = part as u64 + 1;
            task.advance(done);
            if begun.elapsed() >= BATCH_TIME || done == stored.parts || watcher.stop().asked() {
                store.commit_basics(star, frontier..done, basic, &waiting, begun.elapsed())?;
                (frontier, basic) = (done, basic + waiting.len() as u64);
                waiting.clear();
                begun = Instant::now();
            }
            Ok::<(), Error>(())
        },
    )?;
    drop(task);
    if frontier < done {
        store.commit_basics(star, frontier..done, basic, &waiting, begun.elapsed())?;
    }
    ended.map_err(|_| {
        Error::Stopped(format!(
            "stopped behind part {done} of {} of {star}; the same command goes on from there",
            search.parts()
        ))
    })
}

/// Counts the solutions, and numbers and stores them if they are not too
/// many.
fn number(store: &mut Store, diagram: &Diagram, watcher: &dyn Watcher) -> Result<Explored> {
    let star = diagram.star();
    let stored = known(store, star)?;
    let solutions = stored.basic * star.cells() as u64;
    let keep = solutions <= MOST_STORED;
    let basics = store.basics(diagram, watcher)?;
    if basics.len() as u64 != stored.basic {
        let (said, found) = (stored.basic, basics.len());
        let what = format!("{said} basic solutions are said to be there, not {found}");
        return Err(damaged(star, what));
    }
    if keep {
        let numbered = numbered(diagram, &basics);
        let mut task = Task::new(watcher, format!("numbering {star}"), solutions);
        let mut stored = stored.stored as usize;
        let numbered = numbered.ok_or_else(|| damaged(star, "a solution is there twice"))?;
        while stored < numbered.len() {
            if watcher.stop().asked() {
                return Err(Error::Stopped(format!(
                    "stopped while the solutions of {star} were numbered; the same command goes on from there"
                )));
            }
            let next = numbered.len().min(stored + ROWS_A_BATCH);
            let rows: Vec<NumberedSolution> = numbered.rows(stored..next).collect();
            store.commit_solutions(star, &rows)?;
            stored = next;
            task.advance(stored as u64);
        }
    } else {
        watcher.say(&format!(
            "{star} has {solutions} solutions, more than the {MOST_STORED} that would be stored; the basic ones are"
        ));
    }
    Ok(Explored {
        solutions,
        iterations: extremes(&basics),
    })
}

/// The iterations of the first and the last of all images of basic solutions: a basic
/// one is the first of its images, and the last is the complement of the first.
pub(crate) fn extremes(basics: &[Solution]) -> Option<(u128, u128)> {
    let first = basics.iter().min()?;
    Some((first.iteration(), first.complement().iteration()))
}

/// All images of basic solutions, in their order.
pub(crate) struct Numbered<'a> {
    basics: &'a [Solution],
    drawing: Group,
    names: Vec<SymmetryName>,
    /// Iteration, basic solution and symmetry.
    images: Vec<(u128, u32, u8)>,
    /// The numbers of the basic solutions.
    numbers: Vec<u64>,
}

/// Numbers the images of basic solutions; `None` where two of them are the same.
pub(crate) fn numbered<'a>(diagram: &Diagram, basics: &'a [Solution]) -> Option<Numbered<'a>> {
    let drawing = Group::of_drawing(diagram);
    let mut images: Vec<(u128, u32, u8)> = Vec::with_capacity(basics.len() * drawing.order());
    for (basic, solution) in (0..).zip(basics) {
        let all = (0..).zip(drawing.elements());
        images.extend(
            all.map(|(name, symmetry)| (symmetry.image(solution).iteration(), basic, name)),
        );
    }
    images.sort_unstable();
    let mut numbers = vec![0; basics.len()];
    for (number, &(_, basic, name)) in (1..).zip(&images) {
        // The identity is the first symmetry.
        if name == 0 {
            numbers[basic as usize] = number;
        }
    }
    let twice = images.windows(2).any(|pair| pair[0].0 == pair[1].0);
    (!twice).then(|| Numbered {
        basics,
        names: Group::names(diagram).collect(),
        drawing,
        images,
        numbers,
    })
}

impl Numbered<'_> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.images.len()
    }

    /// Some of them, counted from 0.
    pub(crate) fn rows(
        &self,
        rows: std::ops::Range<usize>,
    ) -> impl ExactSizeIterator<Item = NumberedSolution> {
        let first = rows.start;
        self.images[rows]
            .iter()
            .enumerate()
            .map(move |(i, &(_, basic, name))| {
                let symmetry = &self.drawing.elements()[usize::from(name)];
                NumberedSolution {
                    number: (first + i + 1) as u64,
                    solution: symmetry.image(&self.basics[basic as usize]),
                    basic_number: self.numbers[basic as usize],
                    symmetry: self.names[usize::from(name)],
                }
            })
    }
}
