//! Solutions, and exhaustive searches under way.
//!
//! A solution is stored once, whoever finds it how often. What an exhaustive
//! search finds is committed together with where its workers are then; a
//! commit checks that they were where they had been left, so that two programs
//! cannot go on with one search.

use kit::database::Database;
use kit::terminal::shortened;
use kit::verify::has_table;
use rusqlite::{OptionalExtension, Row, named_params, params};

use crate::error::{Error, Result};
use crate::rules::{Kind, Solution, Tiles};
use crate::search::{Cursor, Found};

/// A solution with what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredSolution {
    /// Its number in the order in which solutions were found.
    pub number: u64,
    /// The solution, and what it took to find it.
    pub found: Found,
    /// What symmetry it has.
    pub symmetry: Kind,
    /// The seed of the search that found it.
    pub seed: u64,
}

/// Which of the stored solutions are wanted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Wanted {
    /// Those with so many groups.
    pub groups: Option<u64>,
    /// Those with this symmetry and no other.
    pub symmetry: Option<Kind>,
    /// Those with any symmetry.
    pub symmetric: bool,
    /// Those with these numbers, or all where there is none.
    pub numbers: Vec<u64>,
    /// At most so many.
    pub most: Option<u64>,
}

/// How many solutions of a kind are stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stock {
    /// Their number of groups.
    pub groups: u64,
    /// Their symmetry.
    pub symmetry: Kind,
    /// How many they are.
    pub solutions: u64,
}

/// What tells exhaustive searches apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SearchKey {
    /// What is searched with.
    pub tiles: Tiles,
    /// The settings.
    pub search: String,
    /// Are the solutions stored, or only counted?
    pub counting: bool,
    /// The seed.
    pub seed: u64,
}

impl SearchKey {
    fn purpose(&self) -> &'static str {
        if self.counting { "count" } else { "solutions" }
    }
}

