//! The tables of explored stars.
//!
//! The basic solutions that a part of the search finds are committed together
//! with the frontier behind it, in the order of the parts, so the rows do not
//! depend on threads or interruptions.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;

use kit::database::{BulkInsert, Database};
use kit::terminal::shortened;
use kit::verify::{Found, Owned, has_table, strays};
use rusqlite::{OptionalExtension, Row, named_params};

use crate::error::{Error, Result};
use crate::rules::{Diagram, Group, Solution, Star, SymmetryName};
use crate::search::SEARCH_VERSION;

static INSERT_BASIC: LazyLock<BulkInsert> = LazyLock::new(|| {
    let columns = ["star", "found", "iteration", "cells"];
    BulkInsert::new("MagicStarBasics", &columns)
});

static INSERT_SOLUTION: LazyLock<BulkInsert> = LazyLock::new(|| {
    let columns = [
        "star",
        "number",
        "iteration",
        "cells",
        "basic_number",
        "symmetry",
    ];
    BulkInsert::new("MagicStarSolutions", &columns)
});

/// How far the exploration of a star is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredStar {
    /// How the search was cut into parts.
    pub search_version: u32,
    /// How many parts the search has.
    pub parts: u64,
    /// So many of them are done.
    pub frontier: u64,
    /// How many basic solutions are found.
    pub basic: u64,
    /// How many solutions are stored with their numbers.
    pub stored: u64,
    /// How long the search took.
    pub time: Duration,
    /// What is known when all is found.
    pub explored: Option<Explored>,
}

/// What is known of a star that is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Explored {
    /// How many solutions it has.
    pub solutions: u64,
    /// The iterations of the first and of the last one, if there are any.
    pub iterations: Option<(u128, u128)>,
}

/// A solution and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NumberedSolution {
    /// Its number in lexicographic order, from 1.
    pub number: u64,
    /// The solution.
    pub solution: Solution,
    /// The number of its basic solution.
    pub basic_number: u64,
    /// What makes it from its basic solution.
    pub symmetry: SymmetryName,
}

/// A row of MagicStars as it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RawStar {
    pub star: String,
    pub search_version: i64,
    pub parts: i64,
    pub frontier: i64,
    pub basic: i64,
    pub stored: i64,
    pub seconds: f64,
    pub solutions: Option<i64>,
    pub first_iteration: Option<String>,
    pub last_iteration: Option<String>,
    pub begun_at: String,
    pub explored_at: Option<String>,
}

/// A row of MagicStarSolutions as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RawSolution<'a> {
    pub number: i64,
    pub iteration: &'a str,
    pub cells: &'a str,
    pub basic_number: i64,
    pub symmetry: &'a str,
}

/// What is wrong with what is stored of a star, and how to mend it.
fn damaged(star: Star, what: impl Into<String>) -> Error {
    let what = what.into();
    Error::Damaged { star, what }
}

fn count(count: i64, star: Star) -> Result<u64> {
    u64::try_from(count).map_err(|_| damaged(star, "a count is negative"))
}

/// Numbers as they are stored.
pub(crate) fn text(solution: &Solution) -> String {
    let mut text = String::with_capacity(3 * solution.numbers().len());
    for &number in solution.numbers() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(char::from(b'0' + number / 10));
        text.push(char::from(b'0' + number % 10));
    }
    text
}

fn parse(text: &str, diagram: &Diagram) -> Result<Solution> {
    let numbers: Option<Vec<u8>> = text.split(' ').map(|number| number.parse().ok()).collect();
    numbers
        .and_then(|numbers| Solution::new(&numbers))
        .filter(|solution| solution.is_magic(diagram))
        .ok_or_else(|| {
            damaged(
                diagram.star(),
                format!("`{}` is no solution", shortened(text)),
            )
        })
}

/// An open database with this puzzle's tables.
#[derive(Debug)]
pub(crate) struct Store {
    file: Database,
}

impl From<Database> for Store {
    fn from(file: Database) -> Store {
        Store { file }
    }
}

impl Store {
    /// The database.
    pub(crate) fn file_mut(&mut self) -> &mut Database {
        &mut self.file
    }

    /// How many rows are said to be stored.
    pub(crate) fn rows_said(&self) -> Result<u64> {
        let sql = "select coalesce(sum(nb_basic + nb_stored), 0) from MagicStars";
        let rows: i64 = self
            .file
            .connection()
            .query_row(sql, [], |row| row.get(0))?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }

    /// Has every row an owner?
    pub(crate) fn strays(&self) -> Result<Found> {
        let owned = ["MagicStarBasics", "MagicStarSolutions"].map(|table| Owned {
            table,
            owner: "MagicStars",
            by: &["star"],
        });
        Ok(strays(self.file.connection(), &owned)?)
    }

