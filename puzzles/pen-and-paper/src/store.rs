//! The tables PenAndPaperTours, PenAndPaperCounts and PenAndPaperUnits.

use std::time::Duration;

use kit::database::Database;
use kit::verify::{Found, Owned, has_table, strays};
use kit::{Error, Result};
use rusqlite::{OptionalExtension, Params, Row};

use crate::count::{Plan, UNITS_VERSION};
use crate::cycle::Cycle;
use crate::rules::Board;
use crate::search::Method;

/// The most cells of a grid whose circular tours are kept. To build bigger ones is as fast as to
/// read them.
pub(crate) const MOST_CELLS_KEPT: usize = 1 << 16;

/// A raw row of PenAndPaperTours: rows, columns, jumps, method, seed, found_at.
pub(crate) type RawTour = (i64, i64, String, String, i64, String);

/// A raw row of PenAndPaperCounts: rows, columns, ways, units_version, units, begun_at,
/// finished_at.
pub(crate) type RawCount = (i64, i64, String, i64, i64, String, Option<String>);

/// An open database with this puzzle's tables.
#[derive(Debug)]
pub(crate) struct Store {
    /// The database.
    pub file: Database,
}

impl Store {
    /// Does every row have an owner?
    pub(crate) fn strays(&self) -> Result<Found> {
        let (table, owner) = ("PenAndPaperUnits", "PenAndPaperCounts");
        let by = &["rows", "columns", "ways"];
        let owned = [Owned { table, owner, by }];
        strays(self.file.connection(), &owned)
    }

    pub(crate) fn raw_tours(&self, each: impl FnMut(RawTour) -> Result<()>) -> Result<()> {
        let sql = "select rows, columns, jumps, method, seed, found_at from PenAndPaperTours
                    order by rows, columns, jumps";
        self.raw("PenAndPaperTours", sql, [], each)
    }

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

    /// The number of ways of each counted unit of a plan. `wrong` gets a message for each
    /// impossible value.
    pub(crate) fn units(
        &self,
        plan: &Plan,
        mut wrong: impl FnMut(String),
    ) -> Result<Vec<Option<u64>>> {
        let sql = "select unit, symmetry, weight, nb_ways, seconds from PenAndPaperUnits
                    where rows = ?1 and columns = ?2 and ways = ?3 order by unit";
        let mut counted = vec![None; plan.units.len()];
        self.raw("PenAndPaperUnits", sql, key(plan), |row| {
            let (unit, symmetry, weight, ways, seconds): (i64, Option<String>, i64, i64, f64) = row;
            let index = usize::try_from(unit).ok();
            match index.filter(|&index| index < counted.len()) {
                None => wrong(format!("there is no unit {unit}")),
                Some(index) if described(plan, index) != (symmetry, weight) => {
                    wrong(format!("the symmetry or the weight of unit {unit}"));
                }
                Some(_) if !(seconds >= 0.0 && seconds.is_finite()) => {
                    wrong(format!("unit {unit} took {seconds} seconds"));
                }
                Some(_) if ways < 0 => wrong(format!("unit {unit} has {ways} ways")),
                Some(index) => counted[index] = Some(ways as u64),
            }
            Ok(())
        })?;
        Ok(counted)
    }

    /// The raw rows that a query finds. A database of an older schema that was opened only to read
    /// may not have the table; then there are no rows.
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

