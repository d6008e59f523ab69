//! Faults that are really made:
//!
//! - programs killed, power cuts, crowds of programs at once
//! - disks full, writes and syncs that fail
//! - files cut short or with a byte changed
//!
//! After each, no committed row is lost, no row is wrong, and the same command
//! continues.
//!
//! If the variable `FAULTS` is `long`, every test makes enough tries to be
//! sure of something. `tests/faults.sh` sets it, and makes a
//! table of the lines that begin with `SUMMARY`.
#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use blackbox::Error;
use blackbox::game::{Config, Group, Molecule};
use blackbox::store::{Record, Store};
use kit::database::Access;
use rustix::process::Signal;
use testkit::{Ended, Nobody, Random, Sandbox, ended, one, words};
use watch::Watcher;

use crate::common::faulty_files::{Event, Fault, Faults, What};
use crate::common::invariants;
use crate::common::program::{
    self, check_printed, empty_sandbox, explored_sandbox, initialised_sandbox, send, shell,
};
use blackbox::commands::run;

fn long() -> bool {
    std::env::var("FAULTS").is_ok_and(|how| how == "long")
}

fn tries(short: usize, in_long: usize) -> usize {
    if long() { in_long } else { short }
}

fn summary(fault: &str, tries: usize, found: &str) {
    println!("SUMMARY|{fault}|{tries}|{found}");
}

/// What `verify` says of a configuration or, without options, of the whole file. It leaves out the number
/// of batches, which differs from run to run.
fn verified(sandbox: &Sandbox, options: &str) -> (Option<i32>, String) {
    let ended = sandbox.run(&words(&format!("verify --quiet {options}")));
    assert!(!ended.stderr.contains("panicked"), "{ended:?}");
    let lines = ended.stdout.lines();
    let lines = lines.map(|line| match line.split_once(" rows, ") {
        Some((rows, _)) if line.contains("progress") => rows.to_owned() + "\n",
        _ => line.to_owned() + "\n",
    });
    (ended.code, lines.collect())
}

/// What `verify` says about a configuration without faults.
fn sound(config: &str) -> String {
    static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap();
    let found = known.entry(config.to_owned()).or_insert_with(|| {
        let (code, said) = verified(&explored_sandbox(&[config]), &format!("--config {config}"));
        assert_eq!(code, Some(0), "{said}");
        said
    });
    found.clone()
}

/// The pipeline must come to its end, and to the same rows as one without faults.
fn check_end(sandbox: &Sandbox, config: &str) {
    sandbox.ok(&["run", "--quiet", "--config", config]);
    check_sound(sandbox, config);
}

fn check_sound(sandbox: &Sandbox, config: &str) {
    let verified = verified(sandbox, &format!("--config {config}"));
    assert_eq!(verified, (Some(0), sound(config)));
}

fn has_configuration(path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return false;
    }
    let connection = testkit::open(path);
    let has = |rows: &str| {
        one(
            &connection,
            &format!("select exists (select * from {rows})"),
        )
    };
    has("sqlite_schema where name = 'Batches'") && has("Configurations")
}

fn check_so_far(sandbox: &Sandbox, config: &str) {
    let (_, said) = verified(sandbox, &format!("--config {config}"));
    assert!(!said.contains("FAILED"), "{said}");
}

