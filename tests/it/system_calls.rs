//! Kills a program at each of its system calls, and makes each call fail in every possible way. `strace` does
//! both. The same command then ends with the same rows, and no message calls the file damaged.
//!
//! Usually, some random system calls; with `FAULTS=long`, all of them.
#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, thread};

use testkit::{Ended, Sandbox, csv, seeded, words};
use watch::on_threads;

use crate::common::program::{BLACKBOX, empty_sandbox};

/// The system calls for files, memory and threads, and the errors that they can have, according to their manual
/// pages, when the program makes no mistake. The last ones fail in a special way that strace cannot imitate.
const CALLS: &str = "access faccessat faccessat2 => EACCES EIO ENOMEM EROFS
    chmod fchmod fchown => EIO EPERM EROFS
    clone clone3 mremap => EAGAIN ENOMEM
    close => EDQUOT EINTR EIO ENOSPC
    fallocate => EINTR EIO ENOSPC EOPNOTSUPP
    fcntl => EACCES EAGAIN EMFILE ENOLCK
    fdatasync fsync => EDQUOT EINTR EIO ENOSPC EROFS
    flock => EINTR ENOLCK
    fstat => EIO ENOMEM EOVERFLOW
    ftruncate => EFBIG EINTR EIO EPERM EROFS
    getcwd => EACCES ENOENT ENOMEM
    getdents64 => EIO ENOMEM
    linkat => EACCES EDQUOT EIO ENOSPC EROFS
    lseek => EIO EOVERFLOW
    lstat newfstatat readlink stat statx => EACCES EIO ENOMEM
    mkdir rename => EACCES EDQUOT EIO ENOMEM ENOSPC EROFS
    mmap => EAGAIN ENFILE ENOMEM
    openat => EACCES EDQUOT EINTR EIO EMFILE ENFILE ENOMEM ENOSPC EROFS
    pipe2 socketpair => EMFILE ENFILE
    pread64 read => EINTR EIO
    pwrite64 => EDQUOT EFBIG EINTR EIO ENOSPC
    rmdir unlink => EACCES EBUSY EIO EROFS
    write => EAGAIN EDQUOT EFBIG EINTR EIO ENOSPC EPIPE
    brk execve =>";

fn each_call() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    CALLS.lines().flat_map(|line| {
        let (calls, errors) = line.split_once("=>").unwrap();
        let calls = words(calls).into_iter();
        calls.map(move |call| (call, words(errors)))
    })
}

/// Whether this call, as `strace` prints it, can fail with this error. An unlock never fails, and only a call that
/// duplicates a descriptor needs a new one.
fn can_fail(line: &str, error: &str) -> bool {
    !line.is_empty()
        && (!line.contains("fcntl(")
            || match error {
                "EMFILE" => line.contains("F_DUPFD"),
                _ => line.contains("F_SETLK") && !line.contains("F_UNLCK"),
            })
}

/// The number of faults of each kind in the short form.
const SHORT_FAULTS: usize = 6;

/// A command of `blackbox`, and the conditions that must hold after any fault.
struct SystemCalls<'a> {
    /// The commands that run before in the same folder.
    before: &'a [&'a [&'a str]],
    /// The command that is killed and gets errors.
    args: &'a [&'a str],
    /// Queries that must finally give the same result as without a fault.
    rows: &'a [&'a str],
}

const VERIFY: &[&str] = &["verify", "--quiet", "--config", "A2_B4"];
const RUN: &[&str] = &["run", "--quiet", "--config", "A2_B4"];

/// All rows that the pipeline stores, without their times.
const ROWS: &[&str] = &[
    "select config, nb_mol, frontier, nb_stored,
            explored_at is null, spectrums_initialised_at is null, spectrums_updated_at is null
       from Configurations",
    "select * from Molecules",
    "select * from Spectrums",
    "select sum(nb_mol) from Batches",
    "select config, stage from Provenance",
    "select name from SavedQueries",
];

/// A fault in a call: the number of the call among a thread's calls of this name, from 1.
#[derive(Clone, Debug)]
struct InjectedFault {
    call: &'static str,
    at: usize,
    /// `None` for a kill.
    error: Option<&'static str>,
}

/// The results of a run without faults.
struct Undisturbed {
    stdout: String,
    remains: Remains,
    /// For each name, the calls of the thread that makes most of them, as `strace` prints them. Calls of the
    /// loader, which come before the program itself, are empty.
    calls: HashMap<String, Vec<String>>,
}