const INSERT: &str = "insert or ignore into LabyrinthSolutions
    (solution, tiles, nb_groups, nb_holes, symmetry, steps, restarts, seed, search)
    values (:solution, :tiles, :groups, :holes, :symmetry, :steps, :restarts, :seed, :search)";

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
    /// Stores solutions that are not stored yet, and tells how many those
    /// were.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
    pub(crate) fn add(&mut self, found: &[Found], seed: u64, search: &str) -> Result<u64> {
        let transaction = self.file.write()?;
        let added = insert(&transaction, found, seed, search)?;
        transaction.commit()?;
        Ok(added)
    }

    /// How many solutions are stored, by groups and symmetry.
    ///
    /// # Errors
    ///
    /// [`Error::DamagedSolution`] where a row says what cannot be.
    pub(crate) fn stock(&self, tiles: Tiles) -> Result<Vec<Stock>> {
        let sql = "select nb_groups, symmetry, count(*), min(number) from LabyrinthSolutions
            where tiles = ?1 group by nb_groups, symmetry order by nb_groups, symmetry";
        let mut statement = self.file.connection().prepare(sql)?;
        let mut rows = statement.query([tiles.name()])?;
        let mut stock = Vec::new();
        while let Some(row) = rows.next()? {
            let number = row.get(3)?;
            let (groups, symmetry): (i64, String) = (row.get(0)?, row.get(1)?);
            let damaged = |name: &str, said: &str| Error::DamagedSolution {
                number,
                what: format!("{name} is {:?}", shortened(said)),
            };
            let kind: Option<Kind> = symmetry.parse().ok();
            stock.push(Stock {
                groups: u64::try_from(groups)
                    .map_err(|_| damaged("nb_groups", &groups.to_string()))?,
                symmetry: kind
                    .filter(|kind| kind.to_string() == symmetry)
                    .ok_or_else(|| damaged("symmetry", &symmetry))?,
                solutions: row.get::<_, i64>(2)? as u64,
            });
        }
        Ok(stock)
    }

    /// The database.
    pub(crate) fn file_mut(&mut self) -> &mut Database {
        &mut self.file
    }

    /// Looks at all stored solutions in the order of their numbers: number, the tiles as they
    /// are written, the text, how it was searched for, and what is wrong with it otherwise.
    pub(crate) fn raw_solutions(
        &self,
        mut each: impl FnMut(i64, &str, &str, &str, Result<StoredSolution>) -> Result<()>,
    ) -> Result<()> {
        if !has_table(self.file.connection(), "LabyrinthSolutions")? {
            return Ok(());
        }
        let mut statement = self.file.connection().prepare(
            "select number, solution, steps, restarts, seed, nb_groups, nb_holes, symmetry,
                    tiles, search
               from LabyrinthSolutions order by number",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (tiles, search): (String, String) = (row.get(8)?, row.get(9)?);
            let raw = read(row)?;
            let (number, text) = (raw.number, raw.text.clone());
            let known = [Tiles::Hexagons, Tiles::Squares]
                .into_iter()
                .find(|t| t.name() == tiles);
            let parsed = match known {
                Some(known) => raw.parse(known),
                None => {
                    let what = "its tiles are none".to_owned();
                    Err(Error::DamagedSolution { number, what })
                }
            };
            each(number, &tiles, &text, &search, parsed)?;
        }
        Ok(())
    }

    /// The rows of LabyrinthSearches as they are, workers of a search together.
    pub(crate) fn raw_searches(&self) -> Result<Vec<RawSearch>> {
        if !has_table(self.file.connection(), "LabyrinthSearches")? {
            return Ok(Vec::new());
        }
        let mut statement = self.file.connection().prepare(
            "select tiles, search, purpose, seed, workers, worker, parts, path, steps, solutions,
                    finished
               from LabyrinthSearches
              order by tiles, search, purpose, seed, workers, worker",
        )?;
        let mut rows = statement.query([])?;
        let mut searches = Vec::new();
        while let Some(row) = rows.next()? {
            let path: Option<String> = row.get(7)?;
            let cursor = || {
                Ok(Cursor {
                    parts: natural(row, 6)? as usize,
                    path: path.as_deref().map(parse_path).transpose()?,
                    steps: natural(row, 8)?,
                    solutions: natural(row, 9)?,
                })
            };
            searches.push(RawSearch {
                tiles: row.get(0)?,
                search: row.get(1)?,
                purpose: row.get(2)?,
                seed: row.get(3)?,
                workers: row.get(4)?,
                worker: row.get(5)?,
                cursor: cursor().map_err(|error: Error| error.to_string()),
                finished: row.get(10)?,
            });
        }
        Ok(searches)
    }

    /// Gives the stored solutions that are wanted, in the order of their
    /// numbers.
    ///
    /// # Errors
    ///
    /// What `each` fails with; [`Error::NoSolution`] where a number is not there;
    /// [`Error::DamagedSolution`] where a row is no solution, or another one than
    /// it says.
    pub(crate) fn solutions(
        &self,
        tiles: Tiles,
        wanted: &Wanted,
        mut each: impl FnMut(StoredSolution) -> Result<()>,
    ) -> Result<()> {
        const COLUMNS: &str = "select number, solution, steps, restarts, seed,
            nb_groups, nb_holes, symmetry from LabyrinthSolutions";
        if !wanted.numbers.is_empty() {
            let sql = format!("{COLUMNS} where number = ?1 and tiles = ?2");
            let mut statement = self.file.connection().prepare(&sql)?;
            for &number in &wanted.numbers {
                let row = match i64::try_from(number) {
                    Ok(number) => statement
                        .query_row(params![number, tiles.name()], read)
                        .optional()?,
                    Err(_) => None,
                };
                let row = row.ok_or(Error::NoSolution { tiles, number })?;
                each(row.parse(tiles)?)?;
            }
            return Ok(());
        }
        let sql = format!(
            "{COLUMNS} where tiles = :tiles
                and (:groups is null or nb_groups = :groups)
                and (:symmetry is null or symmetry = :symmetry)
                and (:symmetric = 0 or symmetry <> 'none')
                order by number limit :most"
        );
        let mut statement = self.file.connection().prepare(&sql)?;
        let mut rows = statement.query(named_params! {
            ":tiles": tiles.name(),
            ":groups": wanted.groups.map(|groups| groups as i64),
            ":symmetry": wanted.symmetry.map(|kind| kind.to_string()),
            ":symmetric": wanted.symmetric,
            ":most": wanted.most.map_or(-1, |most| most as i64),
        })?;
        while let Some(row) = rows.next()? {
            each(read(row)?.parse(tiles)?)?;
        }
        Ok(())
    }

    /// Where the workers of a search are, if it has been begun with so many.
    ///
    /// # Errors
    ///
    /// [`Error::DamagedSearch`] where a worker is missing, its path is none or
    /// a number is negative.
    pub(crate) fn search(
        &self,
        key: &SearchKey,
        workers: usize,
    ) -> Result<Option<(Vec<Cursor>, bool)>> {
        let sql = "select parts, path, steps, solutions, finished from LabyrinthSearches
            where tiles = :tiles and search = :search and purpose = :purpose
            and seed = :seed and workers = :workers order by worker";
        let mut statement = self.file.connection().prepare(sql)?;
        let mut rows = statement.query(named_params! {
            ":tiles": key.tiles.name(),
            ":search": key.search,
            ":purpose": key.purpose(),
            ":seed": key.seed as i64,
            ":workers": workers as i64,
        })?;
        let mut cursors = Vec::new();
        let mut finished = true;
        while let Some(row) = rows.next()? {
            let path: Option<String> = row.get(1)?;
            cursors.push(Cursor {
                parts: natural(row, 0)? as usize,
                path: path.map(|path| parse_path(&path)).transpose()?,
                steps: natural(row, 2)?,
                solutions: natural(row, 3)?,
            });
            finished &= row.get::<_, bool>(4)?;
        }
        match cursors.len() {
            0 => Ok(None),
            found if found == workers => Ok(Some((cursors, finished))),
            found => Err(Error::DamagedSearch(format!(
                "of {workers} workers it has {found}"
            ))),
        }
    }

    /// The numbers of workers that a search has been begun with.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read.
    pub(crate) fn searches(&self, key: &SearchKey) -> Result<Vec<u64>> {
        let sql = "select distinct workers from LabyrinthSearches
            where tiles = ?1 and search = ?2 and purpose = ?3 and seed = ?4 order by workers";
        let mut statement = self.file.connection().prepare(sql)?;
        let key = params![key.tiles.name(), key.search, key.purpose(), key.seed as i64];
        let mut rows = statement.query(key)?;
        let mut workers = Vec::new();
        while let Some(row) = rows.next()? {
            workers.push(natural(row, 0)?);
        }
        Ok(workers)
    }

    /// Commits what an exhaustive search has found since its workers were at
    /// `before`, and where they are now. Tells how many solutions are new.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Overtaken`] where they are not there any more.
    pub(crate) fn save_search(
        &mut self,
        key: &SearchKey,
        before: Option<&[Cursor]>,
        now: &[Cursor],
        finished: bool,
        found: &[Found],
    ) -> Result<u64> {
        let transaction = self.file.write()?;
        let sql = match before {
            None => {
                "insert or ignore into LabyrinthSearches
                (tiles, search, purpose, seed, workers, worker, parts, path, steps, solutions, finished)
                values (:tiles, :search, :purpose, :seed, :workers, :worker,
                    :parts, :path, :steps, :solutions, :finished)
                returning :before"
            }
            Some(_) => {
                "update LabyrinthSearches
                set parts = :parts, path = :path, steps = :steps, solutions = :solutions,
                    finished = :finished
                where tiles = :tiles and search = :search and purpose = :purpose and seed = :seed
                and workers = :workers and worker = :worker and steps = :before
                returning :before"
            }
        };
        {
            let mut statement = transaction.prepare(sql)?;
            for (worker, cursor) in now.iter().enumerate() {
                let steps_before = before.and_then(|before| before.get(worker));
                let written = statement
                    .query_row(
                        named_params! {
                            ":tiles": key.tiles.name(),
                            ":search": key.search,
                            ":purpose": key.purpose(),
                            ":seed": key.seed as i64,
                            ":workers": now.len() as i64,
                            ":worker": worker as i64,
                            ":parts": cursor.parts as i64,
                            ":path": cursor.path.as_deref().map(path_text),
                            ":steps": cursor.steps as i64,
                            ":solutions": cursor.solutions as i64,
                            ":finished": finished,
                            ":before": steps_before.map_or(0, |cursor| cursor.steps as i64),
                        },
                        |_| Ok(()),
                    )
                    .optional()?;
                if written.is_none() {
                    return Err(kit::Error::Overtaken(
                        "goes on with this search in the same database".to_owned(),
                    )
                    .into());
                }
            }
        }
        let added = insert(&transaction, found, key.seed, &key.search)?;
        transaction.commit()?;
        Ok(added)
    }
}