/// Sends signals in turns, at random moments, to a pipeline that continues
/// each time. When the pipeline has ended, it begins another one. It lets the
/// last one come to its end.
fn interrupt(signals: &[(Signal, &str)], config: &str, tries: usize) {
    // About as long as the pipeline takes.
    let longest = Duration::from_millis(if long() { 1200 } else { 400 });
    sound(config);
    let mut random = Random::new("FAULTS_SEED");
    let mut sandbox = empty_sandbox();
    let (mut sent, mut finished, mut slowest) = (0, 0, Duration::ZERO);
    let mut last = 0;
    while sent < tries {
        let (signal, _) = signals[sent % signals.len()];
        let child = sandbox.start(&["run", "--quiet", "--config", config]);
        thread::sleep(random.moment(longest));
        send(signal, &child);
        let asked = Instant::now();
        let ended = ended(child);
        match ended.code {
            Some(0) => {
                finished += 1;
                check_sound(&sandbox, config);
                (sandbox, last) = (empty_sandbox(), 0);
                continue;
            }
            Some(130) if signal != Signal::KILL => {
                slowest = slowest.max(asked.elapsed());
                // The promise is a second; a busy machine may take longer.
                assert!(slowest < Duration::from_secs(5), "{slowest:?}");
                let lines: Vec<&str> = ended.stderr.lines().collect();
                let is_told = lines.len() == 1 && lines[0].starts_with("stopped");
                assert!(is_told, "{ended:?}");
            }
            // It did not catch signals yet.
            None if ended.stderr.is_empty() => {}
            _ => panic!("{ended:?}"),
        }
        sent += 1;
        // Every other time, the program itself must recover the file.
        if sent % 2 == 0 && has_configuration(&sandbox.db()) {
            invariants::check(&sandbox.sql(), config);
            let now = sandbox.number("select frontier from Configurations");
            assert!(now >= last, "{now} {last}");
            last = now;
        }
        if sent % 50 == 0 && has_configuration(&sandbox.db()) {
            check_so_far(&sandbox, config);
        }
    }
    check_end(&sandbox, config);
    let names: Vec<&str> = signals.iter().map(|(_, name)| *name).collect();
    let fault = format!("{} at a random moment of {config}", names.join(", "));
    let found = format!(
        "the slowest stop took {slowest:.2?}, {finished} pipelines had ended before; \
         the last one ended in the same rows"
    );
    summary(&fault, sent, &found);
}

#[test]
fn signals_lose_nothing_that_was_committed() {
    let all = [
        (Signal::KILL, "kill -9"),
        (Signal::INT, "Ctrl-C"),
        (Signal::TERM, "SIGTERM"),
    ];
    if long() {
        for signal in all {
            interrupt(&[signal], "A5_B6", 100);
        }
    } else {
        interrupt(&all, "A4_B6", 6);
    }
}

