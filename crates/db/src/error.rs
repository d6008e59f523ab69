//! The errors of databases, each with a message of one line and a hint.

use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, ffi};

use app::{Command, Hint};

/// The result of any operation that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation failed. The message says what is wrong, and [`Error::hint`] what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error(transparent)]
    App(#[from] app::Error),
    #[error("there is no database at {}", .0.display())]
    NoDatabase(PathBuf),
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    #[error("the database was moved, deleted or replaced while this program was using it")]
    Moved,
    #[error("there is not enough memory")]
    Memory,
    #[error("cannot open {} or the -wal and -shm files that SQLite keeps beside it", .0.display())]
    CannotOpen(PathBuf),
    /// The file is read-only, or no files can be created beside it.
    #[error("{} or its folder is not writable", .0.display())]
    ReadOnly(PathBuf),
    #[error("another program is writing to the database")]
    Busy,
    #[error("no space is left for the database: {0}")]
    Full(rusqlite::Error),
    #[error("the system cannot read or write the database: {0}")]
    Disk(rusqlite::Error),
    /// A row or a page was not written by this program.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// A page is malformed. SQLite also reports this if the system cannot read the page.
    #[error("the disk cannot be read, or the database is damaged: {0}")]
    Malformed(rusqlite::Error),
    /// A query failed unexpectedly.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
}

impl Error {
    /// What the user can do, if anything.
    pub fn hint(&self) -> Option<Hint> {
        let verify = |tells: &str| {
            let hint = Hint::from("nothing was deleted; ").and_run(Command::new("verify"));
            Some(hint.and(format!(" {tells}; or name another file with --db PATH")))
        };
        let hint = match self {
            Error::App(error) => return error.hint(),
            Error::NoFolder(_) => "create it first, or name another file with --db PATH",
            Error::CannotOpen(_) | Error::ReadOnly(_) => {
                "give your user the right to write to the file and its folder, or name another file with --db PATH"
            }
            Error::Moved => {
                "nothing was written after that; run the same command again with the new path of the database"
            }
            Error::Memory => "run the same command again when more memory is free",
            Error::Busy => {
                "wait until that program has ended, or name another file with --db PATH; committed work is safe"
            }
            Error::Full(_) => {
                "free some space and run the same command again; committed work is safe"
            }
            Error::Disk(_) => {
                "check the free space and the limit on file sizes (`ulimit -f`), then run the same command again; committed work is safe"
            }
            Error::Damaged(_) => return verify("reports what is wrong"),
            Error::Malformed(_) => {
                return verify(
                    "checks the whole file; if that fails in the same way, restore a copy",
                );
            }
            // The program knows the command that creates it.
            Error::NoDatabase(_) | Error::Sqlite(_) => return None,
        };
        Some(hint.into())
    }

    /// A file that this program did not make.
    pub(crate) fn not_ours(path: &Path, what: &str) -> Error {
        let hint = "the file was not changed; name another file with --db PATH";
        app::Error::other(format!("{} {what}", path.display()), hint).into()
    }

    /// The work was interrupted: where it stopped, and how to continue.
    pub(crate) fn stopped(what: &str) -> Error {
        app::Error::Stopped(what.to_owned()).into()
    }

    /// Whether the error is a fact about the file, and not about the moment, such as a lack of memory, an
    /// unreadable disk or another program at work. `unsound` says whether the integrity check of SQLite has failed.
    pub fn is_finding(&self, unsound: bool) -> bool {
        match self {
            Error::Damaged(_) => true,
            Error::Malformed(_) => unsound,
            // The cell does not have the type that the query asked for.
            Error::Sqlite(error) => error.sqlite_error().is_none(),
            _ => false,
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        if let rusqlite::Error::SqliteFailure(failure, _) = &error
            && failure.extended_code == ffi::SQLITE_CONSTRAINT_COMMITHOOK
        {
            return Error::Moved;
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Error::stopped(
                "stopped while reading the database; the same command starts from the beginning",
            ),
            Some(ErrorCode::OutOfMemory) => Error::Memory,
            Some(ErrorCode::TooBig) => Error::Damaged(
                "a value in it is longer than any that this program writes".to_owned(),
            ),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy,
            Some(ErrorCode::DiskFull) => Error::Full(error),
            Some(ErrorCode::SystemIoFailure) => Error::Disk(error),
            // This program never violates a constraint, so the file has rows that should not be there.
            Some(ErrorCode::DatabaseCorrupt) => Error::Malformed(error),
            Some(ErrorCode::NotADatabase | ErrorCode::ConstraintViolation) => {
                Error::Damaged(error.to_string())
            }
            _ => Error::Sqlite(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::types::Type;

    use super::*;

    #[test]
    fn temporary_errors_are_not_findings() {
        let of_code =
            |code| Error::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [
            ffi::SQLITE_NOMEM,
            ffi::SQLITE_IOERR,
            ffi::SQLITE_IOERR_READ,
            ffi::SQLITE_CANTOPEN,
            ffi::SQLITE_BUSY,
            ffi::SQLITE_LOCKED,
            ffi::SQLITE_FULL,
            ffi::SQLITE_INTERRUPT,
            ffi::SQLITE_READONLY,
            ffi::SQLITE_PERM,
        ] {
            assert!(!of_code(code).is_finding(true), "{code}");
        }
        for code in [ffi::SQLITE_NOTADB, ffi::SQLITE_TOOBIG] {
            assert!(of_code(code).is_finding(false), "{code}");
        }
        assert!(!of_code(ffi::SQLITE_CORRUPT).is_finding(false));
        assert!(of_code(ffi::SQLITE_CORRUPT).is_finding(true));
        let strange = rusqlite::Error::InvalidColumnType(0, "nb_mol".to_owned(), Type::Blob);
        assert!(Error::from(strange).is_finding(false));
    }
}
