//! Opens a database: checks whether the file belongs to this program, can be written, and has the right schema.
//!
//! A killed program leaves a file in WAL mode, which SQLite cannot open where it cannot create a `-shm` file.
//! Without a `-wal` file, the file has all data, and is opened as immutable. If another user who can write there
//! begins to do so at that moment, the reader may see a torn page and report that the file is damaged.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::input::beginning;
use app::output::{MAGIC, with_suffix};
use app::{Command, Hint};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};

use super::schema::{self, Schema, schema_version};
use super::{Error, Result, State};

/// The mark of files of this program, in bytes 68 to 71 of the header: "BBox".
const APPLICATION_ID: u32 = u32::from_be_bytes(*b"BBox");

/// The limit on the length of a value, in bytes, which exceeds that of any value that the programs write. The sizes
/// of the spectra in a slice of A25_B7 take three megabytes.
pub(super) const LONGEST_VALUE: i32 = 64 << 20;

/// The size of the log file, in bytes, to which SQLite truncates it after a large transaction.
const KEPT_LOG: i64 = 64 << 20;

/// A path, and the identity of the file that it led to when it was opened.
///
/// If another program moves, deletes or replaces an open file, data written to it would no longer be found under
/// its name, and SQLite would take the log at the old name for the log of a new file there without noticing.
#[derive(Clone, Debug)]
pub(super) struct OpenedFile {
    pub(super) path: PathBuf,
    /// Device and inode, if the system has them.
    identity: Option<(u64, u64)>,
}

impl OpenedFile {
    fn of(path: &Path) -> Result<OpenedFile> {
        let identity = identity(path).map_err(|source| app::Error::file("read", path, source))?;
        let path = path.to_owned();
        Ok(OpenedFile { path, identity })
    }

    /// Whether the path now leads to another file, or to none.
    pub(super) fn has_moved(&self) -> bool {
        match identity(&self.path) {
            Ok(found) => found != self.identity,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path)?;
    Ok(Some((found.dev(), found.ino())))
}

/// Other systems do not allow moving an open file.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Option<(u64, u64)>> {
    fs::metadata(path).map(|_| None)
}

/// How to open a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// For reading. The file, and even its folder, may be read-only.
    Read,
    /// For writing to an existing file.
    Write,
    /// For writing. The file is created if it is missing.
    Create,
}

/// Opens the database at `path`, see [`Database::open`](super::Database::open).
pub(super) fn open(
    path: &Path,
    access: Access,
    schema: &Schema,
    state: &Arc<State>,
) -> Result<(Connection, OpenedFile)> {
    // SQLite cannot mistake an absolute path for a URI or for `:memory:`. Its -wal file is beside the file itself,
    // not beside a link to it.
    let failed = |source| app::Error::file("find", path, source);
    let absolute = std::path::absolute(path).map_err(failed)?;
    let version = header_version(&absolute, schema)?;
    let path = &fs::canonicalize(&absolute).unwrap_or(absolute);
    match (access, version) {
        (Access::Create, None) => {
            if let Some(folder) = path.parent().filter(|folder| !folder.exists()) {
                return Err(Error::NoFolder(folder.to_owned()));
            }
        }
        (_, None) | (Access::Read, Some(0)) => {
            return Err(Error::NoDatabase(path.to_owned()));
        }
        _ => {}
    }
    let mut connection = match access {
        Access::Read => open_to_read(path, schema, state)?,
        Access::Write | Access::Create => open_to_write(path, version, schema, state)?,
    };
    let place = OpenedFile::of(path)?;
    if access != Access::Read {
        let there = place.clone();
        connection.commit_hook(Some(move || there.has_moved()))?;
    }
    Ok((connection, place))
}

/// The schema version in bytes 60 to 63 of the header, or `None` if the file is missing or empty. Fails if the file
/// is foreign, newer than this schema, or cannot be read.
fn header_version(path: &Path, schema: &Schema) -> Result<Option<u32>> {
    let Some(header) = header(path)? else {
        return Ok(None);
    };
    let number = |at: usize| Some(u32::from_be_bytes(*header.get(at..)?.first_chunk()?));
    match (number(60), number(68)) {
        (Some(version), Some(id)) if header.starts_with(MAGIC) => {
            if id != APPLICATION_ID {
                return Err(Error::not_ours(path, "is another program's database"));
            }
            check_version(path, version, schema)?;
            Ok(Some(version))
        }
        _ => Err(Error::not_ours(path, "is not an SQLite database")),
    }
}

/// The first hundred bytes of a file, or `None` if the file is missing or empty.
fn header(path: &Path) -> Result<Option<Vec<u8>>> {
    let failed = |source| app::Error::file("read", path, source);
    let metadata = match fs::metadata(path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(failed)?,
    };
    if !metadata.is_file() {
        let what = format!("{} is not a file", path.display());
        return Err(app::Error::other(what, "name a file with --db PATH").into());
    }
    let header = beginning(path, 100).map_err(failed)?;
    Ok((!header.is_empty()).then_some(header))
}