/// A small disk. It is mounted while this value lives.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    fn mount(folder: &Path, bytes: u64) -> Option<SmallDisk<'_>> {
        let size = format!("size={bytes}");
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", &size, "none"]).arg(folder);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then_some(SmallDisk(folder))
    }

    fn grow(&self) {
        let mut mount = Command::new("mount");
        mount.args(["-o", "remount,size=1g"]).arg(self.0);
        assert!(mount.status().unwrap().success());
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// Whether this ended at a full disk. If it did, it must say so, and what is there must be right
/// when there is room again.
fn is_full(sandbox: &Sandbox, config: &str, ended: &Ended, make_room: impl FnOnce()) -> bool {
    let full = ended.code != Some(0);
    if full {
        ended.check_error(1);
        let full = ["cannot read or write the database", "no space is left"];
        let is_told = full.iter().any(|why| ended.stderr.contains(why));
        assert!(is_told && ended.stderr.contains("\nhint: "), "{ended:?}");
        make_room();
        if fs::metadata(sandbox.db()).is_ok_and(|file| file.len() > 0) {
            check_so_far(sandbox, config);
        }
    }
    check_end(sandbox, config);
    full
}

/// Whether a pipeline meets the end of a small disk, if one can be mounted.
fn on_disk_of(bytes: u64, config: &str) -> Option<bool> {
    let sandbox = empty_sandbox();
    let data = sandbox.path("data");
    fs::create_dir(&data).unwrap();
    let disk = SmallDisk::mount(&data, bytes)?;
    let run = ["run", "--quiet", "--config", config];
    let mut ended = sandbox.run(&run);
    // A plan lets a disk pass that is nearly large enough.
    if ended.stderr.contains("of disk, and ") {
        ended = sandbox.run(&program::with(&run, &["--insist"]));
    }
    let full = is_full(&sandbox, config, &ended, || disk.grow());
    drop(disk);
    Some(full)
}

/// Whether it meets a limit on the size of files.
fn with_limit_of(bytes: u64, config: &str) -> bool {
    let sandbox = empty_sandbox();
    let blocks = bytes / 512;
    let script = format!("ulimit -f {blocks}; exec \"$0\" run --quiet --config {config}");
    is_full(&sandbox, config, &shell(&sandbox, &script), || ())
}

#[test]
fn a_disk_that_is_full_at_any_point_costs_nothing_that_was_committed() {
    let all = tries(5, 10);
    let config = if long() { "A4_B7" } else { "A4_B5" };
    let alone = explored_sandbox(&[config]);
    // The file and its log must fit, and both grow together.
    let needed = 5 * fs::metadata(alone.db()).unwrap().len() / 4;
    let points = || (1..=all as u64).map(|point| needed * point / (all as u64 + 1));
    let is_limited = |bytes: &u64| with_limit_of(bytes / 2, config);
    let limited = points().filter(is_limited).count();
    let on_disk: Option<Vec<bool>> = points().map(|bytes| on_disk_of(bytes, config)).collect();
    let on_disk = on_disk.map(|full| full.into_iter().filter(|full| *full).count());
    if on_disk.is_none() {
        eprintln!("SKIPPED: no small disk can be mounted here");
    }
    let on_disk = on_disk.map(|full| ("a small disk", full));
    let limited = [("a limit on the size of files", limited)];
    for (how, full) in limited.into_iter().chain(on_disk) {
        assert!(5 * full >= 4 * all, "{how}: only {full} of {all}");
        let fault = format!("full disk ({how}) under {config}");
        let found =
            format!("{full} were full; what was there was right, and all ended in the same rows");
        summary(&fault, all, &found);
    }
}

/// A pipeline in this process.
fn run(path: &Path, config: Config) -> blackbox::Result<()> {
    let nobody = Nobody::default();
    let mut store = Store::open(path, Access::Create, nobody.stop())?;
    run::stages::run(&mut store, config, &|_| Ok(()), &nobody).map(|_| ())
}

fn rows(path: &Path) -> String {
    program::tables(&testkit::open(path), "A4_B4").concat()
}

fn failing(what: What, fault: &str) {
    let name = "A4_B4";
    let config: Config = name.parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let faults = Faults::under(folder.path());
    let path = folder.path().join("whole.db");
    faults.plan(None);
    run(&path, config).unwrap();
    let expected = rows(&path);
    let (writes, syncs) = faults.counted();
    let all = if what == What::Sync { syncs } else { writes };
    assert!(all > 10, "{all}");
    let step = (all / tries(10, 400) as u64).max(1);

    let (mut tried, mut harmless) = (0, 0);
    for at in (0..all).step_by(step as usize) {
        for for_ever in [false, true] {
            let path = folder.path().join(format!("{at}.{for_ever}.db"));
            faults.plan(Some(Fault { what, at, for_ever }));
            let result = run(&path, config);
            assert!(faults.met() > 0, "{at}");
            tried += 1;
            match result {
                // The log did not get back into the file; it stays until the
                // next time.
                Ok(()) => harmless += 1,
                Err(Error::Kit(kit::Error::Disk(_)) | Error::Kit(kit::Error::Full(_))) => {}
                // Even the first page was not written.
                Err(Error::Kit(kit::Error::CannotOpen(_))) if at < 3 => {}
                Err(error) => panic!("{at} {for_ever}: {error:?}"),
            }
            faults.plan(None);
            if has_configuration(&path) {
                invariants::check(&testkit::open(&path), name);
            }
            run(&path, config).unwrap();
            assert!(rows(&path) == expected, "{at} {for_ever}");
            fs::remove_file(&path).unwrap();
        }
    }
    let fault = format!("{fault}, once or for ever, under {name}");
    let found = format!(
        "of {all}; {harmless} did not matter; the others were errors; \
         all ended in the same rows"
    );
    summary(&fault, tried, &found);
}

#[test]
fn writes_and_syncs_that_fail() {
    failing(What::Full, "a write finds the disk full");
    failing(What::HalfWrite, "a write fails half-way");
    failing(What::Sync, "a sync fails");
}

/// The whole groups of a configuration in batches, with the frontier after each
/// batch.
fn batches(config: Config, rows: usize) -> Vec<(Vec<Record>, u64)> {
    let mut batches: Vec<(Vec<Record>, u64)> = vec![(Vec::new(), 0)];
    let is_canonical = |molecule: &Molecule| molecule.is_canonical(config);
    for molecule in config.all_molecules().filter(is_canonical) {
        let (records, frontier) = batches.last_mut().unwrap();
        *frontier = molecule.number(config);
        for member in Group::of_canonical(molecule, config).iter() {
            records.push(Record::of(member.molecule, config));
        }
        if records.len() >= rows {
            batches.push((Vec::new(), 0));
        }
    }
    batches.retain(|(records, _)| !records.is_empty());
    batches.last_mut().unwrap().1 = config.molecules();
    batches
}

/// What a disk may have of a file after a power cut. Everything is there that was
/// written before the last sync, and any of the later writes, a sector
/// here and there.
#[derive(Default)]
struct Disk<'a> {
    synced: Vec<u8>,
    since: Vec<&'a Event>,
    was_synced: bool,
}

