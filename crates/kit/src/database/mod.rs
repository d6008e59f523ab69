//! One SQLite file: its connection, and what it promises.
//!
//! # Locking
//!
//! The file is in WAL mode, so readers never wait and nobody waits for them.
//! A writer takes the write lock when its transaction begins (`begin
//! immediate`), never later, because a read lock cannot be upgraded once
//! somebody else has written. It waits for other writers until somebody asks
//! to stop, and says so if somebody [listens](Database::tell_waits).
//!
//! A reader that stays for ever would make the write-ahead log grow for ever;
//! whoever writes much waits for it when the log has a gibibyte.
//!
//! # Stopping
//!
//! A wish to stop interrupts whatever SQLite is doing, by its progress handler.
//! (An interrupt from another thread is lost if it comes just before a
//! statement starts; the handler looks at a flag that stays set.) Only what
//! [`Database::write`] has begun goes to its end, since it is short.
//!
//! # Strangers
//!
//! A file may come from anybody. Only a file with our mark is opened, and only
//! if its tables are those that the migrations make; another program's is opened to be
//! read and nothing else. Triggers and
//! views never run, values are at most a mebibyte long, and SQLite is in its
//! defensive mode.
//!
//! Somebody may also move or replace the file while it is open. Every commit
//! looks whether the path still leads to the file that was opened.
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
mod place;
mod schema;
mod state;

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use watch::Stop;

pub use self::bulk::{BulkInsert, Parameters};
pub use self::open::Access;
use self::place::Place;
use self::state::{Shield, State};
use crate::{Error, Result};

/// How many bytes the log may have before writers wait for readers. A reader
/// of A4_B8 can go on for the whole of its exploration, which writes 0.3 GB.
const LONGEST_LOG: u64 = 1 << 30;

/// How long a batch of rows stays open. A stop commits the batch in flight, so
/// this bounds what a stop has to wait for, and what a kill can lose.
pub const BATCH_TIME: Duration = Duration::from_millis(500);

/// An open database.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    state: Arc<State>,
    place: Place,
    longest_log: u64,
    /// Behind the connection, so that it is closed later: the system takes a file's
    /// locks from a process that closes it anywhere.
    read_through: Option<File>,
}

impl Database {
    /// Opens the database at `path`.
    ///
    /// A file that is not ours is refused by its header before SQLite sees
    /// it, since opening alone can already start a recovery that writes. An
    /// empty file counts as missing, and is a new database for
    /// [`Access::Create`].
    ///
    /// `stop` cuts short what SQLite does and the wait for another writer.
    ///
    /// # Errors
    ///
    /// Where the file is missing, not ours, of a newer schema, or may not be
    /// read or written as asked.
    pub fn open(path: &Path, access: Access, stop: &Stop) -> Result<Database> {
        Database::opened(stop, |state| open::open(path, access, state))
    }

    /// Opens another program's database, only to read and with the same mistrust.
    /// Neither it nor anything beside it is written, and what its schema says is not
    /// looked at.
    ///
    /// # Errors
    ///
    /// Where there is no such file, it is no database or may not be read, and
    /// [`Error::LeftOver`] where its last change would have to be taken back or in
    /// first.
    pub fn open_foreign(path: &Path, stop: &Stop) -> Result<Database> {
        Database::opened(stop, |state| open::open_foreign(path, state))
    }

    fn opened(
        stop: &Stop,
        open: impl FnOnce(&Arc<State>) -> Result<(Connection, Place)>,
    ) -> Result<Database> {
        let state = Arc::new(State::new(stop.clone()));
        let (mut connection, place) = open(&state)?;
        state.watch(&mut connection)?;
        Ok(Database {
            connection,
            state,
            place,
            longest_log: LONGEST_LOG,
            read_through: None,
        })
    }

    /// Another connection to the same file, only to read, for another thread. It is to be
    /// closed before this one.
    ///
    /// # Errors
    ///
    /// As [`open`](Database::open), and [`Error::Moved`] where the path leads to another
    /// file by now.
    pub fn again(&self) -> Result<Database> {
        let (mut connection, place) = open::open(self.place.path(), Access::Read, &self.state)?;
        if !place.is(&self.place) {
            return Err(Error::Moved);
        }
        self.state.watch(&mut connection)?;
        Ok(Database {
            connection,
            state: Arc::clone(&self.state),
            place,
            longest_log: self.longest_log,
            read_through: None,
        })
    }

    /// Calls `tell` when it turns out that another writer must be waited for.
    pub fn tell_waits(&self, tell: impl Fn() + Send + 'static) {
        self.state.tell_waits(Box::new(tell));
    }

