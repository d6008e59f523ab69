//! One SQLite file: its connection, and what it promises.
//!
//! # Locking
//!
//! The file is in WAL mode, so readers never wait and nobody waits for them.
//! A writer takes the write lock when its transaction begins (`begin
//! immediate`), never later, because a read lock cannot be upgraded once
//! somebody else has written; it waits ten seconds for it.
//!
//! A reader that stays for ever would make the write-ahead log grow for ever;
//! whoever writes much waits for it when the log has a gibibyte.
//!
//! # Durability
//!
//! `synchronous` is FULL: what is committed survives a power cut. Commits are
//! few (two a second during a load), so this costs next to nothing.
//!
//! # Performance
//!
//! Pages are 16 KiB, and rows arrive by the hundred in one statement. The
//! figures stand beside the code that each of them decided.
//!
//! # Compatibility
//!
//! A migration is never edited once it has landed. Nothing in the schema needs
//! a function that plain `sqlite3` does not have.

mod bulk;
mod header;
mod log;
mod open;

pub use bulk::{BulkInsert, Parameters};
pub use open::Access;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use watch::Stop;

use super::{Error, Result};

/// How many instructions SQLite executes between two looks at whether to
/// stop: far below a millisecond.
const INSTRUCTIONS_BETWEEN_LOOKS: i32 = 10_000;

/// How many bytes the log may have before writers wait for readers. A reader
/// of A4_B8 can go on for the whole of its exploration, which writes 0.3 GB.
const LONGEST_LOG: u64 = 1 << 30;

/// An open database.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    stop: Stop,
    longest_log: u64,
}

impl Database {
    /// Opens the database at `path`.
    ///
    /// A file that is not ours is refused by its header before SQLite sees
    /// it, since opening alone can already start a recovery that writes. An
    /// empty file counts as missing, and is a new database for
    /// [`Access::Create`].
    ///
    /// `stop` cuts short what SQLite does in an interruptible statement and the
    /// wait for another writer.
    ///
    /// # Errors
    ///
    /// Where the file is missing, not ours, of a newer schema, or may not be
    /// read or written as asked.
    pub fn open(path: &Path, access: Access, stop: &Stop) -> Result<Database> {
        Ok(Database {
            connection: open::open(path, access, stop)?,
            stop: stop.clone(),
            longest_log: LONGEST_LOG,
        })
    }

    /// The connection, for a package's own SQL.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Lets a wish to stop interrupt what SQLite is doing meanwhile; a
    /// transaction under way is rolled back then.
    ///
    /// This is SQLite's interrupt, asked for by its progress handler. An
    /// interrupt from another thread is lost if it comes just before a
    /// statement starts; the handler looks at a flag that stays set.
    ///
    /// # Errors
    ///
    /// What `work` fails with.
    pub fn interruptible<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut Database) -> Result<T, E>,
    ) -> Result<T, E> {
        self.counted(&Arc::default(), work)
    }

    /// [`Database::interruptible`], while the instructions are counted that SQLite
    /// executes.
    ///
    /// # Errors
    ///
    /// What `work` fails with.
    pub fn counted<T, E: From<Error>>(
        &mut self,
        instructions: &Arc<AtomicU64>,
        work: impl FnOnce(&mut Database) -> Result<T, E>,
    ) -> Result<T, E> {
        let (stop, instructions) = (self.stop.clone(), Arc::clone(instructions));
        let look = move || {
            instructions.fetch_add(INSTRUCTIONS_BETWEEN_LOOKS as u64, Ordering::Relaxed);
            stop.asked()
        };
        self.connection
            .progress_handler(INSTRUCTIONS_BETWEEN_LOOKS, Some(look))
            .map_err(Error::from)?;
        let result = work(self);
        self.connection
            .progress_handler(0, None::<fn() -> bool>)
            .map_err(Error::from)?;
        result
    }

    /// Begins a transaction that only reads: all its queries see the same state.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read.
    pub fn read(&self) -> Result<Transaction<'_>> {
        Ok(self.connection.unchecked_transaction()?)
    }

    /// Begins a transaction that may write: it holds the write lock.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] where another program holds it too long,
    /// [`Error::Stopped`] where somebody asks to stop meanwhile.
    pub fn write(&mut self) -> Result<Transaction<'_>> {
        let stop = &self.stop;
        self.connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| open::stopped_waiting(error.into(), stop))
    }
}
