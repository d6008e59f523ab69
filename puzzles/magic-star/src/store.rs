//! The tables of explored stars.
//!
//! The basic solutions that a part of the search finds are committed together with the frontier
//! after it. This happens in the order of the parts, so the rows do not depend on threads or
//! interruptions.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;

use kit::database::{BulkInsert, Database};
use kit::terminal::shortened;
use kit::verify::has_table;
use kit::{Error, Result};
use rusqlite::{OptionalExtension, Row, named_params, params};
use watch::Watcher;

use crate::rules::{Diagram, Solution, Star};
use crate::search::SEARCH_VERSION;

static INSERT_BASIC: LazyLock<BulkInsert> = LazyLock::new(|| {
    let columns = ["star", "found", "iteration", "cells"];
    BulkInsert::new("MagicStarBasics", &columns)
});

/// The state of a star's exploration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredStar {
    /// How the search was cut into parts.
    pub search_version: u32,
    /// The number of parts of the search.
    pub parts: u64,
    /// The number of finished parts.
    pub frontier: u64,
    /// The number of basic solutions found.
    pub basic: u64,
    /// What is known once everything is found.
    pub explored: Option<Explored>,
}

/// What is known of a star that is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Explored {
    /// The number of its solutions.
    pub solutions: u64,
    /// The iterations of the first and of the last one, if there are any.
    pub iterations: Option<(u128, u128)>,
}

/// What is stored of a star does not make sense.
pub(crate) fn damaged(star: Star, what: impl std::fmt::Display) -> Error {
    Error::Damaged(format!("{star}: {what}"))
}

fn overtaken(star: Star) -> Error {
    Error::Overtaken(format!("explores {star} in the same database"))
}

/// Numbers as they are stored.
pub(crate) fn text(solution: &Solution) -> String {
    let numbers = (solution.numbers().iter()).map(|number| format!("{number:02}"));
    numbers.collect::<Vec<String>>().join(" ")
}

fn parse(text: &str, diagram: &Diagram) -> Result<Solution> {
    let numbers: Option<Vec<u8>> = text
        .split(' ')
        .map(|number| number.parse::<u8>().ok())
        .collect();
    let solution = numbers.and_then(|numbers| Solution::new(&numbers));
    let magic = solution.filter(|solution| solution.is_magic(diagram));
    let wrong = || format!("`{}` is not a solution", shortened(text));
    magic.ok_or_else(|| damaged(diagram.star(), wrong()))
}

/// An open database with this puzzle's tables.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) file: Database,
}

impl Store {
    /// The state of a star's exploration, if it has begun. A database of an older schema, opened
    /// only to read, may not have stars yet.
    pub(crate) fn star(&self, star: Star) -> Result<Option<StoredStar>> {
        if !has_table(self.file.connection(), "MagicStars")? {
            return Ok(None);
        }
        let sql = "select search_version, parts, frontier, nb_basic,
                          explored_at is not null, nb_solutions, first_iteration, last_iteration
                     from MagicStars where star = ?1";
        let mut statement = self.file.connection().prepare_cached(sql)?;
        let row = statement.query_row([star.to_string()], |row| Ok(read_star(row, star)));
        row.optional()?.transpose()
    }

    pub(crate) fn explored(&self, star: Star) -> Result<Explored> {
        let explored = self.star(star)?.and_then(|stored| stored.explored);
        let hint = format!("run `magic-star explore {star}` first");
        explored.ok_or_else(|| Error::other(format!("{star} is not explored"), hint))
    }