fn insert(
    transaction: &rusqlite::Connection,
    found: &[Found],
    seed: u64,
    search: &str,
) -> Result<u64> {
    let mut statement = transaction.prepare_cached(INSERT)?;
    let mut added = 0;
    for Found {
        solution,
        steps,
        restarts,
    } in found
    {
        added += statement.execute(named_params! {
            ":solution": solution.to_string(),
            ":tiles": solution.tiles().name(),
            ":groups": solution.groups().len() as i64,
            ":holes": solution.holes() as i64,
            ":symmetry": solution.symmetry().to_string(),
            ":steps": *steps as i64,
            ":restarts": *restarts as i64,
            ":seed": seed as i64,
            ":search": search,
        })?;
    }
    Ok(added as u64)
}

/// A row as it is.
struct RawSolution {
    number: i64,
    text: String,
    steps: i64,
    restarts: i64,
    seed: i64,
    groups: i64,
    holes: i64,
    symmetry: String,
}

fn read(row: &Row<'_>) -> rusqlite::Result<RawSolution> {
    Ok(RawSolution {
        number: row.get(0)?,
        text: row.get(1)?,
        steps: row.get(2)?,
        restarts: row.get(3)?,
        seed: row.get(4)?,
        groups: row.get(5)?,
        holes: row.get(6)?,
        symmetry: row.get(7)?,
    })
}

