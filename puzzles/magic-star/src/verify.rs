//! `verify`: what is stored of stars against the rules, and of small ones against the
//! search made anew.

use std::io::Write;

use kit::verify::{Faults, Found, Report, quoted};
use watch::{Task, Watcher};

use crate::error::{Error, Result};
use crate::explore::MOST_STORED;
use crate::rules::{Diagram, Group, Solution, Star};
use crate::search::{SEARCH_VERSION, Search};
use crate::store::{RawStar, Store, text};

/// Stars of a higher order are not searched anew: of this one it takes a second at most.
const MOST_SEARCHED: usize = 9;

/// Stars of a higher order have searches that take long only to be cut into parts.
const MOST_CUT: usize = 12;

/// Verifies what is stored of a star, or of all. `out` gets a line a check.
///
/// # Errors
///
/// Where something is wrong or not finished, and errors of the moment.
pub(crate) fn verify(
    store: &mut Store,
    only: Option<Star>,
    watcher: &dyn Watcher,
    out: &mut dyn Write,
) -> Result<()> {
    let of = only.map_or("the stars".to_owned(), |star| star.to_string());
    let mut report = Report::new(of, watcher, out);
    let rows = store.rows_said().unwrap_or(0);
    report.file(store.file_mut(), rows)?;
    report.check("strays", store.strays())?;
    let all = match report.settle(store.raw_stars())? {
        Ok(all) => all,
        Err(error) => {
            report.check("star", Err(error))?;
            Vec::new()
        }
    };
    let wanted = |row: &&RawStar| only.is_none_or(|only| row.star == only.to_string());
    let mut found = 0;
    for row in all.iter().filter(wanted) {
        found += 1;
        let parsed = row.star.parse::<Star>();
        let Some(star) = parsed.ok().filter(|star| star.to_string() == row.star) else {
            let words = format!("there is no star {}", quoted(row.star.as_bytes()));
            report.check("star", Ok::<_, Error>(Found::failed(words)))?;
            continue;
        };
        let diagram = Diagram::of(star);
        let basics = basics(store, &diagram, row, watcher);
        let (basics, of_basics) = match report.settle(basics)? {
            Ok((basics, found)) => (Some(basics), Ok(found)),
            Err(error) => (None, Err(error)),
        };
        let of_star = self::star(row, &diagram, basics.as_deref());
        report.check("star", Ok::<_, Error>(of_star))?;
        report.check("basics", of_basics)?;
        if let Some(basics) = basics {
            let solutions = solutions(store, &diagram, row, &basics, watcher);
            report.check("solutions", solutions)?;
        }
    }
    if found == 0 {
        let words = match only {
            Some(star) => Found::open(format!("{star} is not explored")),
            None => Found::passed("none is explored"),
        };
        report.check("star", Ok::<_, Error>(words))?;
    }
    Ok(report.verdict()?)
}

