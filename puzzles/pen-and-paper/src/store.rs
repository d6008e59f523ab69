//! The tables PenAndPaperTours, PenAndPaperCounts and PenAndPaperUnits.

use std::time::Duration;

use kit::database::Database;
use kit::verify::{Found, Owned, has_table, strays};
use rusqlite::{OptionalExtension, Params, Row, named_params};

use crate::count::{Plan, UNITS_VERSION};
use crate::cycle::Cycle;
use crate::error::{Error, Result};
use crate::rules::Board;
use crate::search::Method;

/// The most cells of a grid whose circular tours are kept. Bigger ones are
/// built as fast as they could be read.
pub(crate) const MOST_CELLS_KEPT: usize = 1 << 16;

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

/// A row of PenAndPaperTours as it is: rows, columns, jumps, method, seed, found_at.
pub(crate) type RawTour = (i64, i64, String, String, i64, String);

/// A row of PenAndPaperCounts as it is: rows, columns, ways, units_version, units,
/// begun_at, finished_at.
pub(crate) type RawCount = (i64, i64, String, i64, i64, String, Option<String>);

/// A row of PenAndPaperUnits as it is: unit, symmetry, weight, nb_ways, seconds.
pub(crate) type RawUnit = (i64, Option<String>, i64, i64, f64);

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

    /// The rows of PenAndPaperTours.
    pub(crate) fn raw_tours(&self, each: impl FnMut(RawTour) -> Result<()>) -> Result<()> {
        let sql = "select rows, columns, jumps, method, seed, found_at from PenAndPaperTours
                    order by rows, columns, jumps";
        self.raw("PenAndPaperTours", sql, [], each)
    }

    /// The rows of PenAndPaperCounts.
    pub(crate) fn raw_counts(&self) -> Result<Vec<RawCount>> {
        let sql = "select rows, columns, ways, units_version, units, begun_at, finished_at
                     from PenAndPaperCounts order by rows, columns, ways";
        let mut counts = Vec::new();
        self.raw("PenAndPaperCounts", sql, [], |count| {
            counts.push(count);
            Ok(())
        })?;
        Ok(counts)
    }

    /// The units of a count.
    pub(crate) fn raw_units(
        &self,
        (rows, columns, ways): (i64, i64, &str),
        each: impl FnMut(RawUnit) -> Result<()>,
    ) -> Result<()> {
        let sql = "select unit, symmetry, weight, nb_ways, seconds from PenAndPaperUnits
                    where rows = ?1 and columns = ?2 and ways = ?3 order by unit";
        self.raw("PenAndPaperUnits", sql, (rows, columns, ways), each)
    }

    /// The rows that a query finds as they are; none where a database of an older
    /// schema, opened to be read only, has no such table.
    fn raw<T>(
        &self,
        table: &str,
        sql: &str,
        params: impl Params,
        mut each: impl FnMut(T) -> Result<()>,
    ) -> Result<()>
    where
        T: for<'a> TryFrom<&'a Row<'a>, Error = rusqlite::Error>,
    {
        if has_table(self.file.connection(), table)? {
            let mut statement = self.file.connection().prepare(sql)?;
            let mut rows = statement.query(params)?;
            while let Some(row) = rows.next()? {
                each(T::try_from(row)?)?;
            }
        }
        Ok(())
    }

    /// The jumps and the method of a circular tour that was kept of a grid, or of the
    /// same grid transposed: the one that was found first with this seed if there is
    /// one, else that with a number in the order of their jumps, modulo how many
    /// there are.
    pub(crate) fn kept_tour(
        &self,
        board: Board,
        seed: u64,
        number: u64,
    ) -> Result<Option<(String, String)>> {
        let board = board.flat();
        let mut kept = None;
        let sql = "with numbered as (
                 select jumps, method, seed, row_number() over (order by jumps) - 1 as number,
                        ?4 % count(*) over () as wanted
                   from PenAndPaperTours
                  where rows = ?1 and columns = ?2)
             select cast(jumps as blob), cast(method as blob) from numbered
              where seed = ?3 or number = wanted order by seed <> ?3, number limit 1";
        let (rows, columns) = (board.rows() as i64, board.columns() as i64);
        // SQLite's numbers are less than 2⁶³.
        let params = (rows, columns, seed as i64, (number >> 1) as i64);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        self.raw("PenAndPaperTours", sql, params, |(jumps, method)| {
            kept = Some((text(jumps), text(method)));
            Ok(())
        })?;
        Ok(kept)
    }

    /// Keeps a circular tour, unless it is kept already. True if it was not.
    pub(crate) fn keep_tour(&mut self, cycle: &Cycle, method: Method, seed: u64) -> Result<bool> {
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
                ":method": method.name(),
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
            .query_row(key(plan), |row| row.try_into())
            .optional()?;
        if stored != Some((UNITS_VERSION, plan.units().len() as i64)) || force {
            for table in ["PenAndPaperCounts", "PenAndPaperUnits"] {
                let sql =
                    format!("delete from {table} where rows = ?1 and columns = ?2 and ways = ?3");
                transaction.execute(&sql, key(plan))?;
            }
            let (rows, columns, ways) = key(plan);
            transaction.execute(
                "insert into PenAndPaperCounts
                     (rows, columns, ways, units_version, units, begun_at)
                 values (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                (
                    rows,
                    columns,
                    ways,
                    UNITS_VERSION,
                    plan.units().len() as i64,
                ),
            )?;
        }
        transaction.commit()?;
        let mut counted = vec![None; plan.units().len()];
        self.raw_units(key(plan), |(unit, symmetry, weight, ways, _)| {
            let place = usize::try_from(unit).ok().filter(|&at| at < counted.len());
            let sound = place.zip(u64::try_from(ways).ok());
            match sound {
                Some((unit, ways)) if described(plan, unit) == (symmetry, weight) => {
                    counted[unit] = Some(ways);
                    Ok(())
                }
                _ => Err(Error::DamagedCount(plan.board())),
            }
        })?;
        Ok(counted)
    }

    /// Stores units that have been counted. Somebody else may have counted the
    /// same ones meanwhile; they have the same number.
    pub(crate) fn commit_units(&mut self, plan: &Plan, counted: &[CountedUnit]) -> Result<()> {
        let (rows, columns, ways) = key(plan);
        let transaction = self.file.write()?;
        for unit in counted {
            let (symmetry, weight) = described(plan, unit.unit);
            transaction
                .prepare_cached(
                    "insert into PenAndPaperUnits
                         (rows, columns, ways, unit, symmetry, weight, nb_ways, seconds)
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict do nothing",
                )?
                .execute((
                    rows,
                    columns,
                    ways,
                    unit.unit as i64,
                    symmetry,
                    weight,
                    unit.ways as i64,
                    unit.time.as_secs_f64(),
                ))?;
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
        Ok(transaction.commit()?)
    }
}

/// The rows, the columns and the ways by which the tables know a plan.
fn key(plan: &Plan) -> (i64, i64, &'static str) {
    let board = plan.board();
    let (rows, columns) = (board.rows() as i64, board.columns() as i64);
    (rows, columns, plan.ways().name())
}

/// What a unit is, as its row says it: the symmetry and the weight.
pub(crate) fn described(plan: &Plan, unit: usize) -> (Option<String>, i64) {
    let unit = &plan.units()[unit];
    let symmetry = unit.symmetry.map(|symmetry| symmetry.to_string());
    (symmetry, unit.weight.into())
}