/// Whether the file is in WAL mode, by byte 19 of its header, so that SQLite needs files beside it even for
/// reading.
fn is_in_log_mode(path: &Path) -> Result<bool> {
    Ok(header(path)?.is_some_and(|header| header.get(19) == Some(&2)))
}

fn check_version(path: &Path, found: u32, schema: &Schema) -> Result<()> {
    let known = schema.version();
    if found > known {
        let path = path.display();
        let what = format!(
            "{path} has schema version {found}, but this program supports versions up to {known}"
        );
        let hint = "use a newer version of the program, or name another file with --db PATH";
        return Err(app::Error::other(what, hint).into());
    }
    Ok(())
}

fn open_to_read(path: &Path, schema: &Schema, state: &Arc<State>) -> Result<Connection> {
    // Opens the file for writing if possible, so that SQLite can remove its -wal and -shm files at the end.
    // `query_only` ensures that nothing is written.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let log = with_suffix(path, "-wal");
    let first_read = Connection::open_with_flags(path, flags)
        .map_err(Error::from)
        .and_then(|mut connection| {
            state.wait_for_others(&mut connection)?;
            distrust(&connection)?;
            // Otherwise, these files would be left behind, owned by this user, and keep the owner of the file from
            // writing.
            if connection.is_readonly(MAIN_DB)? && is_in_log_mode(path)? && !log.exists() {
                return Err(Error::ReadOnly(path.to_owned()));
            }
            schema::check(&connection, path, schema)?;
            connection.pragma_update(None, "query_only", true)?;
            Ok(connection)
        });
    match first_read.as_ref().map_err(|error| (error, code(error))) {
        Err((Error::ReadOnly(_), _)) => {}
        // A database in WAL mode needs a -shm file beside it even for reading. If none can be created, no program
        // is writing, and without a -wal file, the file has all data.
        Err((_, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))) => {}
        _ => return first_read,
    }
    // A log has data that the file lacks, and a journal has data to undo its last change. Neither can be applied
    // here.
    for beside in [log, with_suffix(path, "-journal")] {
        if fs::metadata(beside).is_ok_and(|beside| beside.len() > 0) {
            let what = format!(
                "the last program that wrote to {} ended early, and your user cannot apply the changes in its log",
                path.display()
            );
            let status = Hint::from("run ").and_run(Command::new("status"));
            let hint = " as a user who may write to the file and its folder; it repairs the file";
            return Err(app::Error::other(what, status.and(hint)).into());
        }
    }
    let connection = open_immutable(path).map_err(|_| Error::CannotOpen(path.to_owned()))?;
    distrust(&connection)?;
    schema::check(&connection, path, schema)?;
    Ok(connection)
}

/// Opens the file with the schema version `found` in its header, or creates it if there is none.
fn open_to_write(
    path: &Path,
    found: Option<u32>,
    schema: &Schema,
    state: &Arc<State>,
) -> Result<Connection> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, found.is_none());
    let mut connection =
        Connection::open_with_flags(path, flags).map_err(|error| naming(path, error.into()))?;
    state.wait_for_others(&mut connection)?;
    distrust(&connection)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(Error::ReadOnly(path.to_owned()));
    }
    retry_while_busy(path, state, || {
        prepare_to_write(path, &mut connection, schema)
    })?;
    Ok(connection)
}

/// Switches to WAL mode, see [the locks](super). Waits for programs that read the file itself.
pub(super) fn use_log(path: &Path, connection: &Connection, state: &State) -> Result<()> {
    retry_while_busy(path, state, || {
        Ok(connection.pragma_update(None, "journal_mode", "wal")?)
    })
}

/// Repeats a change that other programs prevent, until it is interrupted. If several programs create a database or
/// change its journal mode at once, SQLite reports to some of them that it is busy without waiting first.
fn retry_while_busy(
    path: &Path,
    state: &State,
    mut change: impl FnMut() -> Result<()>,
) -> Result<()> {
    let mut naps = 0;
    loop {
        match change() {
            Err(Error::Busy) if state.nap(naps) => naps += 1,
            other => return other.map_err(|error| stopped_waiting(naming(path, error), state)),
        }
    }
}

/// Replaces the errors of SQLite about the file by those that name it.
fn naming(path: &Path, error: Error) -> Error {
    match code(&error) {
        Some(ErrorCode::CannotOpen) => Error::CannotOpen(path.to_owned()),
        Some(ErrorCode::ReadOnly) => Error::ReadOnly(path.to_owned()),
        _ => error,
    }
}