impl Disk<'_> {
    fn write(bytes: &mut Vec<u8>, offset: usize, new: &[u8]) {
        let end = offset + new.len();
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[offset..end].copy_from_slice(new);
    }

    fn apply(bytes: &mut Vec<u8>, event: &Event) {
        match event {
            Event::Write(_, offset, new) => Disk::write(bytes, *offset as usize, new),
            Event::Truncate(_, size) => bytes.resize(*size as usize, 0),
            _ => {}
        }
    }

    fn sync(&mut self) {
        for event in std::mem::take(&mut self.since) {
            Disk::apply(&mut self.synced, event);
        }
        self.was_synced = true;
    }

    fn after_power_cut(&self, random: &mut Random) -> Vec<u8> {
        const SECTOR: usize = 512;
        let mut bytes = self.synced.clone();
        // Often, none or all of them arrive.
        let luck = random.below(4);
        for event in &self.since {
            match (luck, event) {
                (0, _) => {}
                (1, _) => Disk::apply(&mut bytes, event),
                (_, Event::Write(_, offset, new)) => {
                    for (sector, part) in new.chunks(SECTOR).enumerate() {
                        if random.below(2) == 0 {
                            let offset = *offset as usize + sector * SECTOR;
                            Disk::write(&mut bytes, offset, part);
                        }
                    }
                }
                (_, event) => {
                    if random.below(2) == 0 {
                        Disk::apply(&mut bytes, event);
                    }
                }
            }
        }
        bytes
    }
}

/// The files as a power cut before an event leaves them, and the last
/// mark before it. A deleted file may be there again, until the
/// first sync of a new log or journal, which also syncs the folder.
fn cut(events: &[Event], random: &mut Random) -> (HashMap<PathBuf, Vec<u8>>, u64) {
    let mut disks: HashMap<PathBuf, Disk> = HashMap::new();
    let mut deleted: HashMap<PathBuf, Disk> = HashMap::new();
    let mut last = 0;
    for event in events {
        match event {
            Event::Mark(mark) => last = *mark,
            Event::Write(path, ..) | Event::Truncate(path, _) => {
                disks.entry(path.clone()).or_default().since.push(event);
            }
            Event::Sync(path) => {
                let disk = disks.entry(path.clone()).or_default();
                if !disk.was_synced && path.extension() != Some("db".as_ref()) {
                    deleted.clear();
                }
                disk.sync();
            }
            Event::Delete(path) => {
                if let Some(disk) = disks.remove(path) {
                    deleted.insert(path.clone(), disk);
                }
            }
        }
    }
    for (path, disk) in deleted {
        if random.below(2) == 0 {
            disks.entry(path).or_insert(disk);
        }
    }
    let left = disks.into_iter();
    let left = left.map(|(path, disk)| (path, disk.after_power_cut(random)));
    (left.collect(), last)
}

