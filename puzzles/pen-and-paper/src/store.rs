//! The tables PenAndPaperTours, PenAndPaperCounts and PenAndPaperUnits.

use std::time::Duration;

use kit::database::Database;
use kit::verify::{Found, Owned, has_table, strays};
use rusqlite::{Connection, OptionalExtension, named_params};

use crate::count::{Kind, Plan, UNITS_VERSION};
use crate::cycle::Cycle;
use crate::error::{Error, Result};
use crate::rules::Board;
use crate::search::{Method, Ties};

/// The most cells of a grid whose circular tours are kept. Bigger ones are
/// built as fast as they could be read.
pub(crate) const MOST_CELLS_KEPT: usize = 1 << 16;

/// A circular tour that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// The tour, without its beginning.
    pub cycle: Cycle,
    /// The name of the method by which it was found first.
    pub method: &'static str,
}

/// Which of several kept tours is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    /// The one that was found first with this seed, if there is one.
    pub seed: u64,
    /// Else the one with this number in the order of their jumps, modulo how
    /// many there are.
    pub number: u64,
}

/// A unit that has been counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CountedUnit {
    /// Its index in the plan.
    pub unit: usize,
    /// How many ways it has.
    pub ways: u64,
    /// How long that took.
    pub time: Duration,
}

/// A row of PenAndPaperTours as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RawTour<'a> {
    pub rows: i64,
    pub columns: i64,
    pub jumps: &'a str,
    pub method: &'a str,
    pub seed: i64,
    pub found_at: &'a str,
}

/// A row of PenAndPaperCounts as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawCount {
    pub rows: i64,
    pub columns: i64,
    pub ways: String,
    pub units_version: i64,
    pub units: i64,
    pub begun_at: String,
    pub finished_at: Option<String>,
}