/// The results of the queries, and the files outside the folder of the database.
#[derive(PartialEq, Eq, Debug)]
struct Remains {
    rows: Vec<String>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl SystemCalls<'_> {
    /// Injects some random faults, or all of them with `FAULTS=long` in the environment, and prints the results as
    /// lines of a table. Fails if the program does anything but end with an error, if a fault leaves damage behind,
    /// or if the same command then does not end as if nothing had happened.
    ///
    /// Prints a message and passes if `strace` is missing or not permitted.
    fn check(&self) {
        let long = std::env::var("FAULTS").is_ok_and(|how| how == "long");
        let name = format!("blackbox {}", self.args.join(" ")).replace(" --quiet", "");
        let before = empty_sandbox();
        for args in self.before {
            before.ok(args);
        }
        let Some(undisturbed) = self.undisturbed(&before) else {
            eprintln!("SKIPPED: strace cannot trace here; system calls of `{name}` are not tried");
            println!("SUMMARY|system calls of `{name}`|0|SKIPPED: strace cannot trace here");
            return;
        };
        let calls: usize = undisturbed.calls.values().map(Vec::len).sum();
        let (mut kills, mut errors) = (Vec::new(), Vec::new());
        for (call, possible) in each_call() {
            let lines = undisturbed.calls.get(call).map_or(&[][..], Vec::as_slice);
            for (line, at) in lines.iter().zip(1..) {
                let with = |error| InjectedFault { call, at, error };
                kills.push(with(None));
                let possible = possible.iter().filter(|error| can_fail(line, error));
                errors.extend(possible.map(|&error| with(Some(error))));
            }
        }
        if !long {
            let mut random = seeded("FAULTS_SEED");
            for tries in [&mut kills, &mut errors] {
                let any = |_| tries[random.below(tries.len() as u64) as usize].clone();
                *tries = (0..SHORT_FAULTS).map(any).collect();
            }
        }
        let sound = Mutex::new(HashSet::new());
        let mut faults = Vec::new();
        for (tries, what) in [(kills, "`kill -9` at"), (errors, "an error in")] {
            let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
            for outcome in self.make(&before, &undisturbed, &tries, &sound) {
                match outcome {
                    Ok(outcome) => *counted.entry(outcome).or_default() += 1,
                    Err(fault) => faults.push(fault),
                }
            }
            let told = |(outcome, count)| format!("{count} {outcome}");
            let counted: Vec<String> = counted.into_iter().map(told).collect();
            let (tries, told) = (tries.len(), counted.join(", "));
            println!("SUMMARY|{what} the {calls} system calls of `{name}`|{tries}|{told}");
        }
        let first = faults[..faults.len().min(40)].join("\n");
        assert!(faults.is_empty(), "{} faults:\n{first}", faults.len());
    }

    /// Runs the program without a fault. `None` if it cannot be traced.
    fn undisturbed(&self, before: &Sandbox) -> Option<Undisturbed> {
        let sandbox = copied(before);
        let log = tempfile::NamedTempFile::new().unwrap();
        let calls: Vec<&str> = each_call().map(|(call, _)| call).collect();
        let ended = self.traced(&sandbox, log.path(), &(calls.join(",?") + ",?poll"), None)?;
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let verified = sandbox.run(VERIFY);
        assert_eq!(verified.code, Some(0), "{verified:?}");
        let mut found: HashMap<(&str, &str), Vec<String>> = HashMap::new();
        let text = fs::read_to_string(log.path()).unwrap();
        // A Rust program first polls stdin, stdout and stderr.
        let mut begun = false;
        for line in text.lines() {
            begun |= line.contains(" poll(");
            let Some((thread, rest)) = line.split_once(' ') else {
                continue;
            };
            let rest = rest.trim_start();
            if let Some((call, _)) = rest.split_once('(')
                && calls.contains(&call)
            {
                let line = if begun { line } else { "" };
                let of_thread = found.entry((thread, call)).or_default();
                of_thread.push(line.to_owned());
            }
        }
        let mut most: HashMap<String, Vec<String>> = HashMap::new();
        for ((_, call), lines) in found {
            let so_far = most.entry(call.to_owned()).or_default();
            if lines.len() > so_far.len() {
                *so_far = lines;
            }
        }
        Some(Undisturbed {
            stdout: ended.stdout,
            remains: self.remains(&sandbox),
            calls: most,
        })
    }

