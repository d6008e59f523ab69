//! An SQLite file: its connection, and its guarantees.
//!
//! # Locking
//!
//! While a program writes, the file is in WAL mode, so that readers and the writer do not block each other. A
//! writer takes the write lock when its transaction begins (`begin immediate`), because a read lock cannot be
//! upgraded after another program has written. It waits for other writers until it is interrupted, and reports the
//! wait to a [listener](Database::on_wait).
//!
//! A file in WAL mode cannot be opened in a read-only folder. So a program that ends switches the file back to a
//! rollback journal, which leaves a single file that can be read and copied. SQLite allows this only while no other
//! program has the file open; otherwise, the last writer switches it back. The first transaction of the next writer
//! switches to WAL again, once the reads in progress have ended. Each switch is one change of the header, so a killed
//! program leaves one of the two modes.
//!
//! Commits are appended to the write-ahead log, and SQLite copies them back into the file from time to time. When it
//! has copied everything and no program reads from the log, it starts the log from the beginning again, so a reader
//! that never ends would make the log grow without limit. A program that writes a lot checks [`Database::log_is_short`]
//! between two transactions. If the log exceeds a gibibyte, the program waits in [`Database::empty_log`].
//!
//! # Stopping
//!
//! A request to stop interrupts SQLite through its progress handler, which checks a flag that stays set. An
//! interrupt from another thread would be lost if it came before a statement starts. Only a transaction of
//! [`Database::write`] is never interrupted, because it is short.
//!
//! # Foreign files
//!
//! A file may come from anywhere. The programs open a file only if it has the mark of this program, and if its
//! tables are those that the migrations create. They open foreign files only for reading. Triggers never
//! run, views only where a program turns them on, values are at most 64 MiB long, and SQLite is in its defensive
//! mode.
//!
//! Another program may also move or replace the file while it is open. Every commit checks that the path still
//! leads to the file that was opened.
//!
//! # Durability
//!
//! `synchronous` is FULL: committed data survive a power cut. There are few commits (two per second while loading),
//! so this costs next to nothing.
//!
//! # Performance
//!
//! Pages are 16 KiB, and one statement inserts hundreds of rows. The measurements are beside the code that they
//! decided.
//!
//! # Compatibility
//!
//! A migration is never edited once it has landed. SQLite can read the files from version 3.8.4 (2014) on, because
//! the schema uses no newer feature. In particular, tables are not STRICT, which would need version 3.37 (2021) and
//! store the same bytes. The store binds values of the right type, and `verify` checks the type of every cell.
//! (STRICT would cost nothing: inserting 635,376 rows of Molecules took 0.66 s of processor time with it and
//! without it.)

#![cfg(not(target_family = "wasm"))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

mod error;
mod open;
mod schema;

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fmt, thread};

use app::input;
use app::output::with_suffix;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, Row, Transaction, TransactionBehavior};
use watch::{Stop, locked};

pub use self::error::{Error, Result};
pub use self::open::Access;
use self::open::OpenedFile;
pub use self::schema::{Differences, Migration, Schema};

/// The size of the log, in bytes, at which writers wait for readers. Exploring A4_B8 writes 0.3 GB, so one reader
/// can continue during all of it.
const LONGEST_LOG: u64 = 1 << 30;

/// The time that a batch of rows stays open. An interruption commits the current batch, so this limits how long
/// stopping takes, and how much a killed program loses.
pub const BATCH_TIME: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub struct Database {
    connection: Connection,
    state: Arc<State>,
    place: OpenedFile,
    schema: &'static Schema,
    may_write: bool,
    /// The file that [`Database::read_through`] has opened. Declared after the connection, so that it is closed
    /// later: when a process closes a file, the system releases all locks that the process has on it.
    read_through: Option<File>,
}

impl Database {
    /// Opens the database at `path`.
    ///
    /// The header decides whether the file belongs to this program before SQLite sees it, because opening it can
    /// start a recovery that writes. An empty file counts as missing, and becomes a new database with
    /// [`Access::Create`].
    ///
    /// The steps of `schema` create its tables, and upgrade older ones. `stop` interrupts SQLite and the wait for
    /// other writers.
    pub fn open(
        path: &Path,
        access: Access,
        schema: &'static Schema,
        stop: &Stop,
    ) -> Result<Database> {
        let state = Arc::new(State {
            stop: stop.clone(),
            ..State::default()
        });
        let (mut connection, place) = open::open(path, access, schema, &state)?;
        state.watch(&mut connection)?;
        Ok(Database {
            connection,
            state,
            place,
            schema,
            may_write: access != Access::Read,
            read_through: None,
        })
    }

    /// Sets the function that is called when the program waits for another writer.
    pub fn on_wait(&self, report: impl Fn() + Send + 'static) {
        *locked(&self.state.report) = Some(Box::new(report));
    }