/// The row in MagicStars.
fn star(row: &RawStar, diagram: &Diagram, basics: Option<&[Solution]>) -> Found {
    let star = diagram.star();
    let mut faults = Faults::default();
    let known = u128::from(SEARCH_VERSION);
    if !u128::try_from(row.search_version).is_ok_and(|version| (1..=known).contains(&version)) {
        faults.add(|| format!("search_version is {}", row.search_version));
    }
    if u128::try_from(row.search_version) == Ok(known) && star.order() <= MOST_CUT {
        let parts = Search::exploration(diagram).parts();
        faults.differ("parts", row.parts, parts as u128);
    }
    if !(0..=row.parts).contains(&row.frontier) {
        faults.add(|| format!("frontier is {} of {}", row.frontier, row.parts));
    }
    if !(row.seconds >= 0.0 && row.seconds.is_finite()) {
        faults.add(|| format!("seconds is {}", row.seconds));
    }
    faults.time("when it was begun", &row.begun_at);
    if let Some(basics) = basics {
        faults.differ("nb_basic", row.basic, basics.len() as u128);
    }
    let solutions = i128::from(row.basic).saturating_mul(star.cells() as i128);
    match &row.explored_at {
        Some(time) => {
            faults.time("when it was explored", time);
            faults.differ(
                "the frontier of what is explored",
                row.frontier,
                row.parts.unsigned_abs().into(),
            );
            let said = row.solutions.unwrap_or(-1);
            faults.differ("nb_solutions", said, solutions.unsigned_abs());
            let kept = match solutions <= i128::from(MOST_STORED) {
                true => solutions.unsigned_abs(),
                false => 0,
            };
            faults.differ("nb_stored", row.stored, kept);
            if let Some(basics) = basics {
                let drawing = Group::of_drawing(diagram);
                let first = basics.iter().map(Solution::iteration).min();
                let images = |basic: &Solution| {
                    let last = drawing
                        .elements()
                        .iter()
                        .map(|symmetry| symmetry.image(basic))
                        .max();
                    last.unwrap_or(*basic).iteration()
                };
                let last = basics.iter().map(images).max();
                for (what, said, is) in [
                    ("first_iteration", &row.first_iteration, first),
                    ("last_iteration", &row.last_iteration, last),
                ] {
                    let is = is.map(|is| is.to_string());
                    if *said != is {
                        faults.add(|| format!("{what} is {said:?}, not {is:?}"));
                    }
                }
            }
        }
        None => {
            if row.solutions.is_some()
                || row.first_iteration.is_some()
                || row.last_iteration.is_some()
            {
                faults.add(|| "it is not explored and has a result".to_owned());
            }
        }
    }
    let words = || {
        format!(
            "{star}: {} of {} parts, {} basic solutions",
            row.frontier, row.parts, row.basic
        )
    };
    match row.explored_at {
        None if faults.count() == 0 => Found::open(words()),
        _ => faults.found(|| Found::passed(format!("{}, {solutions} in all", words()))),
    }
}

/// The basic solutions, and what is wrong with them.
fn basics(
    store: &Store,
    diagram: &Diagram,
    row: &RawStar,
    watcher: &dyn Watcher,
) -> Result<(Vec<Solution>, Found)> {
    let star = diagram.star();
    let drawing = Group::of_drawing(diagram);
    let cosets = Group::of_lines(diagram).transversal(&drawing);
    let mut faults = Faults::default();
    let mut basics: Vec<Solution> = Vec::new();
    let mut rows = 0u64;
    let mut task = Task::new(
        watcher,
        format!("verifying the basic solutions of {star}"),
        row.basic.max(0) as u64,
    );
    store.raw_basics(star, |found, iteration, cells| {
        rows += 1;
        faults.differ("the next of the basic solutions", found, rows.into());
        match magic(cells, iteration, diagram) {
            Ok(solution) if drawing.least_image(&solution) != solution => {
                faults.add(|| format!("basic solution {found} is not the least of its images"));
            }
            Ok(solution) => basics.push(solution),
            Err(what) => faults.add(|| format!("basic solution {found}: {what}")),
        }
        step(&mut task, rows, watcher)
    })?;
    drop(task);
    // What a class has lies together.
    for class in basics.chunks(cosets.len()) {
        let mut expected: Vec<Solution> = (cosets.iter())
            .map(|coset| drawing.least_image(&coset.image(&class[0])))
            .collect();
        let mut class = class.to_vec();
        expected.sort_unstable();
        class.sort_unstable();
        if class != expected {
            faults.add(|| format!("the class of {} is not whole", text(&class[0])));
        }
    }
    let mut sorted = basics.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        faults.add(|| "a basic solution is there twice".to_owned());
    }
    let mut anew = "";
    let version = u128::try_from(row.search_version) == Ok(SEARCH_VERSION.into());
    if star.order() <= MOST_SEARCHED && version {
        let search = Search::exploration(diagram);
        let mut found = Vec::new();
        for part in 0..usize::try_from(row.frontier)
            .unwrap_or(0)
            .min(search.parts())
        {
            let searched = search.part(part, watcher.stop(), &mut |solution| {
                let images = cosets
                    .iter()
                    .map(|coset| drawing.least_image(&coset.image(&solution)));
                found.extend(images);
                true
            });
            if searched.is_err() {
                return Err(kit::Error::Stopped(String::new()).into());
            }
        }
        if found != basics {
            faults.add(|| format!("a search finds {} basic solutions, or others", found.len()));
        }
        anew = ", as a search finds them anew";
    }
    let words = format!(
        "{star}: {rows} basic solutions are magic, in {} whole classes{anew}",
        basics.len() / cosets.len()
    );
    let found = faults.found(|| Found::passed(words));
    Ok((basics, found))
}

