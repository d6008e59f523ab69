//! Runs Black Box's programs as a user does.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Debug;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use blackbox::Error;
use blackbox::store::Store;
use db::Access;
use itertools::Itertools;
use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process};
use sha2::{Digest, Sha256};
use testkit::{Ended, SHELL, Sandbox, csv, ended, words};
use watch::{Stop, Watcher, locked};

pub(crate) const BLACKBOX: &str = env!("CARGO_BIN_EXE_blackbox");

/// Subcommands with the arguments that they need besides a configuration. The first two create a database, and the
/// last one only reads.
pub(crate) const PROGRAMS: [&[&str]; 6] = [
    &["run"],
    &["init"],
    &["explore"],
    &["init-spectrum"],
    &["update-spectrum"],
    &["display", "1"],
];

pub(crate) fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

pub(crate) fn empty_sandbox() -> Sandbox {
    Sandbox::of(BLACKBOX)
}

/// A sandbox whose database has these bytes.
pub(crate) fn sandbox_with(bytes: &[u8]) -> Sandbox {
    let sandbox = empty_sandbox();
    fs::create_dir(sandbox.path("data")).unwrap();
    fs::write(sandbox.db(), bytes).unwrap();
    sandbox
}

/// A sandbox with the database that these command lines create. Each sequence of lines is run only once, and each
/// test gets a copy of the file.
pub(crate) fn prepared_sandbox(lines: &str) -> Sandbox {
    type File = Arc<OnceLock<Vec<u8>>>;
    static PREPARED: Mutex<BTreeMap<String, File>> = Mutex::new(BTreeMap::new());
    let file = File::clone(locked(&PREPARED).entry(lines.to_owned()).or_default());
    sandbox_with(file.get_or_init(|| {
        let (sandbox, line) = match lines.rsplit_once('\n') {
            Some((before, line)) => (prepared_sandbox(before), line),
            None => (empty_sandbox(), lines),
        };
        sandbox.says(line);
        fs::read(sandbox.db()).unwrap()
    }))
}

/// A sandbox in which the pipeline was run for these configurations, one after the other.
pub(crate) fn explored_sandbox(configs: &[&str]) -> Sandbox {
    let line = |config| format!("run --config {config}");
    prepared_sandbox(&configs.iter().map(line).join("\n"))
}

pub(crate) fn initialised_sandbox(config: &str) -> Sandbox {
    let sandbox = empty_sandbox();
    sandbox.ok(&["init", "--config", config]);
    sandbox
}

/// A shell script that can call the program as `$0` or `blackbox`.
pub(crate) fn script(sandbox: &Sandbox, script: &str) -> Command {
    let folder = Path::new(BLACKBOX).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let mut command = sandbox.command(SHELL);
    command.args(["-c", script, BLACKBOX]).env("PATH", path);
    command
}

pub(crate) fn shell(sandbox: &Sandbox, text: &str) -> Ended {
    script(sandbox, text).output().unwrap().into()
}

/// Sends a signal to a program, which was not waited for yet, so that its ID is still valid.
pub(crate) fn send(signal: Signal, child: &Child) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits for a condition, which usually takes moments.
#[track_caller]
pub(crate) fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_there() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Asks a program to stop, and checks that it does so soon.
#[track_caller]
pub(crate) fn stopped(child: Child) -> Ended {
    let asked = Instant::now();
    send(Signal::INT, &child);
    let stopped = ended(child);
    assert!(asked.elapsed() < Duration::from_secs(3), "{stopped:?}");
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    stopped
}

/// Reads stderr of a program until a line contains this text. Returns the rest of stderr.
#[track_caller]
pub(crate) fn wait_to_hear(child: &mut Child, part: &str) -> BufReader<ChildStderr> {
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(part) {
        line.clear();
        let length = stderr.read_line(&mut line).unwrap();
        assert!(length > 0, "it does not say {part:?}");
    }
    stderr
}

/// Waits until an exploration has committed a batch.
#[track_caller]
pub(crate) fn wait_for_batch(sandbox: &Sandbox) {
    wait_for("batch", || {
        sandbox.number("select count(*) from Batches") > 0
    });
}

#[track_caller]
pub(crate) fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in {text}");
}

/// Watches work in this process, and calls functions for its messages and its progress.
pub(crate) struct Listener<Say, Advance> {
    pub stop: Stop,
    pub say: Say,
    pub advance: Advance,
}