    /// The connection, for the SQL of a package.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The approximate number of instructions that SQLite has executed since the database was opened, for reporting
    /// the progress of a long statement.
    pub fn instructions(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.state.instructions)
    }

    /// Begins a read transaction: all its queries see the same state. Within another transaction, they see the
    /// state of that transaction.
    pub fn read(&self) -> Result<Reading<'_>> {
        Ok(Reading {
            connection: &self.connection,
            _transaction: schema::snapshot(&self.connection)?,
        })
    }

    /// Restricts the connection for SQL that a user types: until all guards are dropped, new statements can only
    /// read, and produce no value of more than a mebibyte. Functions produce a value in one instruction, which cannot
    /// be interrupted.
    pub fn confined(&self) -> Result<Confined<'_>> {
        /// A row of Molecules has some 300 bytes.
        const LONGEST_VALUE: i32 = 1 << 20;
        (self.connection).set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
        self.state.confined.fetch_add(1, Ordering::Relaxed);
        Ok(Confined(self))
    }

    /// Begins a short write transaction, which a request to stop does not interrupt once it has the write lock.
    pub fn write(&mut self) -> Result<Writing<'_>> {
        let mut writing = self.write_long()?;
        writing._shield = Some(Shield::over(Arc::clone(&writing.state)));
        Ok(writing)
    }

    /// Begins a write transaction that may take long. A request to stop interrupts it and rolls it back.
    pub fn write_long(&mut self) -> Result<Writing<'_>> {
        let state = Arc::clone(&self.state);
        open::use_log(&self.place.path, &self.connection, &state)?;
        let at_once = TransactionBehavior::Immediate;
        let begun = self.connection.transaction_with_behavior(at_once);
        Ok(Writing {
            transaction: begun.map_err(|error| open::stopped_waiting(error.into(), &state))?,
            _shield: None,
            state,
        })
    }

    /// The size of the log file, in bytes.
    pub fn log_size(&self) -> u64 {
        let log = with_suffix(&self.place.path, "-wal");
        fs::metadata(log).map_or(0, |log| log.len())
    }

    /// Whether the log is so short that writers need not wait.
    pub fn log_is_short(&self) -> bool {
        self.log_size() <= LONGEST_LOG
    }

    /// Copies as much of the log back into the file as possible without waiting for readers. Returns whether a
    /// reader prevents copying the rest.
    pub fn log_is_kept(&self) -> Result<bool> {
        let checkpoint = "pragma wal_checkpoint(passive)";
        let is_kept = |row: &Row<'_>| Ok(row.get::<_, i64>("checkpointed")? < row.get("log")?);
        Ok(self.connection.query_row(checkpoint, [], is_kept)?)
    }

    /// Copies the log back into the file and empties it, once no reader uses it. Waits for readers as long as for
    /// another writer, and at most until it is interrupted. Returns whether the log was emptied.
    pub fn empty_log(&self) -> Result<bool> {
        let checkpoint = "pragma wal_checkpoint(truncate)";
        let is_empty = |row: &Row<'_>| Ok(!row.get::<_, bool>("busy")?);
        match (self.connection.query_row(checkpoint, [], is_empty)).map_err(Error::from) {
            Err(Error::Busy) => Ok(false),
            other => other,
        }
    }

    /// Reads the whole file once without SQLite, because SQLite reports a page that the system cannot read as
    /// malformed. A request to stop ends it early.
    pub fn read_through(&mut self) -> Result<()> {
        let path = &self.place.path;
        let failed = |source| Error::from(app::Error::file("read", path, source));
        let file = match &mut self.read_through {
            Some(file) => file,
            none => none.insert(input::file(path)?),
        };
        file.rewind().map_err(failed)?;
        while !self.state.stop.is_requested() {
            /// The number of bytes per read, which takes milliseconds even on a slow disk.
            const PIECE: u64 = 1 << 20;
            let piece = io::copy(&mut file.take(PIECE), &mut io::sink());
            if piece.map_err(failed)? == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The differences between the schema of the file and the one of this program.
    pub fn schema_differences(&self) -> Result<Differences> {
        schema::differences(&self.connection, self.schema)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // If the file was moved, SQLite would leave the log at the old name. This copies the log back into the file
        // that it belongs to, wherever that is now.
        if self.place.has_moved() {
            const PATIENCE: Duration = Duration::from_secs(1);
            let _shield = Shield::over(Arc::clone(&self.state));
            // Ignores an error, because the log is then in the same state as before.
            let _ = self.connection.busy_timeout(PATIENCE);
            let _ = self.empty_log();
        } else if self.may_write {
            let _shield = Shield::over(Arc::clone(&self.state));
            // SQLite refuses this while another program has the file open, which does no harm.
            let _ = self.connection.busy_timeout(Duration::ZERO);
            let _ = self
                .connection
                .pragma_update(None, "journal_mode", "delete");
        }
    }
}

/// Whether a table, view or index has this name. A file of an older schema that is opened for reading lacks some.
pub fn is_named(connection: &Connection, name: &str) -> Result<bool> {
    let sql = "select 1 from sqlite_schema where name = ?1";
    Ok(connection.prepare_cached(sql)?.exists([name])?)
}

/// See [`Database::confined`].
#[derive(Debug)]
pub struct Confined<'a>(&'a Database);