fn prepare_to_write(path: &Path, connection: &mut Connection, schema: &Schema) -> Result<()> {
    let version = schema_version(connection)?;
    check_version(path, version, schema)?;
    // A foreign file is not changed.
    schema::check(connection, path, schema)?;
    if version == 0 {
        // The page size must be set before the first page is written.
        connection.pragma_update(None, "page_size", 16384)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "journal_size_limit", KEPT_LOG)?;
    // The cache keeps the default size, 2 MiB. Rows are appended, and a sorter with 64 MiB takes 1.4 times as long
    // to build the indexes, because it exceeds the processor's caches. It also checks for a stop only after sorting
    // that much, which can take seconds.
    if version == schema.version() {
        return Ok(());
    }
    if let Err(error) = schema::migrate(connection, schema.steps) {
        // If another program was faster, the schema is up to date.
        if schema_version(connection)? != schema.version() {
            // Reports a full disk and similar errors as elsewhere.
            return Err(match error.into() {
                Error::Sqlite(source) => {
                    let path = path.display();
                    let what = format!("cannot bring the schema of {path} up to date: {source}");
                    app::Error::other(what, "").into()
                }
                known => known,
            });
        }
    }
    schema::check(connection, path, schema)
}

/// Protects against a malicious file: its triggers and views must not run, broken pages must be noticed before use,
/// and no value may take all memory of the machine. (<https://sqlite.org/security.html>)
fn distrust(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "cell_size_check", true)?;
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(setting, on)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_VALUE)?;
    Ok(())
}

/// Reports the interruption, instead of the other program that was writing, if the program was interrupted.
pub(super) fn stopped_waiting(error: Error, state: &State) -> Error {
    match error {
        Error::Busy if state.stop.is_requested() => {
            let what =
                "stopped while another program was writing to the database; nothing was changed";
            Error::stopped(what)
        }
        other => other,
    }
}

fn code(error: &Error) -> Option<ErrorCode> {
    match error {
        Error::Sqlite(error) => error.sqlite_error_code(),
        _ => None,
    }
}

/// Opens a file for reading as immutable, which requires a URI.
fn open_immutable(path: &Path) -> rusqlite::Result<Connection> {
    let mut uri = "file:".to_owned();
    // Percent-encodes the bytes of the path, which need not be UTF-8.
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'%' | b'?' | b'#' | 0x80.. => uri += &format!("%{byte:02x}"),
            plain => uri.push(char::from(plain)),
        }
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(uri + "?immutable=1", flags)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use watch::Stop;

    use super::super::{Database, Migration};
    use super::*;

    static THINGS: Schema = Schema {
        steps: &[Migration {
            version: 1,
            name: "things",
            sql: "create table Things (thing integer); pragma user_version = 1",
            drops_if_empty: &[],
        }],
        later: &[],
    };

    fn create(path: &Path) -> Result<Database> {
        Database::open(path, Access::Create, &THINGS, &Stop::default())
    }

    #[test]
    fn a_new_database_has_our_application_id_and_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/down/new.db");
        assert!(matches!(create(&path), Err(Error::NoFolder(_))));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let database = create(&path).unwrap();
        // This holds even before the WAL has been copied back.
        assert!(header_version(&path, &THINGS).unwrap().is_some());
        assert_eq!(schema_version(database.connection()).unwrap(), 1);
        drop(database);
        assert_eq!(header_version(&path, &THINGS).unwrap(), Some(1));
    }

    #[test]
    fn utf_16_files_are_foreign() {
        let folder = tempfile::tempdir().unwrap();
        for encoding in ["UTF-16le", "UTF-16be"] {
            let path = folder.path().join(encoding);
            let mut connection = Connection::open(&path).unwrap();
            let made =
                format!("pragma encoding = '{encoding}'; pragma application_id = {APPLICATION_ID}");
            connection.execute_batch(&made).unwrap();
            schema::migrate(&mut connection, THINGS.steps).unwrap();
            drop(connection);
            for access in [Access::Read, Access::Write, Access::Create] {
                let opened = Database::open(&path, access, &THINGS, &Stop::default());
                let said = opened.unwrap_err().to_string();
                let fault = format!("its text encoding is {encoding}, not UTF-8");
                assert!(said.contains(&fault), "{said}");
            }
        }
    }

    #[test]
    fn sql_is_confined_until_the_last_guard_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let database = create(&folder.path().join("new.db")).unwrap();
        let sql = "insert into Things (thing) values (1)";
        let can_write = || database.connection().prepare(sql).is_ok();
        for guard in [(); 2].map(|()| database.confined().unwrap()) {
            assert!(!can_write());
            drop(guard);
        }
        assert!(can_write());
    }

    #[test]
    fn many_can_create_the_same_database_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.db");
        thread::scope(|scope| {
            let openers: Vec<_> = (0..8).map(|_| scope.spawn(|| create(&path))).collect();
            for opener in openers {
                opener.join().unwrap().unwrap();
            }
        });
    }
}