impl<Say: Fn(&str), Advance: Fn()> Watcher for Listener<Say, Advance> {
    fn begin(&self, task: &str, _: u64, _: u64) {
        (self.say)(task);
    }
    fn advance(&self, _: u64) {
        (self.advance)();
    }
    fn say(&self, message: &str) {
        (self.say)(message);
    }
    fn stop(&self) -> &Stop {
        &self.stop
    }
}

/// Checks that work in this process ended because it was interrupted.
pub(crate) fn check_was_stopped<T: Debug>(ended: blackbox::Result<T>) {
    let stopped =
        |error: &Error| matches!(error, Error::Db(db::Error::App(app::Error::Stopped(_))));
    assert!(ended.as_ref().is_err_and(stopped), "{ended:?}");
}

/// Runs a command line, which must succeed.
#[track_caller]
pub(crate) fn succeeds(sandbox: &Sandbox, line: &str) -> Ended {
    let ended = sandbox.run(&words(line));
    assert_eq!(ended.code, Some(0), "{line}: {ended:?}");
    ended
}

pub(crate) fn open(path: &Path, access: Access, watcher: &impl Watcher) -> Store {
    Store::open(path, access, watcher.stop()).unwrap()
}

/// The number of existing indexes among those that are built after a load.
pub(crate) fn indexes(sandbox: &Sandbox) -> i64 {
    let named = "name in ('Molecules_number', 'Molecules_spectrum')";
    sandbox.number(&format!("select count(*) from sqlite_schema where {named}"))
}

/// The rows of a table as CSV. `table` may have a condition and an order.
pub(crate) fn rows(connection: &Connection, table: &str) -> String {
    csv(connection, &format!("select * from {table}"))
}

/// The molecules and the spectra of a configuration, in the format of `data/reference`.
pub(crate) fn tables(connection: &Connection, config: &str) -> [String; 2] {
    [("Molecules", "number"), ("Spectrums", "spectrum")].map(|(table, order)| {
        let some = format!("{table} where config = '{config}' order by {order}");
        rows(connection, &some)
    })
}

/// Checks that the output has no control characters, and that the program did not panic.
#[track_caller]
pub(crate) fn check_printed(ended: &Ended) {
    let raw = |c: char| c.is_control() && c != '\n';
    let steers = ended.stdout.contains(raw) || ended.stderr.contains(raw);
    assert!(!steers && !ended.stderr.contains("panicked"), "{ended:?}");
}

/// Parses the rows of a table in a text. Arrows separate the cells, and a row ends with the line of its last arrow.
pub(crate) fn cases<const CELLS: usize>(table: &str) -> Vec<[&str; CELLS]> {
    let mut rows = Vec::new();
    let mut rest = table.trim();
    while !rest.is_empty() {
        let last_arrow = rest.match_indices("=>").nth(CELLS - 2);
        let (last_arrow, _) = last_arrow.unwrap_or_else(|| panic!("{rest}"));
        let line = rest[last_arrow..].lines().next().unwrap_or_default();
        let (row, more) = rest.split_at(last_arrow + line.len());
        let cells: Vec<&str> = row.split("=>").map(str::trim).collect();
        rows.push(cells.try_into().unwrap());
        rest = more.trim_start();
    }
    rows
}

/// Checks that every program of the pipeline refuses these options.
#[track_caller]
pub(crate) fn all_refuse(sandbox: &Sandbox, options: &[&str], code: i32, message: &str) {
    for program in PROGRAMS {
        sandbox.refuses(&with(program, options), code, message);
    }
}

/// Runs a command, which must succeed, and returns its stdout.
#[track_caller]
pub(crate) fn output(command: &mut Command) -> String {
    let ended = Ended::from(command.output().unwrap());
    assert_eq!(ended.code, Some(0), "{ended:?}");
    ended.stdout
}

/// Creates a named pipe.
pub(crate) fn fifo(sandbox: &Sandbox, name: &str) {
    output(Command::new("mkfifo").arg(sandbox.path(name)));
}

/// A Python interpreter with these modules. If there is none, prints that and returns `None`.
pub(crate) fn python_with(modules: &str) -> Option<String> {
    let python = env::var("CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = format!("import {modules}");
    let ended = Command::new(&python).args(["-c", &import]).output();
    if ended.is_ok_and(|ended| ended.status.success()) {
        return Some(python);
    }
    eprintln!("SKIPPED: {python} has no {modules} (CLIENTS_PYTHON may name another one)");
    None
}

/// The SHA-256 of a text in the format of `sha256sum`.
pub(crate) fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