impl Drop for Confined<'_> {
    fn drop(&mut self) {
        if self.0.state.confined.fetch_sub(1, Ordering::Relaxed) == 1 {
            // Cannot fail, because it was the limit before.
            let limit = Limit::SQLITE_LIMIT_LENGTH;
            let _ = self.0.connection.set_limit(limit, open::LONGEST_VALUE);
        }
    }
}

/// A transaction that only reads, see [`Database::read`].
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

/// A transaction that has the write lock. Unless it is committed, it is rolled back.
#[derive(Debug)]
pub struct Writing<'a> {
    transaction: Transaction<'a>,
    state: Arc<State>,
    _shield: Option<Shield>,
}

impl Writing<'_> {
    /// Executes a statement that is a single instruction for SQLite, however long it takes, such as dropping an
    /// index or deleting all rows of a table. SQLite does not check for a request to stop meanwhile, so such a
    /// request ends the program, which rolls back the transaction.
    pub fn in_one_step(&self, sql: &str) -> Result<usize> {
        let executed = || self.transaction.execute(sql, []);
        Ok(self.state.stop.run_blocking(executed)?)
    }

    /// Commits the transaction. If the commit fails, either the whole transaction was written or nothing.
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

/// The number of instructions between two checks for a request to stop, which take far less than a millisecond.
const INSTRUCTIONS_BETWEEN_CHECKS: i32 = 10_000;

/// The time of one nap while another program writes.
const NAP: Duration = Duration::from_millis(5);

/// The number of naps before the wait is reported.
const NAPS_BEFORE_REPORT: i32 = 200;

type WaitCallback = Box<dyn Fn() + Send>;

/// The state that SQLite's handlers check.
#[derive(Default)]
struct State {
    stop: Stop,
    /// The number of shields.
    shielded: AtomicU64,
    /// The number of guards of [`Database::confined`].
    confined: AtomicU64,
    instructions: Arc<AtomicU64>,
    /// Is called when the program waits for another writer.
    report: Mutex<Option<WaitCallback>>,
}

impl State {
    /// Makes a request to stop interrupt a connection, and confines the statements that it prepares while that is
    /// requested.
    fn watch(self: &Arc<State>, connection: &mut Connection) -> Result<()> {
        let state = Arc::clone(self);
        let authorizer = move |context: AuthContext<'_>| match context.action {
            _ if state.confined.load(Ordering::Relaxed) == 0 => Authorization::Allow,
            AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => {
                Authorization::Allow
            }
            AuthAction::Function { function_name } if function_name != "load_extension" => {
                Authorization::Allow
            }
            _ => Authorization::Deny,
        };
        connection.authorizer(Some(authorizer))?;
        let state = Arc::clone(self);
        let look = move || {
            let executed = INSTRUCTIONS_BETWEEN_CHECKS as u64;
            state.instructions.fetch_add(executed, Ordering::Relaxed);
            state.stop.is_requested() && state.shielded.load(Ordering::Relaxed) == 0
        };
        Ok(connection.progress_handler(INSTRUCTIONS_BETWEEN_CHECKS, Some(look))?)
    }

    /// Makes a connection wait for other writers, in short naps, until the program is interrupted.
    fn wait_for_others(self: &Arc<State>, connection: &mut Connection) -> Result<()> {
        let state = Arc::clone(self);
        Ok(connection.busy_handler(Some(move |naps: i32| state.nap(naps)))?)
    }

    /// Sleeps a moment. Returns false if interrupted.
    fn nap(&self, naps: i32) -> bool {
        if naps == NAPS_BEFORE_REPORT
            && let Some(report) = &*locked(&self.report)
        {
            report();
        }
        thread::sleep(NAP);
        !self.stop.is_requested()
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// While this exists, a request to stop interrupts nothing.
#[derive(Debug)]
struct Shield(Arc<State>);

impl Shield {
    fn over(state: Arc<State>) -> Shield {
        state.shielded.fetch_add(1, Ordering::Relaxed);
        Shield(state)
    }
}

impl Drop for Shield {
    fn drop(&mut self) {
        self.0.shielded.fetch_sub(1, Ordering::Relaxed);
    }
}
