//! The table PenAndPaperTours.

use kit::Result;
use kit::database::Database;
use kit::verify::has_table;
use rusqlite::OptionalExtension;

use crate::cycle::Cycle;
use crate::rules::Board;
use crate::search::Method;

/// The most cells of a grid whose circular tours are kept. To build bigger ones is as fast as to
/// read them.
pub(crate) const MOST_CELLS_KEPT: usize = 1 << 16;

const TABLE: &str = "PenAndPaperTours";

/// A raw row of PenAndPaperTours: rows, columns, jumps, method, seed, found_at.
pub(crate) type RawTour = (i64, i64, String, String, i64, String);

/// An open database with this puzzle's table.
#[derive(Debug)]
pub(crate) struct Store {
    /// The database.
    pub file: Database,
}

impl Store {
    /// Passes all rows to `each`. A database of an older schema that was opened only to read may
    /// not have the table; then there are no rows.
    pub(crate) fn raw_tours(&self, mut each: impl FnMut(RawTour) -> Result<()>) -> Result<()> {
        if !has_table(self.file.connection(), TABLE)? {
            return Ok(());
        }
        let mut statement = self.file.connection().prepare(
            "select rows, columns, jumps, method, seed, found_at from PenAndPaperTours
              order by rows, columns, jumps",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            each(row.try_into()?)?;
        }
        Ok(())
    }

    /// The jumps and the method of a kept circular tour of a grid or of the transposed one. It is
    /// the tour that this seed found first. If there is no such tour, it is the one with `number`,
    /// modulo the number of tours, in the order of their jumps.
    pub(crate) fn kept(&self, board: Board, seed: u64, number: i64) -> Result<Option<[String; 2]>> {
        if !has_table(self.file.connection(), TABLE)? {
            return Ok(None);
        }
        let sql = "with numbered as (
                 select jumps, method, seed, row_number() over (order by jumps) - 1 as number,
                        count(*) over () as n
                   from PenAndPaperTours where rows = ?1 and columns = ?2)
             select cast(jumps as blob), cast(method as blob) from numbered
              where seed = ?3 or number = ?4 % n order by seed <> ?3, number limit 1";
        let (rows, columns) = size(board.flat());
        let params = (rows, columns, seed as i64, number);
        let kept: Option<[Vec<u8>; 2]> = (self.file.connection())
            .query_row(sql, params, |row| Ok([row.get(0)?, row.get(1)?]))
            .optional()?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(kept.map(|kept| kept.map(text)))
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
