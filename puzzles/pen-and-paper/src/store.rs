//! The table PenAndPaperTours.

use kit::Result;
use kit::database::Database;
use kit::verify::has_table;
use rusqlite::{Params, Row};

use crate::cycle::Cycle;
use crate::rules::Board;
use crate::search::Method;

/// The most cells of a grid whose circular tours are kept. To build bigger ones is as fast as to
/// read them.
pub(crate) const MOST_CELLS_KEPT: usize = 1 << 16;

/// A raw row of PenAndPaperTours: rows, columns, jumps, method, seed, found_at.
pub(crate) type RawTour = (i64, i64, String, String, i64, String);

/// An open database with this puzzle's table.
#[derive(Debug)]
pub(crate) struct Store {
    /// The database.
    pub file: Database,
}

impl Store {
    pub(crate) fn raw_tours(&self, each: impl FnMut(RawTour) -> Result<()>) -> Result<()> {
        let sql = "select rows, columns, jumps, method, seed, found_at from PenAndPaperTours
                    order by rows, columns, jumps";
        self.raw(sql, [], each)
    }

    /// The raw rows that a query finds. A database of an older schema that was opened only to read
    /// may not have the table; then there are no rows.
    fn raw<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut each: impl FnMut(T) -> Result<()>,
    ) -> Result<()>
    where
        T: for<'a> TryFrom<&'a Row<'a>, Error = rusqlite::Error>,
    {
        if has_table(self.file.connection(), "PenAndPaperTours")? {
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
        self.raw(sql, params, |(jumps, method)| {
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
}

fn size(board: Board) -> (i64, i64) {
    (board.rows() as i64, board.columns() as i64)
}
