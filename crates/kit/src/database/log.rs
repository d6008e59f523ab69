//! The write-ahead log, and how long it may become.
//!
//! What is committed goes to the end of the log and is taken back into the
//! file now and then; when all of it is, and nobody reads from it any more, it
//! is written from its beginning again. A reader that never ends would so make
//! it grow for ever. Whoever writes a lot asks [`Database::log_is_short`] between
//! two transactions, and waits in [`Database::empty_log`] if it is not.

use std::fs;
use std::path::Path;

use super::Database;
use super::header::with_suffix;
use crate::{Error, Result};

impl Database {
    /// Lets the log become so many bytes long before writers wait, and a
    /// transaction longer.
    pub fn limit_log(&mut self, bytes: u64) {
        self.longest_log = bytes;
    }

    /// How many bytes the log's file has.
    pub fn log_size(&self) -> u64 {
        let path = self.connection.path().map(Path::new);
        path.and_then(|path| fs::metadata(with_suffix(path, "-wal")).ok())
            .map_or(0, |log| log.len())
    }

    /// Need nobody be waited for?
    pub fn log_is_short(&self) -> bool {
        self.log_size() <= self.longest_log
    }

    /// Takes as much of the log back into the file as can be without waiting
    /// for anybody, and tells whether a reader keeps the rest.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
    pub fn log_is_kept(&self) -> Result<bool> {
        let (frames, done): (i64, i64) =
            self.connection
                .query_row("pragma wal_checkpoint(passive)", [], |row| {
                    Ok((row.get(1)?, row.get(2)?))
                })?;
        Ok(done < frames)
    }

    /// Takes the log back into the file and empties it, once all readers have
    /// left it. Returns whether they have; they are waited for as long as for
    /// another writer, and no longer than until somebody asks to stop.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
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