    fn make(
        &self,
        before: &Sandbox,
        undisturbed: &Undisturbed,
        tries: &[InjectedFault],
        sound: &Mutex<HashSet<u64>>,
    ) -> Vec<Result<&'static str, String>> {
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let outcomes = on_threads(threads, |_| {
            let tries = iter::from_fn(|| tries.get(next.fetch_add(1, Ordering::Relaxed)));
            let outcomes = tries.map(|fault| {
                let outcome = self.attempt(before, undisturbed, fault, sound);
                let outcome = outcome.map_err(|found| format!("{fault:?}: {found}"));
                outcome.inspect_err(|fault| eprintln!("FAULT {fault}"))
            });
            outcomes.collect::<Vec<_>>()
        });
        outcomes.unwrap().concat()
    }

    /// Injects one fault, and describes the outcome, or what is wrong with it. If an earlier fault left the same
    /// files, which `sound` records, the outcome is known.
    fn attempt(
        &self,
        before: &Sandbox,
        undisturbed: &Undisturbed,
        fault: &InjectedFault,
        sound: &Mutex<HashSet<u64>>,
    ) -> Result<&'static str, String> {
        let sandbox = copied(before);
        let log = tempfile::NamedTempFile::new().unwrap();
        let ended = self.traced(&sandbox, log.path(), fault.call, Some(fault));
        let ended = ended.ok_or("strace did not start")?;
        let text = fs::read_to_string(log.path()).unwrap();
        let mut injected = text.lines().filter(|line| line.contains("(INJECTED)"));
        let met = injected.clone().next();
        if let Some(error) = fault.error
            && !injected.all(|line| can_fail(line, error))
        {
            // The number refers to the calls of one thread, and another thread was faster than the last time.
            return Ok("did not happen");
        }
        let outcome = outcome(&ended, fault, met.is_some())
            .map_err(|wrong| format!("{wrong} {}", met.unwrap_or_default()))?;
        if ended.code == Some(0) && fault.error != Some("EPIPE") {
            // If the pipe is closed, the output may be incomplete.
            if ended.stdout != undisturbed.stdout {
                return Err(format!("it said that all is well, and printed: {ended:?}"));
            }
            if self.remains(&copied(&sandbox)).rows != undisturbed.remains.rows {
                return Err(format!(
                    "it said that all is well, and rows are missing: {ended:?}"
                ));
            }
        }
        let state = state(&sandbox);
        if sound.lock().unwrap().contains(&state) {
            return Ok(outcome);
        }
        // The stored data must be right, however few there are. The check uses a copy, because opening a file
        // copies its log back into it.
        let verified = copied(&sandbox).run(VERIFY);
        let is_sound = matches!(verified.code, Some(0 | 1))
            && !verified.stdout.contains("FAILED")
            && !verified.stderr.contains("damaged")
            && !verified.stderr.contains("panicked");
        if !is_sound {
            return Err(format!("{ended:?}: verify afterwards: {verified:?}"));
        }
        let again = sandbox.run(self.args);
        if again.code != Some(0) || again.stdout != undisturbed.stdout {
            return Err(format!("{ended:?}: the same command again: {again:?}"));
        }
        let verified = sandbox.run(VERIFY);
        if verified.code != Some(0) {
            return Err(format!("{ended:?}: verify in the end: {verified:?}"));
        }
        let left = self.remains(&sandbox);
        if left.rows != undisturbed.remains.rows {
            return Err(format!("{ended:?}: other rows in the end: {:?}", left.rows));
        }
        if left.files != undisturbed.remains.files {
            let names =
                |left: &Remains| -> BTreeSet<PathBuf> { left.files.keys().cloned().collect() };
            let (found, expected) = (names(&left), names(&undisturbed.remains));
            return Err(format!("{ended:?}: other files: {found:?}, {expected:?}"));
        }
        sound.lock().unwrap().insert(state);
        Ok(outcome)
    }

    /// Runs the program under `strace`, which injects a fault. `None` if that is not possible.
    fn traced(
        &self,
        sandbox: &Sandbox,
        log: &Path,
        calls: &str,
        fault: Option<&InjectedFault>,
    ) -> Option<Ended> {
        // A program that hangs is an error, too.
        let mut command = sandbox.command("timeout");
        command.args(["--kill-after=5", "60", "strace", "-f", "-qq", "-o"]);
        command.arg(log).args(["-e", &format!("trace=?{calls}")]);
        if let Some(InjectedFault { call, at, error }) = fault {
            let what = error.map_or("signal=KILL".to_owned(), |error| format!("error={error}"));
            command.args(["-e", &format!("inject={call}:{what}:when={at}")]);
        }
        // The fast mode of tracing would lose a signal.
        if fault.is_none_or(|fault| fault.error.is_some()) {
            command.arg("--seccomp-bpf");
        }
        let output = command.arg(BLACKBOX).args(self.args).output();
        let ended = Ended::from(output.ok()?);
        let started = fs::metadata(log).is_ok_and(|log| log.len() > 0);
        started.then_some(ended)
    }

    fn remains(&self, sandbox: &Sandbox) -> Remains {
        let connection = sandbox.sql();
        let rows = self.rows.iter().map(|query| csv(&connection, query));
        let files = sandbox.files().into_iter().map(|(path, bytes)| {
            let path = path.strip_prefix(sandbox.folder()).unwrap();
            (path.to_owned(), bytes)
        });
        let beside = |path: &Path| !path.starts_with("data") && temporary(path).is_none();
        Remains {
            rows: rows.collect(),
            files: files.filter(|(path, _)| beside(path)).collect(),
        }
    }
}

