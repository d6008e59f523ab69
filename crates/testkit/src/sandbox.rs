//! Runs programs as a user does: real processes, each in a folder of its own.

use std::env;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use tempfile::TempDir;

/// A folder in which a program runs, with the database in the default place.
#[derive(Debug)]
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
    /// An empty sandbox in which this program runs.
    pub fn of(program: &'static str) -> Sandbox {
        let folder = tempfile::tempdir().unwrap();
        Sandbox { folder, program }
    }

    /// The folder in which programs run.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    pub fn db(&self) -> PathBuf {
        self.path("data/blackbox.db")
    }

    /// A command for a program, in an environment without variables that affect it.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let program = Path::new(program.as_ref());
        // Programs of this repository are called by their names, because their hints repeat the name.
        let (name, folder) = match (program.file_name(), program.parent()) {
            (Some(name), Some(folder)) if program.is_absolute() => (name, Some(folder)),
            _ => (program.as_os_str(), None),
        };
        let mut command = if signals_are_ignored() {
            // Otherwise, the program would inherit ignored signals.
            let mut command = Command::new("env");
            command.arg("--default-signal").arg(name);
            command
        } else {
            called(program, name)
        };
        if let Some(folder) = folder {
            let others = env::var_os("PATH").unwrap_or_default();
            let first = [folder.to_owned()].into_iter();
            let path = first.chain(env::split_paths(&others));
            command.env("PATH", env::join_paths(path).unwrap());
        }
        command.current_dir(self.folder()).stdin(Stdio::null());
        for variable in ["BLACKBOX_DB", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Ended {
        let output = self.command(self.program).args(args).output();
        output.unwrap().into()
    }

    /// Runs the program to its end with this input on stdin, which it may not read completely.
    pub fn with_input(&self, args: &[&str], input: &[u8]) -> Ended {
        let mut child = self.spawn(args, Stdio::piped());
        let _ = child.stdin.take().unwrap().write_all(input);
        ended(child)
    }

    /// Runs the program to its end, which must be successful, and returns its stdout.
    pub fn ok(&self, args: &[&str]) -> String {
        let ended = self.run(args);
        assert_eq!(ended.code, Some(0), "{args:?}: {ended:?}");
        ended.stdout
    }

    /// Runs the program to its end, which must be an error with this code. It must print one line that contains
    /// this message, and leave every file unchanged.
    pub fn refuses(&self, args: &[&str], code: i32, message: &str) {
        let before = self.files();
        let ended = self.run(args);
        ended.check_reason(code, message);
        assert_eq!(ended.stdout, "", "{args:?}");
        assert!(self.files() == before, "{args:?}");
    }

    /// Runs the program, in an empty sandbox, with a limit on its threads, which it must report in one line.
    ///
    /// Root has no such limit, so the program then runs as another user. If that is not possible, the test prints
    /// so and passes.
    #[cfg(target_os = "linux")]
    pub fn starves(&self, args: &[&str]) {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        use std::os::unix::process::CommandExt;

        let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
        if is_root {
            let all = fs::Permissions::from_mode(0o777);
            fs::set_permissions(self.folder(), all).unwrap();
        }
        let run = |args: &[&str]| {
            let mut command = self.command("prlimit");
            command.arg("--nproc=8").arg(self.program).args(args);
            if is_root {
                // A user whose threads no other test counts.
                command.uid(100_000 + std::process::id()).gid(100_000);
            }
            command.output()
        };
        if !run(&["--version"]).is_ok_and(|output| output.status.success()) {
            eprintln!("threads cannot be limited here: {args:?} is not tried");
            return;
        }
        let ended = Ended::from(run(args).unwrap());
        ended.check_reason(1, "error: not enough threads");
    }

    /// As [`ok`](Sandbox::ok), for a command line with spaces between arguments.
    pub fn says(&self, line: &str) -> String {
        self.ok(&words(line))
    }

    /// The document that a command line prints with `--format json`.
    pub fn document(&self, line: &str) -> Value {
        let text = self.says(&format!("{line} --format json --quiet"));
        serde_json::from_str(&text).unwrap()
    }

    /// Starts the program without waiting for it.
    pub fn start(&self, args: &[&str]) -> Child {
        self.spawn(args, Stdio::null())
    }

    fn spawn(&self, args: &[&str], stdin: Stdio) -> Child {
        let mut command = self.command(self.program);
        command.args(args).stdin(stdin);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Runs a command line whose stdin begins with `input` and stays open, and interrupts it a moment after it has
    /// begun. It must end soon, with the exit code for an interruption.
    #[cfg(unix)]
    pub fn interrupted(&self, line: &str, input: &[u8]) -> Ended {
        self.interrupted_with(&words(line), input)
    }

    /// As [`Sandbox::interrupted`], with arguments that may contain spaces.
    #[cfg(unix)]
    pub fn interrupted_with(&self, args: &[&str], input: &[u8]) -> Ended {
        let mut child = self.spawn(args, Stdio::piped());
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input).unwrap();
        wait_for_handler(&child);
        // Waits until the work itself has begun.
        thread::sleep(Duration::from_millis(300));
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success(), "{args:?} had ended");
        let asked = Instant::now();
        let stopped = ended(child);
        assert!(asked.elapsed() < Duration::from_secs(2), "{stopped:?}");
        assert_eq!(stopped.code, Some(130), "{stopped:?}");
        stopped
    }

    /// All files and folders with their bytes, for a later comparison.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let kind = fs::symlink_metadata(&path).unwrap().file_type();
                let mut bytes = Vec::new();
                if kind.is_file() {
                    bytes = fs::read(&path).unwrap();
                } else if kind.is_dir() {
                    folders.push(path.clone());
                }
                found.push((path, bytes));
            }
        }
        found.sort();
        found
    }

    /// Opens the database as another program does, for reading and changing it.
    pub fn sql(&self) -> Connection {
        open(&self.db())
    }

    /// Changes the database, as another program could.
    pub fn change(&self, sql: &str) {
        let changed = self.sql().execute_batch(sql);
        changed.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// The result of a query for one number.
    pub fn number(&self, sql: &str) -> i64 {
        one(&self.sql(), sql)
    }
}

