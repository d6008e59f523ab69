//! Solutions, each stored once, however often it is found, and where searches ended.

use kit::database::Database;
use kit::terminal::shortened;
use kit::verify::has_table;
use kit::{Error, Result};
use rusqlite::{OptionalExtension, Row, named_params};

use crate::rules::{Solution, Tiles};
use crate::search::{Cursor, Found};

/// A search by its seed and its settings, in words.
pub(crate) type By<'a> = (u64, &'a str);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredSolution {
    /// Its number in the order in which solutions were found.
    pub(crate) number: i64,
    pub(crate) found: Found,
    pub(crate) seed: u64,
}

#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) file: Database,
}

impl Store {
    /// Stores solutions, and where their search is now. Returns the number of new solutions.
    pub(crate) fn add(
        &mut self,
        found: &[Found],
        (seed, search): By<'_>,
        at: &Cursor,
    ) -> Result<u64> {
        let transaction = self.file.write()?;
        let mut added = 0;
        for found in found {
            let solution = &found.solution;
            let sql = "insert or ignore into LabyrinthSolutions
                (solution, tiles, nb_groups, nb_holes, steps, restarts, seed, search)
                values (:solution, :tiles, :groups, :holes, :steps, :restarts, :seed, :search)";
            added += transaction.prepare_cached(sql)?.execute(named_params! {
                ":solution": solution.to_string(),
                ":tiles": solution.tiles().name(),
                ":groups": solution.groups().len() as i64,
                ":holes": solution.holes() as i64,
                ":steps": found.steps as i64,
                ":restarts": found.restarts as i64,
                ":seed": seed as i64,
                ":search": search,
            })?;
        }
        let path: String = at.path.iter().map(|doors| format!("{doors:02o}")).collect();
        transaction.execute(
            "insert or replace into LabyrinthSearches (search, seed, run, steps, path)
             values (?1, ?2, ?3, ?4, ?5)",
            (search, seed as i64, at.run as i64, at.steps as i64, path),
        )?;
        transaction.commit()?;
        Ok(added as u64)
    }

    pub(crate) fn cursor(&self, (seed, search): By<'_>) -> Result<Option<Cursor>> {
        let sql = "select run, steps, path from LabyrinthSearches where search = ?1 and seed = ?2";
        let connection = self.file.connection();
        let row = connection.query_row(sql, (search, seed as i64), |row| row.try_into());
        let damaged = || Error::Damaged("the place of a search is not one".to_owned());
        let row = row.optional()?;
        row.map(|row| cursor(row).ok_or_else(damaged)).transpose()
    }

    /// Passes stored solutions to `each`, in the order of their numbers: all of them, the one with
    /// a number, or those with a number of groups. `each` gets the number, and the solution if the
    /// row holds one that its columns describe correctly. It returns whether it wants more.
    pub(crate) fn solutions(
        &self,
        number: Option<u64>,
        groups: Option<u64>,
        mut each: impl FnMut(i64, Result<StoredSolution>) -> Result<bool>,
    ) -> Result<()> {
        if !has_table(self.file.connection(), "LabyrinthSolutions")? {
            return Ok(());
        }
        let mut statement = self.file.connection().prepare(
            "select number, solution, tiles, nb_groups, nb_holes, search, steps, restarts, seed
               from LabyrinthSolutions
              where (?1 is null or number = ?1) and (?2 is null or nb_groups = ?2)
              order by number",
        )?;
        let wanted = [number, groups].map(|wanted| wanted.map(|wanted| wanted as i64));
        let mut rows = statement.query(wanted)?;
        while let Some(row) = rows.next()? {
            if !each(row.get(0)?, parse(row))? {
                break;
            }
        }
        Ok(())
    }
}

/// The place of a search, from the columns of a row.
fn cursor((run, steps, path): (i64, i64, String)) -> Option<Cursor> {
    let doors = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok();
        u8::from_str_radix(digits.filter(|digits| digits.len() == 2)?, 8).ok()
    };
    Some(Cursor {
        run: run.try_into().ok()?,
        steps: steps.try_into().ok()?,
        path: path
            .as_bytes()
            .chunks(2)
            .map(doors)
            .collect::<Option<_>>()?,
    })
}

fn parse(row: &Row<'_>) -> Result<StoredSolution> {
    let number: i64 = row.get(0)?;
    let (text, tiles, search): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(5)?);
    let solution = Solution::parse(Tiles::Hexagons, &text)
        .map_err(|error| Error::Damaged(format!("solution {number}: {error}")))?;
    let (groups, holes): (i64, i64) = (row.get(3)?, row.get(4)?);
    let [right_groups, right_holes] =
        [solution.groups().len(), solution.holes()].map(|count| count.to_string());
    // Queries use the other columns without the solution, so these must be right.
    for (name, said, right) in [
        ("tiles", tiles, solution.tiles().name().to_owned()),
        ("solution", text, solution.to_string()),
        ("nb_groups", groups.to_string(), right_groups),
        ("nb_holes", holes.to_string(), right_holes),
    ] {
        if said != right {
            return Err(damaged(number, name, said));
        }
    }
    if search.is_empty() {
        return Err(damaged(number, "search", search));
    }
    let natural = |name: &str, column: usize| {
        let value: i64 = row.get(column)?;
        u64::try_from(value).map_err(|_| damaged(number, name, value))
    };
    natural("number", 0)?;
    Ok(StoredSolution {
        number,
        found: Found {
            solution,
            steps: natural("steps", 6)?,
            restarts: natural("restarts", 7)?,
        },
        seed: natural("seed", 8)?,
    })
}

fn damaged(number: i64, column: &str, said: impl ToString) -> Error {
    let said = shortened(&said.to_string());
    let what = format!("solution {number}: {column} is {said:?}, which is wrong");
    Error::Damaged(what)
}