#[test]
fn what_was_committed_survives_a_power_cut() {
    let name = "A4_B5";
    let config: Config = name.parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let faults = Faults::under(folder.path());
    let path = folder.path().join("cut.db");
    let mut random = Random::new("FAULTS_SEED");
    let nobody = Nobody::default();

    faults.record();
    let mut store = Store::open(&path, Access::Create, nobody.stop()).unwrap();
    store.initialise(config, false).unwrap();
    faults.mark(0);
    let checkpointer = testkit::open(&path);
    let mut before = 0;
    for (index, (records, frontier)) in batches(config, 500).into_iter().enumerate() {
        let mut batch = store.begin_batch(config, before).unwrap();
        batch.insert(&records).unwrap();
        batch.commit(frontier).unwrap();
        faults.mark(frontier);
        before = frontier;
        if index % 3 == 2 {
            let how = ["passive", "truncate", "restart"][index / 3 % 3];
            let sql = format!("pragma wal_checkpoint({how})");
            checkpointer.query_row(&sql, [], |_| Ok(())).unwrap();
        }
    }
    let events = faults.recorded();
    drop((store, checkpointer));
    // A database must be there first.
    let mut all = events.iter();
    let begin = all.position(|event| matches!(event, Event::Mark(0)));
    let begin = begin.unwrap() as u64 + 1;

    let cuts = tries(30, 1000);
    let (mut lost, mut more) = (0, 0);
    for _ in 0..cuts {
        let at = (begin + random.below(events.len() as u64 + 1 - begin)) as usize;
        let (files, committed) = cut(&events[..at], &mut random);
        let sandbox = empty_sandbox();
        fs::create_dir(sandbox.path("data")).unwrap();
        for (file, bytes) in files {
            let name = file.file_name().unwrap().to_str().unwrap();
            let name = name.replace("cut.db", "blackbox.db");
            fs::write(sandbox.path("data").join(name), bytes).unwrap();
        }
        let connection = sandbox.sql();
        invariants::check(&connection, name);
        let frontier = sandbox.number("select frontier from Configurations") as u64;
        assert!(frontier >= committed, "{frontier} {committed}");
        more += usize::from(frontier > committed);
        lost += usize::from(matches!(events[..at].last(), Some(Event::Write(..))));
    }
    let fault = "power cut (what was not synced is lost, torn or there)";
    let found = format!(
        "{lost} between a write and its sync; everything committed was there, \
         {more} times a batch whose commit had not been confirmed"
    );
    summary(fault, cuts, &found);
}

const CONFIG: &str = "A4_B4";

/// What programs say about a sandbox's database: those that only read, and
/// one that may write.
fn answers(sandbox: &Sandbox, spectrum: &str) -> Vec<Ended> {
    let by_spectrum = format!("display --spectrum {spectrum} --format json");
    let calls = [
        "display 1..600",
        &by_spectrum,
        "run",
        "init-spectrum",
        "update-spectrum --verbose",
    ];
    let answers = calls.iter().map(|call| {
        let ended = sandbox.run(&program::with(&words(call), &["--config", CONFIG]));
        check_printed(&ended);
        if ended.code != Some(0) {
            ended.check_error(1);
        }
        ended
    });
    answers.collect()
}

/// A sound file, and what all programs say about it.
struct Patient {
    sandbox: Sandbox,
    spectrum: String,
    sound: Vec<u8>,
    verified: String,
    good: Vec<Ended>,
}

impl Patient {
    fn new() -> Patient {
        let sandbox = explored_sandbox(&[CONFIG]);
        let spectrum: String = one(&sandbox.sql(), "select max(spectrum) from Spectrums");
        let sound = fs::read(sandbox.db()).unwrap();
        let (code, verified) = verified(&sandbox, "");
        assert_eq!(code, Some(0), "{verified}");
        let good = answers(&sandbox, &spectrum);
        assert!(good.iter().all(|ended| ended.code == Some(0)), "{good:?}");
        Patient {
            sandbox,
            spectrum,
            sound,
            verified,
            good,
        }
    }

    /// Replaces the sound bytes by others, and lets all programs read
    /// them, `verify` first. Returns whether `verify` found something.
    fn look(&self, bytes: &[u8]) -> bool {
        let sandbox = &self.sandbox;
        for suffix in ["-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(format!("{}{suffix}", sandbox.db().display()));
        }
        fs::write(sandbox.db(), bytes).unwrap();
        let (code, said) = verified(sandbox, "");
        assert!(matches!(code, Some(0 | 1)), "{code:?} {said}");
        let found = code == Some(1);
        if !found {
            assert_eq!(said, self.verified);
        }
        // A program that works must say the same as about the sound file, or
        // `verify` has found the fault.
        let answers = answers(sandbox, &self.spectrum);
        for (ended, good) in answers.iter().zip(&self.good) {
            if ended.code == Some(0) && !found {
                assert_eq!(ended.stdout, good.stdout, "{ended:?}");
            }
        }
        found
    }
}

