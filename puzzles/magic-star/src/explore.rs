//! Exploring a star into the database.
//!
//! First the search: whoever is found stands for a class under all
//! symmetries, and gives the basic solutions of that class, one for each
//! coset of the rotations and reflections. Then, when all basic solutions are
//! there and their images are few enough, these are sorted, numbered and
//! stored. Either can be interrupted and gone on with.

use std::time::Instant;

use kit::database::BATCH_TIME;
use watch::{NoThread, Task, Watcher};

use crate::error::{Error, Result};
use crate::rules::{Diagram, Group, Solution, Star, SymmetryName};
use crate::search::{Ended, SEARCH_VERSION, Search, in_order};
use crate::store::{Explored, NumberedSolution, Store, StoredStar};

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
/// [`kit::Error::Stopped`] where the watcher wants to stop; what was found until
/// then is committed. [`kit::Error::Overtaken`] where another program explores
/// the same star.
pub(crate) fn explore(
    store: &mut Store,
    star: Star,
    force: bool,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<Explored> {
    let stored = match force {
        true => None,
        false => store.star(star)?,
    };
    if let Some(explored) = stored.as_ref().and_then(|stored| stored.explored) {
        watcher.say(&format!("{star} is explored already"));
        return Ok(explored);
    }
    let diagram = Diagram::of(star);
    let search = Search::exploration(&diagram);
    let stored = begun(store, &search, star, stored, watcher)?;
    watcher.detail(&format!(
        "{star}: {} parts, {threads} threads",
        search.parts()
    ));
    if stored.frontier < stored.parts {
        find(store, &diagram, &search, &stored, threads, watcher)?;
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
    store.begin(star, parts).map_err(|error| {
        if watcher.stop().asked() {
            kit::Error::Stopped(format!(
                "stopped while beginning {star}; nothing was changed"
            ))
            .into()
        } else {
            error
        }
    })?;
    known(store, star)
}

fn known(store: &Store, star: Star) -> Result<StoredStar> {
    store.star(star)?.ok_or_else(|| Error::overtaken(star))
}

/// What is found and not committed yet.
struct Uncommitted {
    from: u64,
    to: u64,
    /// How many basic solutions were stored before.
    before: u64,
    basics: Vec<Solution>,
    begun: Instant,
}

impl Uncommitted {
    fn commit(&mut self, store: &mut Store, star: Star) -> Result<()> {
        if self.from < self.to {
            let (parts, time) = (self.from..self.to, self.begun.elapsed());
            store.commit_basics(star, parts, self.before, &self.basics, time)?;
        }
        self.from = self.to;
        self.before += self.basics.len() as u64;
        self.basics.clear();
        self.begun = Instant::now();
        Ok(())
    }
}

/// Searches the parts that are left, and stores the basic solutions.
fn find(
    store: &mut Store,
    diagram: &Diagram,
    search: &Search,
    stored: &StoredStar,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<()> {
    let star = diagram.star();
    let drawing = Group::of_drawing(diagram);
    let cosets = search.group().transversal(&drawing);
    let mut task = Task::new(watcher, format!("searching {star}"), stored.parts);
    let mut uncommitted = Uncommitted {
        from: stored.frontier,
        to: stored.frontier,
        before: stored.basic,
        basics: Vec::new(),
        begun: Instant::now(),
    };
    let ended = in_order(
        stored.frontier as usize..search.parts(),
        threads,
        watcher.stop(),
        |part, halt| {
            let mut basics = Vec::new();
            search.part(part, halt, &mut |found| {
                let images = cosets.iter().map(|first| first.image(&found));
                basics.extend(images.map(|image| drawing.least_image(&image)));
                true
            })?;
            Ok(basics)
        },
        |part, basics| {
            uncommitted.basics.extend(basics);
            uncommitted.to = part as u64 + 1;
            task.advance(uncommitted.to);
            if uncommitted.begun.elapsed() >= BATCH_TIME {
                uncommitted.commit(store, star)?;
            }
            Ok::<(), Error>(())
        },
    )?;
    drop(task);
    uncommitted.commit(store, star)?;
    match ended {
        Ended::Done => Ok(()),
        Ended::NoThread => Err(kit::Error::from(NoThread).into()),
        Ended::Stopped => Err(kit::Error::Stopped(format!(
            "stopped behind part {} of {} of {star}; the same command goes on from there",
            uncommitted.from,
            search.parts()
        ))
        .into()),
    }
}

/// Counts the solutions, and numbers and stores them if they are not too
/// many.
fn number(store: &mut Store, diagram: &Diagram, watcher: &dyn Watcher) -> Result<Explored> {
    let star = diagram.star();
    let drawing = Group::of_drawing(diagram);
    let stored = known(store, star)?;
    let solutions = stored.basic * drawing.order() as u64;
    let mut basics = Vec::new();
    let mut found = 0;
    let mut iterations: Option<(u128, u128)> = None;
    let keep = solutions <= MOST_STORED;
    store.basics(diagram, |basic| {
        if watcher.stop().asked() {
            return Err(stopped_numbering(star));
        }
        found += 1;
        // The first image is the basic solution itself.
        let last = (drawing.elements().iter())
            .map(|symmetry| symmetry.image(&basic))
            .max()
            .unwrap_or(basic);
        let (first, last) = (basic.iteration(), last.iteration());
        iterations = Some(iterations.map_or((first, last), |(least, most)| {
            (least.min(first), most.max(last))
        }));
        if keep {
            basics.push(basic);
        }
        Ok(())
    })?;
    if found != stored.basic {
        let what = format!(
            "{} basic solutions are said to be there, not {found}",
            stored.basic
        );
        return Err(Error::Damaged { star, what });
    }
    if !keep {
        watcher.say(&format!(
            "{star} has {solutions} solutions, more than the {MOST_STORED} that would be stored; the basic ones are"
        ));
    } else {
        store_solutions(store, diagram, &drawing, &basics, stored.stored, watcher)?;
    }
    Ok(Explored {
        solutions,
        iterations,
    })
}

fn stopped_numbering(star: Star) -> Error {
    kit::Error::Stopped(format!(
        "stopped while the solutions of {star} were numbered; the same command goes on from there"
    ))
    .into()
}

/// Stores all images of the basic solutions behind those that are stored.
fn store_solutions(
    store: &mut Store,
    diagram: &Diagram,
    drawing: &Group,
    basics: &[Solution],
    mut stored: u64,
    watcher: &dyn Watcher,
) -> Result<()> {
    let star = diagram.star();
    let names: Vec<SymmetryName> = Group::names(diagram).collect();
    let mut images: Vec<(u128, u32, u8)> = Vec::with_capacity(basics.len() * names.len());
    for (basic, solution) in (0..).zip(basics) {
        let all = (0..).zip(drawing.elements());
        images.extend(
            all.map(|(name, symmetry)| (symmetry.image(solution).iteration(), basic, name)),
        );
    }
    images.sort_unstable();
    if images.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        let what = "a solution is there twice".to_owned();
        return Err(Error::Damaged { star, what });
    }
    // The identity is the first symmetry.
    let mut numbers = vec![0; basics.len()];
    for (number, &(_, basic, name)) in (1..).zip(&images) {
        if name == 0 {
            numbers[basic as usize] = number;
        }
    }
    let mut task = Task::new(watcher, format!("numbering {star}"), images.len() as u64);
    while stored < images.len() as u64 {
        if watcher.stop().asked() {
            return Err(stopped_numbering(star));
        }
        let next: Vec<NumberedSolution> = (stored + 1..)
            .zip(images.iter().skip(stored as usize).take(ROWS_A_BATCH))
            .map(|(number, &(_, basic, name))| NumberedSolution {
                number,
                solution: drawing.elements()[usize::from(name)].image(&basics[basic as usize]),
                basic_number: numbers[basic as usize],
                symmetry: names[usize::from(name)],
            })
            .collect();
        store.commit_solutions(star, &next)?;
        stored += next.len() as u64;
        task.advance(stored);
    }
    Ok(())
}