impl Ended {
    /// Checks that it ended with this code and gave the reason in one line, followed by at most one hint.
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

    /// As [`Ended::check_error`], and checks that the reason or the hint contains this part.
    #[track_caller]
    pub fn check_reason(&self, code: i32, part: &str) {
        self.check_error(code);
        assert!(self.stderr.contains(part), "no {part:?} in {self:?}");
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

/// A program by its path, but with this name as its first argument. Calling it by name with another PATH would
/// fork, which copies the page tables of the tests and took a third of their time.
#[cfg(unix)]
fn called(program: &Path, name: &OsStr) -> Command {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new(program);
    command.arg0(name);
    command
}

#[cfg(not(unix))]
fn called(_: &Path, name: &OsStr) -> Command {
    Command::new(name)
}

/// The shell, by its path where that is always the same, so that it is not forked either.
pub const SHELL: &str = if cfg!(unix) { "/bin/sh" } else { "sh" };

/// Whether the tests were started in the background by a script, which makes signals ignored.
fn signals_are_ignored() -> bool {
    signals("self", "SigIgn:") & 0b11 != 0
}

/// Waits until a program handles Ctrl-C, which would otherwise end it without a message. If the system does not
/// report handlers, this takes 700 ms.
#[cfg(unix)]
pub fn wait_for_handler(child: &Child) {
    let (pid, begun) = (child.id().to_string(), Instant::now());
    while signals(&pid, "SigCgt:") & 0b10 == 0 && begun.elapsed() < Duration::from_millis(700) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// The signals of a process in a field of its status, one bit each.
fn signals(process: &str, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix(name));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// The arguments of a command line, which are separated by spaces.
pub fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Waits for a program that was started.
pub fn ended(child: Child) -> Ended {
    child.wait_with_output().unwrap().into()
}

/// Opens an existing database.
pub fn open(path: &Path) -> Connection {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(path, flags).unwrap();
    // Checking the indexes of a large table accesses it in random order.
    let cache = connection.pragma_update(None, "cache_size", -256 * 1024);
    cache.unwrap();
    connection
}

/// The result of a query for one value.
pub fn one<T: FromSql>(connection: &Connection, sql: &str) -> T {
    let found = connection.query_row(sql, [], |row| row.get(0));
    found.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// The result of a query in the format of the reference tables: a header, commas, no quotes, and nothing for null.
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
                ValueRef::Null => {}
                ValueRef::Integer(number) => write!(text, "{number}").unwrap(),
                ValueRef::Text(bytes) => text += str::from_utf8(bytes).unwrap(),
                other => panic!("{other:?}"),
            }
        }
        text.push('\n');
    }
    text
}