    /// Begins the exploration of a star, and deletes everything stored of it.
    pub(crate) fn begin(&mut self, star: Star, parts: u64) -> Result<()> {
        let transaction = self.file.write_long()?;
        for table in ["MagicStarBasics", "MagicStars"] {
            let sql = format!("delete from {table} where star = ?1");
            transaction.execute(&sql, [star.to_string()])?;
        }
        transaction.execute(
            "insert into MagicStars (star, search_version, parts, begun_at)
             values (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            params![star.to_string(), SEARCH_VERSION, parts as i64],
        )?;
        transaction.commit()
    }

    /// Commits what some parts of the search found in `time`; `before` is the number of basic
    /// solutions stored until now.
    pub(crate) fn commit_basics(
        &mut self,
        star: Star,
        parts: Range<u64>,
        before: u64,
        basics: &[Solution],
        time: Duration,
    ) -> Result<()> {
        let transaction = self.file.write()?;
        let name = star.to_string();
        let moved = transaction.execute(
            "update MagicStars
                set frontier = :to, nb_basic = nb_basic + :found, seconds = seconds + :seconds
              where star = :star and frontier = :from and nb_basic = :before
                and search_version = :search_version and explored_at is null",
            named_params! {
                ":star": name,
                ":from": parts.start as i64,
                ":to": parts.end as i64,
                ":before": before as i64,
                ":found": basics.len() as i64,
                ":seconds": time.as_secs_f64(),
                ":search_version": SEARCH_VERSION,
            },
        )?;
        if moved != 1 {
            return Err(overtaken(star));
        }
        let rows: Vec<(i64, &Solution)> = (before as i64 + 1..).zip(basics).collect();
        INSERT_BASIC.insert(&transaction, &name, &rows, |row, (found, basic)| {
            row.bind(found)?;
            row.bind(basic.iteration().to_string())?;
            row.bind(text(basic))
        })?;
        transaction.commit()
    }

    /// The basic solutions of a star, in the order in which they were found.
    pub(crate) fn basics(&self, diagram: &Diagram, watcher: &dyn Watcher) -> Result<Vec<Solution>> {
        let star = diagram.star();
        let sql = "select cells from MagicStarBasics where star = ?1 order by found";
        let mut statement = self.file.connection().prepare_cached(sql)?;
        let mut rows = statement.query([star.to_string()])?;
        let mut basics = Vec::new();
        while let Some(row) = rows.next()? {
            if watcher.stop().asked() {
                let what = format!(
                    "stopped while the solutions of {star} were counted; the same command continues from there"
                );
                return Err(Error::Stopped(what));
            }
            let cells = row.get_ref(0)?.as_str().unwrap_or_default();
            basics.push(parse(cells, diagram)?);
        }
        Ok(basics)
    }

    pub(crate) fn finish(&mut self, star: Star, explored: Explored) -> Result<()> {
        let transaction = self.file.write()?;
        let (first, last) = explored.iterations.unzip();
        let text = |iteration: Option<u128>| iteration.map(|iteration| iteration.to_string());
        let finished = transaction.execute(
            "update MagicStars
                set nb_solutions = ?2, first_iteration = ?3, last_iteration = ?4,
                    explored_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
              where star = ?1 and frontier = parts",
            params![
                star.to_string(),
                explored.solutions as i64,
                text(first),
                text(last)
            ],
        )?;
        if finished != 1 {
            return Err(overtaken(star));
        }
        transaction.commit()
    }
}

fn count(count: i64, star: Star) -> Result<u64> {
    u64::try_from(count).map_err(|_| damaged(star, "a count is negative"))
}

fn read_star(row: &Row, star: Star) -> Result<StoredStar> {
    let whole = |column: usize| count(row.get(column)?, star);
    let iteration = |column: usize| -> Result<Option<u128>> {
        let text: Option<String> = row.get(column)?;
        let number = text.map(|text| text.parse()).transpose();
        number.map_err(|_| damaged(star, "an iteration is not a number"))
    };
    let mut explored = None;
    if row.get(4)? {
        let (solutions, iterations) = (whole(5)?, iteration(6)?.zip(iteration(7)?));
        explored = Some(Explored {
            solutions,
            iterations,
        });
    }
    let stored = StoredStar {
        search_version: row.get(0)?,
        parts: whole(1)?,
        frontier: whole(2)?,
        basic: whole(3)?,
        explored,
    };
    // 2n images each, as many as there are cells.
    let solutions = stored.basic.checked_mul(star.cells() as u64);
    let solutions = solutions.filter(|&solutions| i64::try_from(solutions).is_ok());
    let consistent = stored.frontier <= stored.parts
        && solutions.is_some()
        && stored.explored.is_none_or(|explored| {
            stored.frontier == stored.parts
                && Some(explored.solutions) == solutions
                && explored.iterations.is_some() == (explored.solutions > 0)
        });
    match consistent {
        true => Ok(stored),
        false => Err(damaged(star, "its counts contradict each other")),
    }
}
