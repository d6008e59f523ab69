//! Exploring a star into the database.
//!
//! The search comes first. Each solution that it finds stands for a class under all symmetries. It
//! gives the basic solutions of that class, one for each coset of the rotations and reflections.
//! The search can be interrupted and continued. All other solutions are images of the basic ones,
//! made when they are needed.

use std::ops::Range;
use std::time::Instant;

use kit::database::BATCH_TIME;
use kit::{Error, Result};
use watch::{Task, Watcher, in_order};

use crate::rules::{Diagram, Group, Solution, Star};
use crate::search::{Interrupted, SEARCH_VERSION, Search};
use crate::store::{Explored, Store, StoredStar, damaged};

/// Explores a star to its end, from where the exploration stopped; with `force`, from the
/// beginning. The rows do not depend on the number of threads.
pub(crate) fn explore(
    store: &mut Store,
    star: Star,
    force: bool,
    watcher: &dyn Watcher,
) -> Result<Explored> {
    let stored = store.star(star)?.filter(|_| !force);
    if let Some(explored) = stored.as_ref().and_then(|stored| stored.explored) {
        watcher.say(&format!("{star} is already explored"));
        return Ok(explored);
    }
    let diagram = Diagram::of(star);
    let search = Search::exploration(&diagram);
    let stored = begun(store, &search, star, stored, watcher)?;
    if stored.frontier < stored.parts {
        find(store, &diagram, &search, &stored, watcher)?;
    }
    let basic = known(store, star)?.basic;
    let basics = store.basics(&diagram, watcher)?;
    if basics.len() as u64 != basic {
        let found = basics.len();
        let what = format!("{basic} basic solutions should be there, not {found}");
        return Err(damaged(star, what));
    }
    let explored = Explored {
        solutions: basic * star.cells() as u64,
        iterations: extremes(&basics),
    };
    store.finish(star, explored)?;
    watcher.say(&format!("{star} is explored"));
    Ok(explored)
}

/// The state of a star's exploration, which begins here if it has not begun.
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
                "{star}: continues after part {} of {parts}, {} basic solutions are found",
                stored.frontier, stored.basic
            ));
            return Ok(stored);
        }
        Some(_) => watcher.say(&format!(
            "another version of this program began {star}, so the search starts again"
        )),
        None => {}
    }
    let stopped = || {
        Error::Stopped(format!(
            "stopped while beginning {star}; nothing was changed"
        ))
    };
    let begun = store.begin(star, parts);
    begun.map_err(|error| {
        if watcher.stop().asked() {
            stopped()
        } else {
            error
        }
    })?;
    known(store, star)
}

fn known(store: &Store, star: Star) -> Result<StoredStar> {
    let gone = || Error::Overtaken(format!("explores {star} in the same database"));
    store.star(star)?.ok_or_else(gone)
}

/// Searches parts. For each part, gives `take` its basic solutions: for every class found, an image
/// by each of the cosets of the drawing's group. Returns whether it came to the end; otherwise
/// somebody asked it to stop.
pub(crate) fn basics(
    search: &Search,
    diagram: &Diagram,
    parts: Range<usize>,
    watcher: &dyn Watcher,
    mut take: impl FnMut(u64, Vec<Solution>) -> Result<()>,
) -> Result<bool> {
    let drawing = Group::of_drawing(diagram);
    let cosets = search.group().transversal(&drawing);
    let name = format!("searching {}", diagram.star());
    let mut task = Task::new(watcher, name, parts.end as u64);
    let stop = watcher.stop();
    let ended = in_order(
        parts,
        |part| {
            let mut basics = Vec::new();
            search.part(part, stop, &mut |found| {
                let images = cosets.iter().map(|coset| coset.image(&found));
                basics.extend(images.map(|image| drawing.least_image(&image)));
                true
            })?;
            Ok::<_, Interrupted>(basics)
        },
        |part, basics| {
            task.advance(part as u64 + 1);
            take(part as u64 + 1, basics)
        },
    )?;
    Ok(ended.is_ok())
}

/// Searches the remaining parts, and stores the basic solutions.
fn find(
    store: &mut Store,
    diagram: &Diagram,
    search: &Search,
    stored: &StoredStar,
    watcher: &dyn Watcher,
) -> Result<()> {
    let star = diagram.star();
    let (mut frontier, mut basic) = (stored.frontier, stored.basic);
    let (mut done, mut begun) = (frontier, Instant::now());
    let mut waiting: Vec<Solution> = Vec::new();
    let parts = frontier as usize..search.parts();
    let ended = basics(search, diagram, parts, watcher, |part, basics| {
        waiting.extend(basics);
        done = part;
        if begun.elapsed() >= BATCH_TIME || done == stored.parts || watcher.stop().asked() {
            store.commit_basics(star, frontier..done, basic, &waiting, begun.elapsed())?;
            (frontier, basic) = (done, basic + waiting.len() as u64);
            waiting.clear();
            begun = Instant::now();
        }
        Ok(())
    })?;
    if frontier < done {
        store.commit_basics(star, frontier..done, basic, &waiting, begun.elapsed())?;
    }
    match ended {
        true => Ok(()),
        false => Err(Error::Stopped(format!(
            "stopped after part {done} of {} of {star}; the same command continues from there",
            stored.parts
        ))),
    }
}

/// The iterations of the first and the last of all images of basic solutions. A basic solution is
/// the first of its images, and the last one is the complement of the first.
pub(crate) fn extremes(basics: &[Solution]) -> Option<(u128, u128)> {
    let first = basics.iter().min()?;
    Some((first.iteration(), first.complement().iteration()))
}
