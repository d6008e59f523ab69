//! `verify`: what is stored of stars against the search made anew, by the same program.

use std::io::Write;

use kit::verify::{Faults, Found, Owned, Report, compare, has_table, quoted, strays};
use kit::{Error, Result};
use watch::{Task, Watcher, in_order};

use crate::explore::{MOST_STORED, basics, extremes, numbered};
use crate::rules::{Diagram, Group, Solution, Star};
use crate::search::{SEARCH_VERSION, Search};
use crate::store::{NumberedSolution, Store, text};

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
    let sql = "select coalesce(sum(nb_basic + nb_stored), 0) from MagicStars";
    let rows: i64 = (store.file.connection().query_row(sql, [], |row| row.get(0))).unwrap_or(0);
    report.file(&mut store.file, u64::try_from(rows).unwrap_or(0))?;
    let owned = ["MagicStarBasics", "MagicStarSolutions"].map(|table| Owned {
        table,
        owner: "MagicStars",
        by: &["star"],
    });
    report.check("strays", strays(store.file.connection(), &owned))?;
    let all = match report.settle(rows_of_stars(store))? {
        Ok(all) => all,
        Err(error) => {
            report.check("star", Err(error))?;
            Vec::new()
        }
    };
    let wanted = |row: &&StarRow| only.is_none_or(|only| row.star == only.to_string());
    let mut found = 0;
    for row in all.iter().filter(wanted) {
        found += 1;
        let parsed = row.star.parse::<Star>();
        let Some(star) = parsed.ok().filter(|star| star.to_string() == row.star) else {
            let words = format!("there is no star {}", quoted(row.star.as_bytes()));
            report.check("star", Ok::<_, Error>(Found::failed(words)))?;
            continue;
        };
        if row.search_version != i64::from(SEARCH_VERSION) {
            let words = format!(
                "{star} was searched by another version; `magic-star explore {star} --force` does it anew"
            );
            report.check("star", Ok::<_, Error>(Found::open(words)))?;
            continue;
        }
        let verifier = Verifier::new(store, star, row, watcher)?;
        report.check("star", verifier.star())?;
        report.check("basics", verifier.basics())?;
        report.check("solutions", verifier.solutions())?;
    }
    if found == 0 {
        let words = match only {
            Some(star) => Found::open(format!("{star} is not explored")),
            None => Found::passed("none is explored"),
        };
        report.check("star", Ok::<_, Error>(words))?;
    }
    report.verdict()
}

/// What of a row in MagicStars nothing else tells.
struct StarRow {
    star: String,
    search_version: i64,
    parts: i64,
    frontier: i64,
    stored: i64,
    seconds: f64,
    begun_at: String,
    explored_at: Option<String>,
}