/// A row of PenAndPaperUnits as it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RawUnit {
    pub unit: i64,
    pub symmetry: Option<String>,
    pub weight: i64,
    pub ways: i64,
    pub seconds: f64,
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

    /// Has every row an owner?
    pub(crate) fn strays(&self) -> Result<Found> {
        let owned = Owned {
            table: "PenAndPaperUnits",
            owner: "PenAndPaperCounts",
            by: &["rows", "columns", "ways"],
        };
        Ok(strays(self.file.connection(), &[owned])?)
    }

    /// The rows of PenAndPaperTours as they are.
    pub(crate) fn raw_tours(&self, mut each: impl FnMut(RawTour<'_>) -> Result<()>) -> Result<()> {
        if !has_table(self.file.connection(), "PenAndPaperTours")? {
            return Ok(());
        }
        let mut statement = self.file.connection().prepare(
            "select rows, columns, jumps, method, seed, found_at from PenAndPaperTours
              order by rows, columns, jumps",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let text = |column| row.get::<_, String>(column);
            each(RawTour {
                rows: row.get(0)?,
                columns: row.get(1)?,
                jumps: &text(2)?,
                method: &text(3)?,
                seed: row.get(4)?,
                found_at: &text(5)?,
            })?;
        }
        Ok(())
    }

    /// The rows of PenAndPaperCounts as they are.
    pub(crate) fn raw_counts(&self) -> Result<Vec<RawCount>> {
        if !has_table(self.file.connection(), "PenAndPaperCounts")? {
            return Ok(Vec::new());
        }
        let mut statement = self.file.connection().prepare(
            "select rows, columns, ways, units_version, units, begun_at, finished_at
               from PenAndPaperCounts order by rows, columns, ways",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(RawCount {
                rows: row.get(0)?,
                columns: row.get(1)?,
                ways: row.get(2)?,
                units_version: row.get(3)?,
                units: row.get(4)?,
                begun_at: row.get(5)?,
                finished_at: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The units of a count as they are.
    pub(crate) fn raw_units(&self, count: &RawCount) -> Result<Vec<RawUnit>> {
        let mut statement = self.file.connection().prepare(
            "select unit, symmetry, weight, nb_ways, seconds from PenAndPaperUnits
              where rows = ?1 and columns = ?2 and ways = ?3 order by unit",
        )?;
        let rows = statement.query_map((count.rows, count.columns, &count.ways), |row| {
            Ok(RawUnit {
                unit: row.get(0)?,
                symmetry: row.get(1)?,
                weight: row.get(2)?,
                ways: row.get(3)?,
                seconds: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// A circular tour that was kept of a grid, or of the same grid transposed,
    /// and how many others were passed over because they are damaged.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read.
    pub(crate) fn kept_tour(&self, board: Board, wish: Wish) -> Result<(Option<Kept>, u64)> {
        let board = flat(board);
        // A database of an older schema, opened to be read only, has no table.
        if !has_table(self.file.connection(), "PenAndPaperTours")? {
            return Ok((None, 0));
        }
        let transaction = self.file.read()?;
        let count: i64 = transaction
            .prepare_cached(
                "select count(*) from PenAndPaperTours where rows = ?1 and columns = ?2",
            )?
            .query_row(size(board), |row| row.get(0))?;
        let first = match u64::try_from(count) {
            Ok(0) | Err(_) => return Ok((None, 0)),
            Ok(count) => wish.number % count,
        };
        // The wanted seed's comes first, then the others from `first` on, round
        // the circle.
        let mut statement = transaction.prepare_cached(
            "with numbered as (
                 select jumps, method, seed, row_number() over (order by jumps) - 1 as number
                   from PenAndPaperTours
                  where rows = :rows and columns = :columns)
             select jumps, method from numbered
              order by seed <> :seed, number < :first, number",
        )?;
        let mut rows = statement.query(named_params! {
            ":rows": board.rows() as i64,
            ":columns": board.columns() as i64,
            ":seed": wish.seed as i64,
            ":first": first as i64,
        })?;
        let mut damaged = 0;
        while let Some(row) = rows.next()? {
            // What is no text at all is as damaged as any other nonsense.
            let jumps = row.get_ref(0)?.as_str().ok();
            let method = row.get_ref(1)?.as_str().ok();
            let cycle = jumps.and_then(|jumps| Cycle::parse(board, jumps));
            let method = Method::all(Ties::Random)
                .map(Method::name)
                .into_iter()
                .find(|name| method == Some(*name));
            if let (Some(cycle), Some(method)) = (cycle, method) {
                return Ok((Some(Kept { cycle, method }), damaged));
            }
            damaged += 1;
        }
        Ok((None, damaged))
    }

    /// Keeps a circular tour, unless it is kept already. True if it was not.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
    pub(crate) fn keep_tour(&mut self, cycle: &Cycle, method: &str, seed: u64) -> Result<bool> {
        let transaction = self.file.write()?;
        let added = transaction.execute(
            "insert into PenAndPaperTours (rows, columns, jumps, method, seed, found_at)
             values (:rows, :columns, :jumps, :method, :seed,
                     strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
             on conflict do nothing",
            named_params! {
                ":rows": cycle.board().rows() as i64,
                ":columns": cycle.board().columns() as i64,
                ":jumps": cycle.text(),
                ":method": method,
                ":seed": seed as i64,
            },
        )?;
        transaction.commit()?;
        Ok(added > 0)
    }

    /// What has been counted of a plan's units; the count is begun if it has
    /// not been. What is stored but cannot be gone on with is deleted, and with
    /// `force` whatever is stored.
    ///
    /// # Errors
    ///
    /// [`Error::DamagedCount`] where what is stored makes no sense.
    pub(crate) fn begin_count(&mut self, plan: &Plan, force: bool) -> Result<Vec<Option<u64>>> {
        let transaction = self.file.write()?;
        let stored: Option<(u32, i64)> = transaction
            .prepare_cached(
                "select units_version, units from PenAndPaperCounts
                  where rows = ?1 and columns = ?2 and ways = ?3",
            )?
            .query_row(key(plan), |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        if stored != Some((UNITS_VERSION, plan.units().len() as i64)) || force {
            for table in ["PenAndPaperCounts", "PenAndPaperUnits"] {
                transaction.execute(
                    &format!(
                        "delete from {table}
                          where rows = ?1 and columns = ?2 and ways = ?3"
                    ),
                    key(plan),
                )?;
            }
            transaction.execute(
                "insert into PenAndPaperCounts
                     (rows, columns, ways, units_version, units, begun_at)
                 values (:rows, :columns, :ways, :units_version, :units,
                         strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                named_params! {
                    ":rows": plan.board().rows() as i64,
                    ":columns": plan.board().columns() as i64,
                    ":ways": plan.ways().name(),
                    ":units_version": UNITS_VERSION,
                    ":units": plan.units().len() as i64,
                },
            )?;
        }
        let counted = counted_units(&transaction, plan)?;
        transaction.commit()?;
        Ok(counted)
    }

    /// Stores units that have been counted. Somebody else may have counted the
    /// same ones meanwhile; they have the same number.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
    pub(crate) fn commit_units(&mut self, plan: &Plan, counted: &[CountedUnit]) -> Result<()> {
        let transaction = self.file.write()?;
        {
            let mut insert = transaction.prepare_cached(
                "insert into PenAndPaperUnits
                     (rows, columns, ways, unit, symmetry, weight, nb_ways, seconds)
                 values (:rows, :columns, :ways, :unit, :symmetry, :weight, :nb_ways, :seconds)
                 on conflict do nothing",
            )?;
            for unit in counted {
                let (symmetry, weight) = described(plan, unit.unit);
                insert.execute(named_params! {
                    ":rows": plan.board().rows() as i64,
                    ":columns": plan.board().columns() as i64,
                    ":ways": plan.ways().name(),
                    ":unit": unit.unit as i64,
                    ":symmetry": symmetry,
                    ":weight": weight,
                    ":nb_ways": unit.ways as i64,
                    ":seconds": unit.time.as_secs_f64(),
                })?;
            }
        }
        transaction.execute(
            "update PenAndPaperCounts
                set finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
              where rows = ?1 and columns = ?2 and ways = ?3
                and finished_at is null
                and units = (select count(*) from PenAndPaperUnits as u
                              where u.rows = ?1 and u.columns = ?2 and u.ways = ?3)",
            key(plan),
        )?;
        transaction.commit()?;
        Ok(())
    }
}

/// The same grid, not higher than it is wide.
pub(crate) fn flat(board: Board) -> Board {
    if board.rows() > board.columns() {
        board.transposed()
    } else {
        board
    }
}

/// The parameters 1 and 2 of a query about a grid.
fn size(board: Board) -> (i64, i64) {
    (board.rows() as i64, board.columns() as i64)
}

/// The parameters 1 to 3 of a query about a count.
fn key(plan: &Plan) -> (i64, i64, &'static str) {
    let (rows, columns) = size(plan.board());
    (rows, columns, plan.ways().name())
}

/// What a unit is, as its row says it: the symmetry and the weight.
pub(crate) fn described(plan: &Plan, unit: usize) -> (Option<String>, u32) {
    match plan.units()[unit].kind() {
        Kind::Ways { weight } => (None, weight),
        Kind::Symmetric { symmetry, weight } => (Some(symmetry.to_string()), weight),
    }
}

fn counted_units(connection: &Connection, plan: &Plan) -> Result<Vec<Option<u64>>> {
    let damaged = || Error::DamagedCount(plan.board());
    let mut counted = vec![None; plan.units().len()];
    let mut statement = connection.prepare_cached(
        "select unit, symmetry, weight, nb_ways from PenAndPaperUnits
          where rows = ?1 and columns = ?2 and ways = ?3",
    )?;
    let mut rows = statement.query(key(plan))?;
    while let Some(row) = rows.next()? {
        let unit = usize::try_from(row.get::<_, i64>(0)?).map_err(|_| damaged())?;
        let ways = u64::try_from(row.get::<_, i64>(3)?).map_err(|_| damaged())?;
        let slot = counted.get_mut(unit).ok_or_else(damaged)?;
        let (symmetry, weight) = described(plan, unit);
        if (symmetry, i64::from(weight)) != (row.get(1)?, row.get(2)?) {
            return Err(damaged());
        }
        *slot = Some(ways);
    }
    Ok(counted)
}
