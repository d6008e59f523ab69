//! The table Molecules in memory, to measure how fast rows are stored.

use rusqlite::Connection;

use super::error::Result;
use super::molecules::{INSERT, Record, bind};
use crate::game::Config;

/// The migration that makes the tables of the pipeline.
const TABLES: &str = include_str!("../../migrations/V1__pipeline.sql");

/// A database that exists only in memory.
#[derive(Debug)]
pub(crate) struct Rehearsal {
    connection: Connection,
    config: Config,
}

impl Rehearsal {
    /// A rehearsal without rows, for a configuration.
    ///
    /// # Errors
    ///
    /// If SQLite has no room for it.
    pub(crate) fn new(config: Config) -> Result<Rehearsal> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(TABLES)?;
        // As in a batch, so that not every row is a transaction.
        connection.execute_batch("begin")?;
        Ok(Rehearsal { connection, config })
    }

    /// Adds rows.
    ///
    /// # Errors
    ///
    /// If SQLite refuses them.
    pub(crate) fn insert(&mut self, records: &[Record]) -> Result<()> {
        let name = self.config.to_string();
        INSERT.insert(&self.connection, &name, records, |row, record| {
            bind(row, record, self.config)
        })?;
        Ok(())
    }
}
