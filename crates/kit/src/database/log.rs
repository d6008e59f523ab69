//! The write-ahead log and its length.
//!
//! Commits go to the end of the log, and SQLite copies them back into the file now and then. When
//! it has copied everything and nobody reads from the log, it writes the log from the beginning
//! again. So a reader that never ends would make the log grow for ever. A program that writes a lot
//! asks [`Database::log_is_short`] between two transactions. If the log is too long, it waits in
//! [`Database::empty_log`].

use std::fs;
use std::path::Path;

use super::Database;
use super::header::with_suffix;
use crate::{Error, Result};

impl Database {
    /// Sets the number of bytes in the log at which writers wait. Within a transaction, the log may
    /// become longer.
    pub fn limit_log(&mut self, bytes: u64) {
        self.longest_log = bytes;
    }

    /// The number of bytes of the log's file.
    pub fn log_size(&self) -> u64 {
        let path = self.connection.path().map(Path::new);
        path.and_then(|path| fs::metadata(with_suffix(path, "-wal")).ok())
            .map_or(0, |log| log.len())
    }

    /// Is the log so short that nobody has to wait?
    pub fn log_is_short(&self) -> bool {
        self.log_size() <= self.longest_log
    }

    /// Copies as much of the log back into the file as possible without waiting for anybody.
    /// Returns whether a reader keeps the rest.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn log_is_kept(&self) -> Result<bool> {
        let (frames, done): (i64, i64) =
            self.connection
                .query_row("pragma wal_checkpoint(passive)", [], |row| {
                    Ok((row.get(1)?, row.get(2)?))
                })?;
        Ok(done < frames)
    }

    /// Copies the log back into the file and empties it, once all readers have left it. It waits
    /// for readers as long as for another writer, and at most until somebody asks to stop. Returns
    /// whether they left.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn empty_log(&self) -> Result<bool> {
        let busy = self
            .connection
            .query_row("pragma wal_checkpoint(truncate)", [], |row| {
                row.get::<_, i64>(0)
            });
        match busy.map_err(Error::from) {
            Ok(busy) => Ok(busy == 0),
            Err(Error::Busy) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