    /// The rows of MagicStars as they are.
    pub(crate) fn raw_stars(&self) -> Result<Vec<RawStar>> {
        if !has_table(self.file.connection(), "MagicStars")? {
            return Ok(Vec::new());
        }
        let mut statement = self.file.connection().prepare(
            "select star, search_version, parts, frontier, nb_basic, nb_stored, seconds,
                    nb_solutions, first_iteration, last_iteration, begun_at, explored_at
               from MagicStars order by star",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(RawStar {
                star: row.get(0)?,
                search_version: row.get(1)?,
                parts: row.get(2)?,
                frontier: row.get(3)?,
                basic: row.get(4)?,
                stored: row.get(5)?,
                seconds: row.get(6)?,
                solutions: row.get(7)?,
                first_iteration: row.get(8)?,
                last_iteration: row.get(9)?,
                begun_at: row.get(10)?,
                explored_at: row.get(11)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The rows of MagicStarBasics as they are: when found, iteration and cells.
    pub(crate) fn raw_basics(
        &self,
        star: Star,
        mut each: impl FnMut(i64, &str, &str) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.file.connection().prepare(
            "select found, iteration, cells from MagicStarBasics where star = ?1 order by found",
        )?;
        let mut rows = statement.query([star.to_string()])?;
        while let Some(row) = rows.next()? {
            each(
                row.get(0)?,
                &row.get::<_, String>(1)?,
                &row.get::<_, String>(2)?,
            )?;
        }
        Ok(())
    }

    /// The rows of MagicStarSolutions as they are, by number.
    pub(crate) fn raw_solutions(
        &self,
        star: Star,
        mut each: impl FnMut(RawSolution<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.file.connection().prepare(
            "select number, iteration, cells, basic_number, symmetry
               from MagicStarSolutions where star = ?1 order by number",
        )?;
        let mut rows = statement.query([star.to_string()])?;
        while let Some(row) = rows.next()? {
            let text = |column| row.get::<_, String>(column);
            each(RawSolution {
                number: row.get(0)?,
                iteration: &text(1)?,
                cells: &text(2)?,
                basic_number: row.get(3)?,
                symmetry: &text(4)?,
            })?;
        }
        Ok(())
    }

    /// How far the exploration of a star is, if it was begun.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read or makes no sense.
    pub(crate) fn star(&self, star: Star) -> Result<Option<StoredStar>> {
        let row = self
            .file
            .connection()
            .prepare_cached(
                "select search_version, parts, frontier, nb_basic, nb_stored, seconds,
                        explored_at is not null, nb_solutions, first_iteration, last_iteration
                   from MagicStars where star = :star",
            )?
            .query_row(named_params! { ":star": star.to_string() }, |row| {
                Ok(read_star(row, star))
            })
            .optional()?;
        row.transpose()
    }

    /// Is all found and numbered? A database of an older schema, opened to be
    /// read only, may not know stars yet.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read or makes no sense.
    pub(crate) fn is_explored(&self, star: Star) -> Result<bool> {
        let known = self
            .file
            .connection()
            .prepare_cached(
                "select 1 from sqlite_schema where type = 'table' and name = 'MagicStars'",
            )?
            .exists([])?;
        Ok(known
            && self
                .star(star)?
                .is_some_and(|stored| stored.explored.is_some()))
    }

    /// Begins the exploration of a star; whatever is stored of it is deleted.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
    pub(crate) fn begin(&mut self, star: Star, parts: u64) -> Result<()> {
        let transaction = self.file.write_long()?;
        for table in ["MagicStarSolutions", "MagicStarBasics", "MagicStars"] {
            transaction.execute(
                &format!("delete from {table} where star = :star"),
                named_params! { ":star": star.to_string() },
            )?;
        }
        transaction.execute(
            "insert into MagicStars (star, search_version, parts, begun_at)
                 values (:star, :search_version, :parts, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            named_params! {
                ":star": star.to_string(),
                ":search_version": SEARCH_VERSION,
                ":parts": parts as i64,
            },
        )?;
        transaction.commit()?;
        Ok(())
    }

    /// Commits what the parts `from..to` of the search have found, which took
    /// `time`; `before` basic solutions were stored until now.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Overtaken`] if somebody else has moved the
    /// frontier.
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
            return Err(Error::overtaken(star));
        }
        let rows: Vec<(i64, &Solution)> = (before as i64 + 1..).zip(basics).collect();
        INSERT_BASIC.insert(&transaction, &name, &rows, |row, (found, basic)| {
            row.bind(found)?;
            row.bind(basic.iteration().to_string())?;
            row.bind(text(basic))
        })?;
        Ok(transaction.commit()?)
    }

    /// Calls `visit` with the basic solutions of a star, in the order in
    /// which they were found.
    ///
    /// # Errors
    ///
    /// Where a row is not what this program writes, and what `visit` fails
    /// with.
    pub(crate) fn basics(
        &self,
        diagram: &Diagram,
        mut visit: impl FnMut(Solution) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.file.connection().prepare_cached(
            "select cells from MagicStarBasics where star = :star order by found",
        )?;
        let mut rows = statement.query(named_params! { ":star": diagram.star().to_string() })?;
        while let Some(row) = rows.next()? {
            visit(parse(
                row.get_ref(0)?.as_str().unwrap_or_default(),
                diagram,
            )?)?;
        }
        Ok(())
    }

    /// Adds solutions behind those that are stored.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Overtaken`] if somebody else has added some.
    pub(crate) fn commit_solutions(
        &mut self,
        star: Star,
        solutions: &[NumberedSolution],
    ) -> Result<()> {
        let (Some(first), Some(last)) = (solutions.first(), solutions.last()) else {
            return Ok(());
        };
        let transaction = self.file.write()?;
        let name = star.to_string();
        let moved = transaction.execute(
            "update MagicStars set nb_stored = :to
              where star = :star and nb_stored = :from
                and frontier = parts and explored_at is null",
            named_params! {
                ":star": name,
                ":from": first.number as i64 - 1,
                ":to": last.number as i64,
            },
        )?;
        if moved != 1 {
            return Err(Error::overtaken(star));
        }
        INSERT_SOLUTION.insert(&transaction, &name, solutions, |row, found| {
            row.bind(found.number as i64)?;
            row.bind(found.solution.iteration().to_string())?;
            row.bind(text(&found.solution))?;
            row.bind(found.basic_number as i64)?;
            row.bind(found.symmetry.to_string())
        })?;
        Ok(transaction.commit()?)
    }

    /// Marks a star as explored.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Overtaken`] if not all parts of its search are
    /// done.
    pub(crate) fn finish(&mut self, star: Star, explored: Explored) -> Result<()> {
        let transaction = self.file.write()?;
        let (first, last) = explored.iterations.unzip();
        let finished = transaction.execute(
            "update MagicStars
                set nb_solutions = :solutions, first_iteration = :first, last_iteration = :last,
                    explored_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
              where star = :star and frontier = parts",
            named_params! {
                ":star": star.to_string(),
                ":solutions": explored.solutions as i64,
                ":first": first.map(|iteration| iteration.to_string()),
                ":last": last.map(|iteration| iteration.to_string()),
            },
        )?;
        if finished != 1 {
            return Err(Error::overtaken(star));
        }
        Ok(transaction.commit()?)
    }

    /// The stored solution with a number.
    ///
    /// # Errors
    ///
    /// Where the row is missing or not what this program writes.
    pub(crate) fn solution(&self, diagram: &Diagram, number: u64) -> Result<NumberedSolution> {
        let star = diagram.star();
        let row = self
            .file
            .connection()
            .prepare_cached(
                "select cells, basic_number, symmetry from MagicStarSolutions
                  where star = :star and number = :number",
            )?
            .query_row(
                named_params! { ":star": star.to_string(), ":number": number as i64 },
                |row| {
                    Ok((
                        row.get::<_, String>(0)?,
                        row.get::<_, i64>(1)?,
                        row.get::<_, String>(2)?,
                    ))
                },
            )
            .optional()?;
        let (cells, basic_number, symmetry) =
            row.ok_or_else(|| damaged(star, format!("solution {number} is missing")))?;
        let symmetry = Group::names(diagram)
            .find(|name| name.to_string() == symmetry)
            .ok_or_else(|| {
                let symmetry = shortened(&symmetry);
                damaged(star, format!("there is no symmetry `{symmetry}`"))
            })?;
        Ok(NumberedSolution {
            number,
            solution: parse(&cells, diagram)?,
            basic_number: count(basic_number, star)?,
            symmetry,
        })
    }
}

fn read_star(row: &Row, star: Star) -> Result<StoredStar> {
    let whole = |column: usize| count(row.get(column)?, star);
    let iteration = |column: usize| -> Result<Option<u128>> {
        let text: Option<String> = row.get(column)?;
        text.map(|text| {
            text.parse()
                .map_err(|_| damaged(star, format!("`{}` is no iteration", shortened(&text))))
        })
        .transpose()
    };
    let explored = if row.get(6)? {
        Some(Explored {
            solutions: whole(7)?,
            iterations: iteration(8)?.zip(iteration(9)?),
        })
    } else {
        None
    };
    let stored = StoredStar {
        search_version: row.get(0)?,
        parts: whole(1)?,
        frontier: whole(2)?,
        basic: whole(3)?,
        stored: whole(4)?,
        time: Duration::try_from_secs_f64(row.get(5)?)
            .map_err(|_| damaged(star, "the time of its search cannot be"))?,
        explored,
    };
    if stored.frontier > stored.parts {
        return Err(damaged(star, "its frontier lies beyond its end"));
    }
    // 2n images each, as many as there are cells.
    let solutions = stored
        .basic
        .checked_mul(star.cells() as u64)
        .filter(|&solutions| i64::try_from(solutions).is_ok());
    if solutions.is_none_or(|solutions| stored.stored > solutions) {
        return Err(damaged(star, "it cannot have so many solutions"));
    }
    if let Some(explored) = stored.explored {
        let consistent = stored.frontier == stored.parts
            && Some(explored.solutions) == solutions
            && explored.iterations.is_some() == (explored.solutions > 0)
            && (stored.stored == 0 || stored.stored == explored.solutions);
        if !consistent {
            return Err(damaged(star, "its counts contradict each other"));
        }
    }
    Ok(stored)
}