    /// The connection, for a package's own SQL.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// How many instructions SQLite has executed, in round numbers.
    pub fn instructions(&self) -> Instructions {
        Instructions(Arc::clone(&self.state))
    }

    /// Begins a transaction that only reads: all its queries see the same state.
    /// Within another one they see that one's.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read.
    pub fn read(&self) -> Result<Reading<'_>> {
        let transaction = match self.connection.is_autocommit() {
            true => Some(self.connection.unchecked_transaction()?),
            false => None,
        };
        Ok(Reading {
            connection: &self.connection,
            _transaction: transaction,
        })
    }

    /// Begins a transaction that writes what has been found, which is short: once
    /// it holds the write lock a wish to stop does not interrupt it.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Stopped`] where somebody asks to stop before it has the lock.
    pub fn write(&mut self) -> Result<Writing<'_>> {
        let state = Arc::clone(&self.state);
        let transaction = self.begin()?;
        Ok(Writing {
            transaction,
            state: Arc::clone(&state),
            _shield: Some(Shield::over(state)),
        })
    }

    /// Begins a transaction that may take long: a wish to stop interrupts and
    /// undoes it.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Stopped`] where somebody asks to stop before it has the lock.
    pub fn write_long(&mut self) -> Result<Writing<'_>> {
        let state = Arc::clone(&self.state);
        let transaction = self.begin()?;
        Ok(Writing {
            transaction,
            state,
            _shield: None,
        })
    }

    fn begin(&mut self) -> Result<Transaction<'_>> {
        let state = Arc::clone(&self.state);
        self.connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| open::stopped_waiting(error.into(), &state))
    }

    /// Reads the whole file once past SQLite, for which a page that the system cannot read
    /// is a malformed one. A wish to stop ends it.
    ///
    /// # Errors
    ///
    /// Where the system cannot read it.
    pub fn read_through(&mut self) -> Result<()> {
        let path = self.place.path();
        let failed = |source| Error::File {
            doing: "read",
            path: path.to_owned(),
            source,
        };
        if self.read_through.is_none() {
            let file = File::open(path).map_err(failed)?;
            let file = self.read_through.insert(file);
            while !self.state.stop().asked() {
                /// Milliseconds, even on a slow disk.
                const PIECE: u64 = 1 << 20;
                let piece = io::copy(&mut file.take(PIECE), &mut io::sink());
                if piece.map_err(failed)? == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// In what the schema of the file differs from the one that this program
    /// makes, in words: first what makes the file unusable, which has been
    /// refused on opening, then what somebody has added.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read.
    pub fn schema_differences(&self) -> Result<schema::Differences> {
        schema::differences(&self.connection)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // SQLite leaves the log at the old name where the file has been moved.
        // It is taken back into the file that it belongs to, wherever that is.
        if self.place.is_left() {
            const PATIENCE: Duration = Duration::from_secs(1);
            let _shield = Shield::over(Arc::clone(&self.state));
            // There is nobody to tell, and the log is no worse than before.
            let _ = self.connection.busy_timeout(PATIENCE);
            let _ = self.empty_log();
        }
    }
}

/// A transaction that only reads.
#[derive(Debug)]
pub struct Reading<'a> {
    connection: &'a Connection,
    _transaction: Option<Transaction<'a>>,
}

impl Deref for Reading<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// A transaction that holds the write lock. It is rolled back unless it is
/// committed.
#[derive(Debug)]
pub struct Writing<'a> {
    transaction: Transaction<'a>,
    state: Arc<State>,
    _shield: Option<Shield>,
}

impl Writing<'_> {
    /// Executes what is a single step for SQLite, however long it takes: to drop
    /// an index, to delete all rows of a table. It looks for no wish to stop
    /// then, so that the program is ended, which undoes the transaction.
    ///
    /// # Errors
    ///
    /// Where SQLite cannot do it.
    pub fn in_one_step(&self, sql: &str) -> Result<usize> {
        let stop = self.state.stop();
        Ok(stop.deafly(|| self.transaction.execute(sql, []))?)
    }

    /// Commits what was written.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Moved`] where the path leads to another file by now, and where
    /// SQLite cannot commit. Nothing was written then.
    pub fn commit(self) -> Result<()> {
        Ok(self.transaction.commit()?)
    }
}

impl<'a> Deref for Writing<'a> {
    type Target = Transaction<'a>;

    fn deref(&self) -> &Transaction<'a> {
        &self.transaction
    }
}

/// What counts the instructions that SQLite executes, for whoever wants to tell
/// how far a long statement is.
#[derive(Clone, Debug)]
pub struct Instructions(Arc<State>);

impl Instructions {
    /// How many there were since the database was opened.
    pub fn count(&self) -> u64 {
        self.0.instructions()
    }
}
