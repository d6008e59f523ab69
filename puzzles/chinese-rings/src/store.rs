//! The tables ChineseRings and ChineseRingsStates.
//!
//! A batch's rows and the cursor behind them are committed together, so after
//! any commit all states up to a distance are stored, and the cursor says
//! where to go on.

use std::sync::LazyLock;

use kit::database::{BulkInsert, Database, Writing};
use kit::verify::{self, Owned, has_table};
use kit::{Error, Result};
use rusqlite::{Connection, OptionalExtension, named_params};

use crate::rules::Rings;
use crate::search::{Exploration, Found};

/// How far the exploration of the states of so many rings is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StoredRings {
    /// How many states are stored; their distances are below this.
    pub stored: u64,
    /// What is found next; `None` if all is stored.
    pub cursor: Option<Found>,
}

/// What the stored states say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Summary {
    /// How many states there are.
    pub states: u64,
    /// How many legal moves between two of them, either way being the same.
    pub moves: u64,
    /// How far the start is from the goal.
    pub start_distance: u64,
    /// The state that is farthest from the goal.
    pub farthest_state: u64,
    /// How far it is.
    pub farthest_distance: u64,
}

/// A row of ChineseRings as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawRings {
    pub rings: i64,
    pub states: i64,
    pub stored: i64,
    /// State and hook.
    pub cursor: (Option<i64>, Option<i64>),
    pub explored_at: Option<String>,
}

/// A transaction that adds states and moves the cursor.
pub(crate) struct Batch<'store> {
    transaction: Writing<'store>,
    rings: Rings,
    stored: u64,
}