/// The index where the random part of a name begins, if the path is that of a temporary file or in a temporary
/// folder: `.blackbox-f3Wm9k.tmp`. Only a killed program leaves it behind.
fn temporary(path: &Path) -> Option<usize> {
    const PREFIX: &str = ".blackbox-";
    Some(path.to_str()?.find(PREFIX)? + PREFIX.len())
}

/// A hash of the contents of a sandbox, ignoring the random parts of the names of temporary files.
fn state(sandbox: &Sandbox) -> u64 {
    const RANDOM: usize = 6;
    let plain = |path: &Path| {
        let name = path.strip_prefix(sandbox.folder()).unwrap();
        let mut plain = name.to_str().unwrap().to_owned();
        if let Some(at) = temporary(name) {
            plain.replace_range(at..at + RANDOM, "");
        }
        plain
    };
    let files = sandbox.files().into_iter();
    let mut files: Vec<_> = files.map(|(path, bytes)| (plain(&path), bytes)).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    hasher.finish()
}

/// The outcome of a program with this fault, or the description of a wrong end.
fn outcome(ended: &Ended, fault: &InjectedFault, met: bool) -> Result<&'static str, String> {
    let said = &ended.stderr;
    let wrong = || Err(format!("{ended:?}"));
    // The Rust runtime prepares threads, including the first one, and closes folders, in ways that must not fail.
    if ended.code.is_none() && said.contains("failed to allocate an alternative stack")
        || said.contains("unexpected error during closedir")
    {
        return Ok("ended by the loader or by Rust");
    }
    if said.contains("panicked") {
        return wrong();
    }
    match (ended.code, fault.error) {
        (Some(0), Some(_)) if met => Ok("did not matter"),
        (Some(0), _) => Ok("came too late"),
        (None, None) if !said.contains("error: ") => Ok("killed"),
        // Rust ends a program that runs out of memory.
        (None, Some("ENOMEM" | "EAGAIN" | "ENFILE")) if said.contains("memory allocation of") => {
            Ok("ended by the loader or by Rust")
        }
        (Some(127), Some(_)) if said.contains("error while loading shared libraries") => {
            Ok("ended by the loader or by Rust")
        }
        (Some(1 | 2), Some(_)) => {
            let lines = |word: &str| said.lines().filter(|line| line.starts_with(word)).count();
            let blames = [
                "error: the database is damaged",
                "--force",
                "was not made by",
            ];
            let of_the_moment = !ended.stdout.contains("FAILED")
                && !blames.iter().any(|blame| said.contains(blame));
            match lines("error: ") == 1 && lines("hint: ") <= 1 && of_the_moment {
                true => Ok("told"),
                false => wrong(),
            }
        }
        _ => wrong(),
    }
}

/// A copy of a sandbox.
fn copied(sandbox: &Sandbox) -> Sandbox {
    let copy = empty_sandbox();
    copy_folder(sandbox.folder(), copy.folder()).unwrap();
    copy
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir(&target)?;
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

fn check(before: &[&[&str]], args: &[&str], rows: &[&str]) {
    SystemCalls { before, args, rows }.check();
}

#[test]
fn an_exploration_ends_in_the_same_rows() {
    check(&[], RUN, ROWS);
}

#[test]
fn a_census_ends_in_the_same_rows() {
    let census = ["census", "--quiet", "--config", "A2_B4", "--threads", "2"];
    let rows = [
        "select config, nb_mol, frontier, canonical_found, finished_at is null from Censuses",
        "select * from CensusSpectrums",
        "select config, merit, rank, nb_mol from CensusGroups",
        "select * from CensusMolecules",
        "select * from CensusRays",
        "select * from CensusSlices",
        "select * from CensusChecksums",
    ];
    check(&[], &census, &rows);
}

#[test]
fn a_report_ends_in_the_same_files() {
    let report = ["report", "--quiet", "--config", "A2_B4"];
    check(&[RUN], &report, ROWS);
}

#[test]
fn a_verification_reports_no_false_damage() {
    check(&[RUN], VERIFY, ROWS);
}

#[test]
fn requested_molecules_are_displayed() {
    let display = ["display", "--config", "A2_B4", "1..36"];
    check(&[RUN], &display, ROWS);
}