impl RawSolution {
    fn parse(self, tiles: Tiles) -> Result<StoredSolution> {
        let number = self.number;
        let damaged = |what: String| Error::DamagedSolution { number, what };
        let natural = |name: &str, value: i64| {
            u64::try_from(value).map_err(|_| damaged(format!("{name} is {value}")))
        };
        let solution = Solution::parse(tiles, &self.text).map_err(|e| damaged(e.to_string()))?;
        // What the other columns say is told without looking at the solution.
        let groups = solution.groups().len();
        let (holes, symmetry) = (solution.holes(), solution.symmetry());
        for (name, said, is) in [
            ("nb_groups", self.groups.to_string(), groups.to_string()),
            ("nb_holes", self.holes.to_string(), holes.to_string()),
            ("symmetry", self.symmetry, symmetry.to_string()),
        ] {
            if said != is {
                let said = shortened(&said);
                return Err(damaged(format!("{name} is {said:?}, but should be {is:?}")));
            }
        }
        Ok(StoredSolution {
            number: natural("number", number)?,
            found: Found {
                solution,
                steps: natural("steps", self.steps)?,
                restarts: natural("restarts", self.restarts)?,
            },
            symmetry,
            seed: natural("seed", self.seed)?,
        })
    }
}

/// A row of LabyrinthSearches as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawSearch {
    pub tiles: String,
    pub search: String,
    pub purpose: String,
    pub seed: i64,
    pub workers: i64,
    pub worker: i64,
    pub cursor: Result<Cursor, String>,
    pub finished: i64,
}

fn path_text(path: &[u8]) -> String {
    path.iter().map(|piece| format!("{piece:02o}")).collect()
}

/// A number of a search, which is never negative, nor so big that the sum over
/// all workers could not be told.
fn natural(row: &Row<'_>, column: usize) -> Result<u64> {
    const MOST: u64 = 1 << 53;
    let number: i64 = row.get(column)?;
    u64::try_from(number)
        .ok()
        .filter(|&number| number <= MOST)
        .ok_or_else(|| Error::DamagedSearch(format!("{number} is no number of anything")))
}

fn parse_path(text: &str) -> Result<Vec<u8>> {
    let damaged = || Error::DamagedSearch(format!("{:?} is no path", shortened(text)));
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return Err(damaged());
    }
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 8).map_err(|_| damaged()))
        .collect()
}