#[test]
fn a_changed_byte_is_found_or_does_not_matter() {
    let patient = Patient::new();
    let bytes = &patient.sound;
    let mut random = Random::new("FAULTS_SEED");
    let all = tries(14, 1000);
    let (mut found, mut zero) = (0, 0);
    for _ in 0..all {
        let mut damaged = bytes.clone();
        let at = random.below(bytes.len() as u64) as usize;
        damaged[at] ^= 1 + random.below(255) as u8;
        if patient.look(&damaged) {
            found += 1;
        } else if bytes[at] == 0 {
            zero += 1;
        }
    }
    let harmless = all - found;
    let found = format!(
        "{found} found by verify; {harmless} did not change anything stored \
         ({zero} of them in empty parts of pages), and all programs answered as before"
    );
    summary(&format!("one byte of {CONFIG} changed"), all, &found);
}

#[test]
fn a_file_cut_short_is_found_or_lacks_nothing() {
    let patient = Patient::new();
    let size = patient.sound.len();
    let mut random = Random::new("FAULTS_SEED");
    let mut lengths = vec![1, 15, 16, 72, 99, 100, 16384, size - 16384, size - 1];
    for _ in 0..tries(3, 91) {
        lengths.push(1 + random.below(size as u64 - 1) as usize);
    }
    let (all, mut found) = (lengths.len(), 0);
    for length in lengths {
        if patient.look(&patient.sound[..length]) {
            found += 1;
        } else {
            // SQLite takes the rest of the last page for zeros, and it was
            // zeros.
            let rest = &patient.sound[length..];
            assert!(rest.iter().all(|byte| *byte == 0), "{length}");
            assert!(rest.len() < 16384);
        }
    }
    let found = format!("{found} found by verify; of the others only zeros were cut");
    summary(&format!("{CONFIG} cut short"), all, &found);
}

#[test]
fn two_explorers_init_and_twenty_readers_at_once() {
    const READERS: usize = 20;
    let config = "A4_B6";
    let rounds = tries(1, 20);
    let mut random = Random::new("FAULTS_SEED");
    let shown = AtomicUsize::new(0);
    let mut given_way = 0;
    for _ in 0..rounds {
        let sandbox = initialised_sandbox(config);
        let explore = ["explore", "--quiet", "--config", config];
        let mut explorers = vec![sandbox.start(&explore), sandbox.start(&explore)];
        let force_after = Instant::now() + random.moment(Duration::from_millis(700));
        let done = AtomicBool::new(false);
        let mut writers = Vec::new();
        thread::scope(|scope| {
            let (sandbox, done, shown) = (&sandbox, &done, &shown);
            for reader in 0..READERS {
                scope.spawn(move || {
                    let number = (reader + 1).to_string();
                    while !done.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(50));
                        let ended = sandbox.run(&["display", "--config", config, &number]);
                        if ended.code == Some(0) {
                            shown.fetch_add(1, Ordering::Relaxed);
                        } else {
                            ended.check_reason(1, "stored yet");
                        }
                    }
                });
            }
            thread::sleep(force_after.saturating_duration_since(Instant::now()));
            let forced = sandbox.run(&["init", "--force", "--quiet", "--config", config]);
            writers.push(forced);
            writers.extend(explorers.drain(..).map(ended));
            done.store(true, Ordering::Relaxed);
        });
        for writer in writers {
            if writer.code != Some(0) {
                writer.check_reason(1, "another program");
                given_way += 1;
            }
        }
        check_so_far(&sandbox, config);
        check_end(&sandbox, config);
    }
    let fault = format!("two explorers, init --force and {READERS} readers of {config} at once");
    let found = format!(
        "{given_way} writers gave way, molecules were shown {shown:?} times; \
         all ended in the same rows"
    );
    summary(&fault, rounds, &found);
}
