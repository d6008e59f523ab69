//! The programs as a user runs them: real processes in a folder of their own.

// Every test program uses its own part of this.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

pub const BLACKBOX: &str = env!("CARGO_BIN_EXE_blackbox");

/// Every subcommand with what it needs besides a configuration. The first two
/// create a database, the last one only reads.
pub const PROGRAMS: [&[&str]; 6] = [
    &["run"],
    &["init"],
    &["explore"],
    &["init-spectrum"],
    &["update-spectrum"],
    &["display", "1"],
];

/// Arguments with more of them behind.
pub fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// A folder in which programs run, with the database where they look for it
/// unless they are told another place.
pub struct Sandbox {
    folder: TempDir,
    program: &'static str,
}

/// How a program ended.
#[derive(Debug)]
pub struct Ended {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox::of(BLACKBOX)
    }

    /// A sandbox in which another program is run.
    pub fn of(program: &'static str) -> Sandbox {
        let folder = tempfile::tempdir().unwrap();
        Sandbox { folder, program }
    }

    /// A sandbox in which these configurations went through the pipeline, one
    /// after the other.
    pub fn with(configs: &[&str]) -> Sandbox {
        let sandbox = Sandbox::new();
        for config in configs {
            sandbox.ok(&["run", "--config", config]);
        }
        sandbox
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// The database.
    pub fn db(&self) -> PathBuf {
        self.path("data/blackbox.db")
    }

    /// A program of ours with nothing in its environment that it heeds.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder()).stdin(Stdio::null());
        for variable in ["BLACKBOX_DB", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the program, which is `blackbox` by default, to its end.
    pub fn run(&self, args: &[&str]) -> Ended {
        self.command(self.program)
            .args(args)
            .output()
            .unwrap()
            .into()
    }

    /// Runs the program to its end, which must be a good one, and returns what
    /// it wrote to stdout.
    pub fn ok(&self, args: &[&str]) -> String {
        let ended = self.run(args);
        assert_eq!(ended.code, Some(0), "{args:?}: {ended:?}");
        ended.stdout
    }

    /// Runs the program to its end, which must be an error with this code and
    /// one clear line that contains this, and must leave every file as it is.
    pub fn refuses(&self, args: &[&str], code: i32, message: &str) {
        let before = self.files();
        let ended = self.run(args);
        ended.check_error(code);
        assert_eq!(ended.stdout, "", "{args:?}");
        assert!(ended.stderr.contains(message), "{args:?}: {ended:?}");
        assert!(self.files() == before, "{args:?}");
    }

    /// Starts the program and does not wait for it.
    pub fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(self.program);
        command.args(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Every file and folder with its bytes, to be compared with later.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let kind = fs::symlink_metadata(&path).unwrap().file_type();
                let bytes = if kind.is_file() {
                    fs::read(&path).unwrap()
                } else {
                    Vec::new()
                };
                if kind.is_dir() {
                    folders.push(path.clone());
                }
                found.push((path, bytes));
            }
        }
        found.sort();
        found
    }

    /// The database, as somebody else's program reads and changes it.
    pub fn sql(&self) -> Connection {
        open(&self.db())
    }

    /// The answer to a query of one number.
    pub fn number(&self, sql: &str) -> i64 {
        self.sql().query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

impl Ended {
    /// It must have ended with this code and said why in one line, with at
    /// most one hint behind its messages.
    pub fn check_error(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:?}");
        let lines = || self.stderr.lines();
        let begin_with = |word: &str| lines().filter(|line| line.starts_with(word)).count();
        assert_eq!(begin_with("error: "), 1, "{self:?}");
        assert!(begin_with("hint: ") <= 1, "{self:?}");
        if code == 1 {
            let said = lines().skip_while(|line| !line.starts_with("error: "));
            assert_eq!(said.count(), 1 + begin_with("hint: "), "{self:?}");
        }
        assert!(!self.stderr.contains("panicked"), "{self:?}");
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Waits for a program that was started.
pub fn ended(child: Child) -> Ended {
    child.wait_with_output().unwrap().into()
}

/// A database that exists.
pub fn open(path: &Path) -> Connection {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(path, flags).unwrap();
    // Checking the indexes of a big table goes back and forth in it.
    connection
        .pragma_update(None, "cache_size", -256 * 1024)
        .unwrap();
    connection
}

/// What a query finds, as the reference tables write it: a header, commas,
/// no quotes.
pub fn csv(connection: &Connection, sql: &str) -> String {
    let mut statement = connection.prepare(sql).unwrap();
    let names: Vec<&str> = statement.column_names().collect();
    let mut text = names.join(",") + "\n";
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        for column in 0..columns {
            if column > 0 {
                text.push(',');
            }
            match row.get_ref(column).unwrap() {
                ValueRef::Integer(number) => write!(text, "{number}").unwrap(),
                ValueRef::Text(bytes) => text += str::from_utf8(bytes).unwrap(),
                other => panic!("{other:?}"),
            }
        }
        text.push('\n');
    }
    text
}

/// The molecules of a configuration, as `data/reference` has them.
pub fn molecules_csv(connection: &Connection, config: &str) -> String {
    let sql = format!("select * from Molecules where config = '{config}' order by number");
    csv(connection, &sql)
}

/// All rows of a table in the order of its key, which is the quickest one.
pub fn rows(connection: &Connection, table: &str) -> String {
    csv(connection, &format!("select * from {table}"))
}

/// The spectra of a configuration, as `data/reference` has them.
pub fn spectrums_csv(connection: &Connection, config: &str) -> String {
    let sql = format!("select * from Spectrums where config = '{config}' order by spectrum");
    csv(connection, &sql)
}
