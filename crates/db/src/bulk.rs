//! Inserts hundreds of rows in one statement.

use itertools::Itertools;
use rusqlite::{Connection, Statement, ToSql};

/// The number of rows per statement. In a statement of 200 rows, a row of Molecules takes 0.7 times as long as
/// alone; in one of 20 rows, 0.9 times.
const ROWS_A_STATEMENT: usize = 200;

/// The statements that insert rows into a table. The first column has the same value in all rows of a call.
#[derive(Debug)]
pub struct BulkInsert {
    many: String,
    one: String,
}

impl BulkInsert {
    /// The statements for a table and its columns.
    pub fn new(table: &str, columns: &[&str]) -> BulkInsert {
        let own = columns.len() - 1;
        let sql = |rows: usize| {
            let values = (0..rows).map(|row| {
                let first = 2 + row * own;
                format!("(?1, ?{})", (first..first + own).join(", ?"))
            });
            let (columns, values) = (columns.join(", "), values.format(", "));
            format!("insert into {table} ({columns}) values {values}")
        };
        BulkInsert {
            many: sql(ROWS_A_STATEMENT),
            one: sql(1),
        }
    }

    /// Inserts rows. `bind` binds the columns of a row after the first one, in their order.
    pub fn insert<Row>(
        &self,
        connection: &Connection,
        shared: &dyn ToSql,
        rows: &[Row],
        bind: impl Fn(&mut Parameters<'_, '_>, &Row) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let (many, rest) = rows.split_at(rows.len() - rows.len() % ROWS_A_STATEMENT);
        for (rows, at_once, sql) in [(many, ROWS_A_STATEMENT, &self.many), (rest, 1, &self.one)] {
            let mut statement = connection.prepare_cached(sql)?;
            statement.raw_bind_parameter(1, shared)?;
            for rows in rows.chunks_exact(at_once) {
                let mut parameters = Parameters {
                    statement: &mut statement,
                    next: 2,
                };
                for row in rows {
                    bind(&mut parameters, row)?;
                }
                statement.raw_execute()?;
            }
        }
        Ok(())
    }
}

/// Binds the parameters of a statement one after the other.
pub struct Parameters<'a, 'connection> {
    statement: &'a mut Statement<'connection>,
    next: usize,
}

impl Parameters<'_, '_> {
    /// Binds the next parameter.
    pub fn bind(&mut self, value: impl ToSql) -> rusqlite::Result<()> {
        self.statement.raw_bind_parameter(self.next, value)?;
        self.next += 1;
        Ok(())
    }
}
