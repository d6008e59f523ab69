//! The tables of the pipeline and of censuses, and all SQL outside `sql/`.
//!
//! [`db`] has the file and its guarantees. Exploration and `init --force` are coordinated by
//! [`Configurations.frontier`](Explored): a batch is only written if the frontier is still where its writer last
//! saw it.
//!
//! Table and column names are those of the original program. Rows are inserted in the order of the primary key, and
//! the secondary indexes are built after the load. Measurements are next to the code that is based on them.

mod censuses;
pub(crate) mod checks;
pub(crate) mod checksum;
mod conditions;
mod configurations;
mod export;
mod inspect;
mod molecules;
mod parts;
mod provenance;
mod queries;
mod spectrums;
mod twins;
mod workers;

pub use censuses::StoredCensus;
pub(crate) use censuses::{BegunCensus, CensusCost, InspectedCensus, StoredChecksum, checksum_of};
pub(crate) use conditions::{Order, SHORT};
pub use configurations::Explored;
pub use export::{Cell, Column, ColumnType, Exported};
pub(crate) use inspect::{Inspection, RawBatch, RawConfiguration};
pub(crate) use molecules::COLUMNS;
pub use molecules::{Batch, Record};
pub(crate) use parts::{Boards, PartCensus, PartFile};
pub(crate) use queries::{QUERIES, Query, ResultRows, ResultTable};
pub(crate) use spectrums::SpectrumClass;
pub use twins::Twins;
pub(crate) use workers::{ActiveWorker, BEAT, LongWork};

use std::path::Path;

use db::{Access, Database};
use rusqlite::Connection;
use watch::Stop;

use crate::board::Config;
use crate::error::Result;

/// An open database with Black Box's tables.
#[derive(Debug)]
pub struct Store {
    pub file: Database,
}

impl Store {
    /// Opens the database at `path`, see [`Database::open`].
    pub fn open(path: &Path, access: Access, stop: &Stop) -> Result<Store> {
        Ok(tables::open(path, access, stop)?.into())
    }
}

impl From<Database> for Store {
    fn from(file: Database) -> Store {
        Store { file }
    }
}

/// The time in UTC, to the second, in the form of all columns of times except those of [`workers`].
const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

/// A number about a configuration's rows, such as `count(*) from Molecules`, or 0 if it is negative.
fn count(connection: &Connection, config: Config, what: &str) -> Result<u64> {
    let sql = format!("select {what} where config = ?1");
    let count: i64 = connection.query_row(&sql, [config], |row| row.get(0))?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// Deletes the rows of a configuration in some tables, and returns their number.
fn delete(connection: &Connection, config: Config, tables: &[&str]) -> Result<usize> {
    let mut deleted = 0;
    for table in tables {
        deleted +=
            connection.execute(&format!("delete from {table} where config = ?1"), [config])?;
    }
    Ok(deleted)
}