    /// The jumps and the method of a kept circular tour of a grid or of the transposed one. It is
    /// the tour that this seed found first. If there is no such tour, it is the one with `number`,
    /// modulo the number of tours, in the order of their jumps.
    pub(crate) fn kept(&self, board: Board, seed: u64, number: u64) -> Result<Option<[String; 2]>> {
        let mut kept = None;
        // SQLite's numbers are less than 2⁶³, so this one comes in two halves.
        let sql = "with numbered as (
                 select jumps, method, seed, row_number() over (order by jumps) - 1 as number,
                        count(*) over () as n
                   from PenAndPaperTours where rows = ?1 and columns = ?2)
             select cast(jumps as blob), cast(method as blob)
               from (select *, ((?4 % n) * ((1 << 32) % n) + ?5 % n) % n as wanted from numbered)
              where seed = ?3 or number = wanted
              order by seed <> ?3, number < wanted, number limit 1";
        let (rows, columns) = size(board.flat());
        let params = (
            rows,
            columns,
            seed as i64,
            (number >> 32) as i64,
            number as u32,
        );
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        self.raw("PenAndPaperTours", sql, params, |(jumps, method)| {
            kept = Some([text(jumps), text(method)]);
            Ok(())
        })?;
        Ok(kept)
    }

    /// Keeps a circular tour, unless it is already kept.
    pub(crate) fn keep_tour(&mut self, cycle: &Cycle, method: Method, seed: u64) -> Result<()> {
        let (rows, columns) = size(cycle.board);
        let transaction = self.file.write()?;
        transaction.execute(
            "insert into PenAndPaperTours (rows, columns, jumps, method, seed, found_at)
             values (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
             on conflict do nothing",
            (rows, columns, cycle.text(), method.name(), seed as i64),
        )?;
        transaction.commit()
    }

    /// The counts of a plan's units so far; the count begins if it has not begun. This deletes
    /// stored units of another version and, with `force`, everything stored of the count.
    pub(crate) fn begin_count(&mut self, plan: &Plan, force: bool) -> Result<Vec<Option<u64>>> {
        let units = plan.units.len() as i64;
        let transaction = self.file.write()?;
        let stored: Option<(u32, i64)> = transaction
            .prepare_cached(
                "select units_version, units from PenAndPaperCounts
                  where rows = ?1 and columns = ?2 and ways = ?3",
            )?
            .query_row(key(plan), |row| row.try_into())
            .optional()?;
        if stored != Some((UNITS_VERSION, units)) || force {
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
                (rows, columns, ways, UNITS_VERSION, units),
            )?;
        }
        transaction.commit()?;
        let mut sound = true;
        let counted = self.units(plan, |_| sound = false)?;
        match sound {
            true => Ok(counted),
            false => Err(damaged(plan.board)),
        }
    }

    /// Stores the number of ways of each unit, and its time. Another program may have counted the
    /// same units meanwhile; its numbers are the same.
    pub(crate) fn keep_units(
        &mut self,
        plan: &Plan,
        counted: &[(usize, u64, Duration)],
    ) -> Result<()> {
        let (rows, columns, kind) = key(plan);
        let transaction = self.file.write()?;
        for &(unit, ways, time) in counted {
            let (symmetry, weight) = described(plan, unit);
            let (unit, ways, seconds) = (unit as i64, ways as i64, time.as_secs_f64());
            transaction.execute(
                "insert into PenAndPaperUnits
                     (rows, columns, ways, unit, symmetry, weight, nb_ways, seconds)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict do nothing",
                (rows, columns, kind, unit, symmetry, weight, ways, seconds),
            )?;
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
        transaction.commit()
    }
}

/// A stored count is impossible.
pub(crate) fn damaged(board: Board) -> Error {
    Error::Damaged(format!("the count of {board} cannot be right"))
}

fn size(board: Board) -> (i64, i64) {
    (board.rows() as i64, board.columns() as i64)
}

/// The rows, the columns and the ways that identify a plan in the tables.
fn key(plan: &Plan) -> (i64, i64, &'static str) {
    let (rows, columns) = size(plan.board);
    (rows, columns, plan.ways.name())
}

/// The symmetry and the weight of a unit, as its row has them.
fn described(plan: &Plan, unit: usize) -> (Option<String>, i64) {
    let unit = &plan.units[unit];
    let symmetry = unit.symmetry.map(|symmetry| symmetry.to_string());
    (symmetry, unit.weight.into())
}