fn rows_of_stars(store: &Store) -> Result<Vec<StarRow>> {
    if !has_table(store.file.connection(), "MagicStars")? {
        return Ok(Vec::new());
    }
    let mut statement = store.file.connection().prepare(
        "select star, search_version, parts, frontier, nb_stored, seconds, begun_at, explored_at
           from MagicStars order by star",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(StarRow {
            star: row.get(0)?,
            search_version: row.get(1)?,
            parts: row.get(2)?,
            frontier: row.get(3)?,
            stored: row.get(4)?,
            seconds: row.get(5)?,
            begun_at: row.get(6)?,
            explored_at: row.get(7)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What should be stored of a star that was searched so far.
struct Verifier<'a> {
    store: &'a Store,
    diagram: Diagram,
    row: &'a StarRow,
    watcher: &'a dyn Watcher,
    parts: usize,
    basics: Vec<Solution>,
    classes: usize,
}

impl<'a> Verifier<'a> {
    fn new(
        store: &'a Store,
        star: Star,
        row: &'a StarRow,
        watcher: &'a dyn Watcher,
    ) -> Result<Self> {
        let diagram = Diagram::of(star);
        let drawing = Group::of_drawing(&diagram);
        let search = Search::exploration(&diagram);
        let cosets = search.group().transversal(&drawing);
        let frontier = usize::try_from(row.frontier).unwrap_or(0);
        let frontier = frontier.min(search.parts());
        let mut task = Task::new(watcher, format!("searching {star}"), frontier as u64);
        let mut found = Vec::new();
        let stop = watcher.stop();
        let ended = in_order(
            0..frontier,
            |part| basics(&search, part, &cosets, &drawing, stop),
            |part, basics| {
                found.extend(basics);
                task.advance(part as u64 + 1);
                Ok::<(), Error>(())
            },
        )?;
        let stopped = || Error::Stopped(format!("stopped while verifying {star}"));
        ended.map_err(|_| stopped())?;
        Ok(Verifier {
            store,
            row,
            watcher,
            parts: search.parts(),
            classes: found.len() / cosets.len(),
            basics: found,
            diagram,
        })
    }

    fn compare(
        &self,
        sql: &str,
        right: impl IntoIterator<Item = String>,
        faults: &mut Faults,
    ) -> Result<u64> {
        let key = (sql, &self.row.star as &dyn rusqlite::ToSql);
        let name = format!("verifying {}", self.row.star);
        let connection = self.store.file.connection();
        compare(connection, key, right, faults, (name, self.watcher))
    }

    /// The row in MagicStars.
    fn star(&self) -> Result<Found> {
        let (row, parts, basics) = (self.row, self.parts, &self.basics);
        let mut faults = Faults::default();
        if !(0..=row.parts).contains(&row.frontier) {
            faults.add(|| format!("frontier is {} of {}", row.frontier, row.parts));
        }
        if !(row.seconds >= 0.0 && row.seconds.is_finite()) {
            faults.add(|| format!("seconds is {}", row.seconds));
        }
        faults.time("when it was begun", &row.begun_at);
        let solutions = (basics.len() * self.diagram.star().cells()) as u64;
        let right = match &row.explored_at {
            Some(time) => {
                faults.time("when it was explored", time);
                let (first, last) = extremes(basics).unzip();
                let [first, last] = [first, last].map(|at: Option<u128>| {
                    at.map_or("null".to_owned(), |iteration| iteration.to_string())
                });
                let kept = if solutions <= MOST_STORED {
                    solutions
                } else {
                    0
                };
                format!("{parts}|{kept}|{solutions}|{first}|{last}")
            }
            None => format!("{}|{}|null|null|null", row.frontier, row.stored),
        };
        let sql = "select parts, nb_basic, frontier, nb_stored, nb_solutions, first_iteration,
                          last_iteration
                     from MagicStars where star = ?1";
        self.compare(
            sql,
            [format!("{parts}|{}|{right}", basics.len())],
            &mut faults,
        )?;
        let words = || {
            let (star, done, basic) = (&row.star, row.frontier, basics.len());
            format!("{star}: {done} of {parts} parts, {basic} basic solutions")
        };
        Ok(match row.explored_at {
            None if faults.count() == 0 => Found::open(words()),
            _ => faults.found(|| Found::passed(format!("{}, {solutions} in all", words()))),
        })
    }

    /// The rows in MagicStarBasics.
    fn basics(&self) -> Result<Found> {
        let mut faults = Faults::default();
        let sql =
            "select found, iteration, cells from MagicStarBasics where star = ?1 order by found";
        let right = (1u64..).zip(&self.basics);
        let right =
            right.map(|(found, basic)| format!("{found}|{}|{}", basic.iteration(), text(basic)));
        let rows = self.compare(sql, right, &mut faults)?;
        Ok(faults.found(|| {
            let (star, classes) = (&self.row.star, self.classes);
            Found::passed(format!(
                "{star}: {rows} basic solutions in {classes} classes, as a search finds them anew"
            ))
        }))
    }

    /// The numbered solutions against the images of the basic ones.
    fn solutions(&self) -> Result<Found> {
        let star = &self.row.star;
        let mut faults = Faults::default();
        let few = (self.basics.len() * self.diagram.star().cells()) as u64 <= MOST_STORED;
        let basics = if few { &self.basics[..] } else { &[] };
        let Some(numbered) = numbered(&self.diagram, basics) else {
            return Ok(Found::failed("the search finds a solution twice"));
        };
        let stored = usize::try_from(self.row.stored)
            .unwrap_or(0)
            .min(numbered.len());
        let right = numbered
            .rows(0..stored)
            .map(|found: NumberedSolution| found.row());
        let sql = "select number, iteration, cells, basic_number, symmetry
                     from MagicStarSolutions where star = ?1 order by number";
        let rows = self.compare(sql, right, &mut faults)?;
        Ok(faults.found(|| {
            Found::passed(match few {
                true => {
                    format!("{star}: {rows} numbered solutions are the images of the basic ones")
                }
                false => format!("{star}: none is stored, since there are more than {MOST_STORED}"),
            })
        }))
    }
}