/// The numbered solutions against the images of the basic ones.
fn solutions(
    store: &Store,
    diagram: &Diagram,
    row: &RawStar,
    basics: &[Solution],
    watcher: &dyn Watcher,
) -> Result<Found> {
    let star = diagram.star();
    let drawing = Group::of_drawing(diagram);
    let names: Vec<String> = Group::names(diagram).map(|name| name.to_string()).collect();
    let mut faults = Faults::default();
    let few = basics.len().saturating_mul(star.cells()) as u64 <= MOST_STORED;
    let mut images: Vec<(u128, u32, u8)> = Vec::new();
    if few {
        for (basic, solution) in (0..).zip(basics) {
            let all = (0..).zip(drawing.elements());
            images.extend(
                all.map(|(name, symmetry)| (symmetry.image(solution).iteration(), basic, name)),
            );
        }
        images.sort_unstable();
    }
    let mut numbers = vec![0i64; basics.len()];
    for (number, &(_, basic, name)) in (1..).zip(&images) {
        if name == 0 {
            numbers[basic as usize] = number;
        }
    }
    let mut rows = 0u64;
    let mut task = Task::new(
        watcher,
        format!("verifying the solutions of {star}"),
        row.stored.max(0) as u64,
    );
    store.raw_solutions(star, |solution| {
        rows += 1;
        let number = solution.number;
        faults.differ("the next of the solutions", number, rows.into());
        if let Err(what) = magic(solution.cells, solution.iteration, diagram) {
            faults.add(|| format!("solution {number}: {what}"));
        }
        match images.get(rows as usize - 1) {
            None => faults.add(|| format!("solution {number} is the image of no basic one")),
            Some(&(iteration, basic, name)) => {
                if solution.iteration != iteration.to_string() {
                    faults.add(|| format!("solution {number}: another one belongs there"));
                }
                let basic = numbers[basic as usize];
                if solution.basic_number != basic {
                    faults.add(|| {
                        format!(
                            "solution {number}: basic_number {}, not {basic}",
                            solution.basic_number
                        )
                    });
                }
                if solution.symmetry != names[usize::from(name)] {
                    faults.add(|| format!("solution {number}: symmetry"));
                }
            }
        }
        step(&mut task, rows, watcher)
    })?;
    drop(task);
    faults.differ(
        "the number of solutions",
        rows,
        u128::try_from(row.stored).unwrap_or(0),
    );
    Ok(faults.found(|| {
        Found::passed(match few {
            true => format!("{star}: {rows} numbered solutions are the images of the basic ones"),
            false => format!("{star}: none is stored, since there are more than {MOST_STORED}"),
        })
    }))
}

/// The solution that is written so, if it is a magic one with that iteration.
fn magic(cells: &str, iteration: &str, diagram: &Diagram) -> Result<Solution, String> {
    let numbers: Option<Vec<u8>> = cells.split(' ').map(|number| number.parse().ok()).collect();
    let solution = numbers
        .and_then(|numbers| Solution::new(&numbers))
        .filter(|solution| solution.is_magic(diagram) && text(solution) == cells);
    let solution =
        solution.ok_or_else(|| format!("{} is no solution", quoted(cells.as_bytes())))?;
    match solution.iteration().to_string() == iteration {
        true => Ok(solution),
        false => Err(format!(
            "iteration {}, not {}",
            quoted(iteration.as_bytes()),
            solution.iteration()
        )),
    }
}

fn step(task: &mut Task<'_>, rows: u64, watcher: &dyn Watcher) -> Result<()> {
    if rows.is_multiple_of(1024) {
        task.advance(rows);
        if watcher.stop().asked() {
            return Err(kit::Error::Stopped(String::new()).into());
        }
    }
    Ok(())
}