static INSERT: LazyLock<BulkInsert> = LazyLock::new(|| {
    BulkInsert::new(
        "ChineseRingsStates",
        &["rings", "state", "next_hook", "distance"],
    )
});

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
    /// How far the exploration of so many rings is; it is begun if it has not
    /// been.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read or written, or makes no sense.
    pub(crate) fn begin(&mut self, rings: Rings) -> Result<StoredRings> {
        if let Some(stored) = find(self.file.connection(), rings)? {
            return Ok(stored);
        }
        let transaction = self.file.write()?;
        let cursor = Exploration::new(rings.count()).cursor();
        transaction.execute(
            "insert into ChineseRings (rings, nb_states, cursor_state, cursor_hook)
             values (:rings, :states, :state, :hook) on conflict do nothing",
            named_params! {
                ":rings": rings.count(),
                ":states": 1u32 << rings.count(),
                ":state": cursor.map(|found| found.state),
                ":hook": cursor.and_then(|found| found.next_hook),
            },
        )?;
        let begun = find(&transaction, rings)?;
        transaction.commit()?;
        begun.ok_or_else(|| Error::Damaged(format!("the row of {rings} is gone")))
    }

    /// Begins a batch of an exploration that had stored so many states when it
    /// was last looked at.
    ///
    /// # Errors
    ///
    /// [`Error::Overtaken`] if there are more by now.
    pub(crate) fn begin_batch(&mut self, rings: Rings, stored: u64) -> Result<Batch<'_>> {
        let transaction = self.file.write()?;
        match find(&transaction, rings)? {
            Some(found) if found.stored == stored => Ok(Batch {
                transaction,
                rings,
                stored,
            }),
            _ => Err(Error::Overtaken(format!(
                "explores {rings} in the same database"
            ))),
        }
    }

    /// The database.
    pub(crate) fn file_mut(&mut self) -> &mut Database {
        &mut self.file
    }

    /// How many states are said to be stored.
    pub(crate) fn rows_said(&self) -> Result<u64> {
        let sql = "select coalesce(sum(nb_stored), 0) from ChineseRings";
        let rows: i64 = self
            .file
            .connection()
            .query_row(sql, [], |row| row.get(0))?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }

    /// Has every row an owner?
    pub(crate) fn strays(&self) -> Result<verify::Found> {
        let owned = Owned {
            table: "ChineseRingsStates",
            owner: "ChineseRings",
            by: &["rings"],
        };
        verify::strays(self.file.connection(), &[owned])
    }

    /// The rows of ChineseRings as they are.
    pub(crate) fn raw_rings(&self) -> Result<Vec<RawRings>> {
        if !has_table(self.file.connection(), "ChineseRings")? {
            return Ok(Vec::new());
        }
        let mut statement = self.file.connection().prepare(
            "select rings, nb_states, nb_stored, cursor_state, cursor_hook, explored_at
               from ChineseRings order by rings",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(RawRings {
                rings: row.get(0)?,
                states: row.get(1)?,
                stored: row.get(2)?,
                cursor: (row.get(3)?, row.get(4)?),
                explored_at: row.get(5)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The rows of ChineseRingsStates as they are, by distance: state, next hook and
    /// distance.
    pub(crate) fn raw_states(
        &self,
        rings: i64,
        mut each: impl FnMut(i64, Option<i64>, i64) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.file.connection().prepare(
            "select state, next_hook, distance from ChineseRingsStates
              where rings = ?1 order by distance",
        )?;
        let mut rows = statement.query([rings])?;
        while let Some(row) = rows.next()? {
            each(row.get(0)?, row.get(1)?, row.get(2)?)?;
        }
        Ok(())
    }

    /// What the states of a finished exploration say.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if they are not all there.
    pub(crate) fn summary(&mut self, rings: Rings) -> Result<Summary> {
        let found = self
            .file
            .connection()
            .query_row(
                "select count(*), count(next_hook), max(distance),
                            (select state from ChineseRingsStates
                              where rings = :rings order by distance desc limit 1),
                            (select distance from ChineseRingsStates
                              where rings = :rings and state = 0)
                       from ChineseRingsStates where rings = :rings",
                named_params! { ":rings": rings.count() },
                |row| {
                    Ok((
                        row.get::<_, i64>(0)?,
                        row.get::<_, i64>(1)?,
                        row.get::<_, Option<i64>>(2)?,
                        row.get::<_, Option<i64>>(3)?,
                        row.get::<_, Option<i64>>(4)?,
                    ))
                },
            )
            .optional()?;
        match found {
            Some((states, moves, Some(farthest), Some(state), Some(start)))
                if states == 1 << rings.count()
                    && [farthest, state, start]
                        .iter()
                        .all(|&n| (0..states).contains(&n)) =>
            {
                let number = |value: i64| {
                    u64::try_from(value).map_err(|_| {
                        Error::Damaged(format!("a state of {rings} has the number {value}"))
                    })
                };
                Ok(Summary {
                    states: number(states)?,
                    moves: number(moves)?,
                    start_distance: number(start)?,
                    farthest_state: number(state)?,
                    farthest_distance: number(farthest)?,
                })
            }
            _ => Err(Error::Damaged(format!(
                "not all states of {rings} are there, or some that cannot be"
            ))),
        }
    }
}

impl Batch<'_> {
    /// Adds states, in the order in which they are found.
    ///
    /// # Errors
    ///
    /// Where SQLite does not take them; the batch is lost then.
    pub(crate) fn insert(&mut self, found: &[Found]) -> Result<()> {
        INSERT.insert(
            &self.transaction,
            &self.rings.count(),
            found,
            |row, found| {
                row.bind(found.state)?;
                row.bind(found.next_hook)?;
                row.bind(found.distance)
            },
        )?;
        self.stored += found.len() as u64;
        Ok(())
    }

    /// Commits the states together with the cursor behind them, and returns
    /// how many states are stored by now.
    ///
    /// # Errors
    ///
    /// Where SQLite cannot commit; the batch is lost then.
    pub(crate) fn commit(self, cursor: Option<Found>) -> Result<u64> {
        self.transaction.execute(
            "update ChineseRings
                set nb_stored = :stored, cursor_state = :state, cursor_hook = :hook,
                    explored_at = case when :state is null
                                       then strftime('%Y-%m-%dT%H:%M:%SZ', 'now') end
              where rings = :rings",
            named_params! {
                ":rings": self.rings.count(),
                ":stored": self.stored as i64,
                ":state": cursor.map(|found| found.state),
                ":hook": cursor.and_then(|found| found.next_hook),
            },
        )?;
        self.transaction.commit()?;
        Ok(self.stored)
    }
}

/// The row of so many rings, if there is one. Others may have changed the
/// file, so nothing in it is taken on trust.
fn find(connection: &Connection, rings: Rings) -> Result<Option<StoredRings>> {
    let found = connection
        .prepare_cached(
            "select nb_stored, cursor_state, cursor_hook from ChineseRings where rings = :rings",
        )?
        .query_row(named_params! { ":rings": rings.count() }, |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, Option<i64>>(1)?,
                row.get::<_, Option<i64>>(2)?,
            ))
        })
        .optional()?;
    let Some((stored, state, hook)) = found else {
        return Ok(None);
    };
    let damaged = || Error::Damaged(format!("the row of {rings} makes no sense"));
    let number = |value: i64, most: u32| {
        let value = u32::try_from(value).ok();
        value.filter(|&value| value <= most).ok_or_else(damaged)
    };
    let states = 1 << rings.count();
    let stored = number(stored, states)?;
    let cursor = match state {
        Some(state) => Some(Found {
            state: number(state, states - 1)?,
            next_hook: hook.map(|hook| number(hook, rings.count())).transpose()?,
            distance: stored,
        }),
        None => None,
    };
    // Only at the end is there nothing left to be stored.
    let makes_sense = match cursor {
        Some(found) => stored < states && found.makes_sense(rings.count()),
        None => stored == states,
    };
    if !makes_sense {
        return Err(damaged());
    }
    Ok(Some(StoredRings {
        stored: u64::from(stored),
        cursor,
    }))
}
