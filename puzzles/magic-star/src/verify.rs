//! `verify`: compares what is stored of stars with a new search by the same program.

use std::io::Write;

use kit::verify::{Faults, Found, Owned, Report, compare, has_table, quoted, strays};
use kit::{Error, Result, Rows};
use watch::Watcher;

use crate::explore::{basics, extremes};
use crate::rules::{Diagram, Solution, Star};
use crate::search::{SEARCH_VERSION, Search};
use crate::store::{Store, text};

/// Verifies what is stored of a star, or of all stars. `out` gets one line per check.
pub(crate) fn verify(
    store: &mut Store,
    only: Option<Star>,
    format: Rows,
    watcher: &dyn Watcher,
    out: &mut dyn Write,
) -> Result<()> {
    let of = only.map_or("the stars".to_owned(), |star| star.to_string());
    let mut report = Report::new(of, format, watcher, out);
    let sql = "select coalesce(sum(nb_basic), 0) from MagicStars";
    let rows: i64 = (store.file.connection().query_row(sql, [], |row| row.get(0))).unwrap_or(0);
    report.file(&mut store.file, u64::try_from(rows).unwrap_or(0))?;
    let (table, owner) = ("MagicStarBasics", "MagicStars");
    let by = &["star"];
    let owned = [Owned { table, owner, by }];
    report.check("strays", strays(store.file.connection(), &owned))?;
    let all = match report.settle(rows_of_stars(store))? {
        Ok(all) => all,
        Err(error) => {
            report.check("star", Err(error))?;
            Vec::new()
        }
    };
    let wanted = |row: &&StarRow| only.is_none_or(|only| row.0 == only.to_string());
    let mut found = 0;
    for row in all.iter().filter(wanted) {
        found += 1;
        let parsed = row.0.parse::<Star>();
        let Some(star) = parsed.ok().filter(|star| star.to_string() == row.0) else {
            let words = format!("there is no star {}", quoted(row.0.as_bytes()));
            report.check("star", Ok::<_, Error>(Found::failed(words)))?;
            continue;
        };
        if row.1 != i64::from(SEARCH_VERSION) {
            let words = format!(
                "{star} was searched by another version; `magic-star explore {star} --force` searches it again"
            );
            report.check("star", Ok::<_, Error>(Found::open(words)))?;
            continue;
        }
        let verifier = Verifier::new(store, star, row, watcher)?;
        report.check("star", verifier.star())?;
        report.check("basics", verifier.basics())?;
    }
    if found == 0 {
        let words = match only {
            Some(star) => Found::open(format!("{star} is not explored")),
            None => Found::passed("no star is explored"),
        };
        report.check("star", Ok::<_, Error>(words))?;
    }
    report.verdict()
}

/// The columns of MagicStars that no other table confirms: star, search_version, parts, frontier,
/// seconds, begun_at, explored_at.
type StarRow = (String, i64, i64, i64, f64, String, Option<String>);

fn rows_of_stars(store: &Store) -> Result<Vec<StarRow>> {
    if !has_table(store.file.connection(), "MagicStars")? {
        return Ok(Vec::new());
    }
    let mut statement = store.file.connection().prepare(
        "select star, search_version, parts, frontier, seconds, begun_at, explored_at
           from MagicStars order by star",
    )?;
    let rows = statement.query_map([], |row| row.try_into())?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What should be stored of a star at this point of its search.
struct Verifier<'a> {
    store: &'a Store,
    star: Star,
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
        let search = Search::exploration(&diagram);
        let frontier = usize::try_from(row.3).unwrap_or(0).min(search.parts());
        let mut found = Vec::new();
        let ended = basics(&search, &diagram, 0..frontier, watcher, |_, basics| {
            found.extend(basics);
            Ok(())
        })?;
        if !ended {
            return Err(Error::Stopped(format!("stopped while verifying {star}")));
        }
        Ok(Verifier {
            store,
            star,
            row,
            watcher,
            parts: search.parts(),
            classes: found.len() * star.cells() / search.group().order(),
            basics: found,
        })
    }

    fn compare(
        &self,
        sql: &str,
        right: impl IntoIterator<Item = String>,
        faults: &mut Faults,
    ) -> Result<u64> {
        let name = format!("verifying {}", self.star);
        let connection = self.store.file.connection();
        let key = (sql, &self.row.0 as &dyn rusqlite::ToSql);
        compare(connection, key, right, faults, (name, self.watcher))
    }

    fn star(&self) -> Result<Found> {
        let (parts, found) = (self.parts, self.basics.len());
        let (star, _, said, frontier, seconds, begun_at, explored_at) = self.row;
        let mut faults = Faults::default();
        if !(0..=*said).contains(frontier) {
            faults.add(|| format!("frontier is {frontier} of {said}"));
        }
        if !(*seconds >= 0.0 && seconds.is_finite()) {
            faults.add(|| format!("seconds is {seconds}"));
        }
        faults.time("when it was begun", begun_at);
        let solutions = found * self.star.cells();
        let right = match explored_at {
            Some(time) => {
                faults.time("when it was explored", time);
                let (first, last) = extremes(&self.basics).unzip();
                let text = |at: Option<u128>| at.map_or("null".to_owned(), |at| at.to_string());
                format!("{parts}|{solutions}|{}|{}", text(first), text(last))
            }
            None => format!("{frontier}|null|null|null"),
        };
        let sql = "select parts, nb_basic, frontier, nb_solutions, first_iteration, last_iteration
                     from MagicStars where star = ?1";
        self.compare(sql, [format!("{parts}|{found}|{right}")], &mut faults)?;
        let words = format!("{star}: {frontier} of {parts} parts, {found} basic solutions");
        Ok(match explored_at {
            None if faults.count() == 0 => Found::open(words),
            _ => faults.found(|| Found::passed(format!("{words}, {solutions} in all"))),
        })
    }

    fn basics(&self) -> Result<Found> {
        let mut faults = Faults::default();
        let sql =
            "select found, iteration, cells from MagicStarBasics where star = ?1 order by found";
        let right = (1u64..).zip(&self.basics);
        let right =
            right.map(|(found, basic)| format!("{found}|{}|{}", basic.iteration(), text(basic)));
        let rows = self.compare(sql, right, &mut faults)?;
        Ok(faults.found(|| {
            let (star, classes) = (self.star, self.classes);
            Found::passed(format!(
                "{star}: {rows} basic solutions in {classes} classes, as a new search finds them"
            ))
        }))
    }
}
