//! Unsuitable files, folders and disks: each gets one clear line, and nothing is damaged.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rusqlite::Connection;
use testkit::{Ended, Sandbox, seeded, words};

use crate::common::invariants;
use crate::common::program::{
    BLACKBOX, PROGRAMS, all_refuse, cases, check_printed, empty_sandbox, explored_sandbox, fifo,
    with,
};

#[test]
#[cfg(target_os = "linux")]
fn files_without_a_database_are_rejected_and_unchanged() {
    let sandbox = empty_sandbox();
    fs::write(sandbox.path("text.db"), "SQLite format 4\n".repeat(100)).unwrap();
    let short = &b"SQLite format 3\0".repeat(4)[..50];
    fs::write(sandbox.path("short.db"), short).unwrap();
    fs::write(sandbox.path("byte.db"), "x").unwrap();
    fs::create_dir(sandbox.path("folder.db")).unwrap();
    fifo(&sandbox, "fifo.db");
    symlink("text.db", sandbox.path("link.db")).unwrap();
    for (file, message) in [
        ("text.db", "text.db is not an SQLite database"),
        ("short.db", "short.db is not an SQLite database"),
        ("byte.db", "byte.db is not an SQLite database"),
        ("link.db", "link.db is not an SQLite database"),
        ("folder.db", "folder.db is not a file"),
        ("fifo.db", "fifo.db is not a file"),
        ("/dev/null", "/dev/null is not a file"),
        ("text.db/below.db", "cannot read "),
    ] {
        all_refuse(&sandbox, &["--db", file], 1, message);
    }
    all_refuse(&sandbox, &["--db", "/proc/none/new.db"], 1, "");
    let message = "there is no folder /proc/none\n";
    sandbox.refuses(&["init", "--db", "/proc/none/new.db"], 1, message);
}

/// Another program's database in the middle of a transaction, with the rollback journal or the write-ahead log
/// beside it that SQLite would apply.
fn foreign_with_open_transaction(sandbox: &Sandbox, name: &str, journal: &str) {
    let original = sandbox.path("original.db");
    let connection = Connection::open(&original).unwrap();
    let suffix = if journal == "wal" { "-wal" } else { "-journal" };
    let change = format!(
        "pragma journal_mode = {journal}; pragma cache_spill = 1; pragma cache_size = 1;
         create table Recipes (text); insert into Recipes values ('soup');
         begin; update Recipes set text = 'stew';
         insert into Recipes select printf('%0100000d', 1);
         insert into Recipes select text from Recipes;"
    );
    connection.execute_batch(&change).unwrap();
    for suffix in ["", suffix] {
        let copied = |name: &str| sandbox.path(&format!("{name}{suffix}"));
        assert!(fs::copy(copied("original.db"), copied(name)).unwrap() > 0);
    }
    drop(connection);
    fs::remove_file(original).unwrap();
}

#[test]
fn foreign_databases_and_their_logs_stay_unchanged() {
    let sandbox = empty_sandbox();
    let other = Connection::open(sandbox.path("other.db")).unwrap();
    other.execute_batch("create table Recipes (text)").unwrap();
    drop(other);
    foreign_with_open_transaction(&sandbox, "hot.db", "delete");
    foreign_with_open_transaction(&sandbox, "log.db", "wal");
    for file in ["other.db", "hot.db", "log.db"] {
        let message = "is another program's database";
        all_refuse(&sandbox, &["--db", file], 1, message);
    }
}

#[test]
fn databases_of_newer_programs_stay_unchanged() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    sandbox.change("pragma user_version = 99");
    let message = "has schema version 99";
    all_refuse(&sandbox, &["--config", "A2_B4"], 1, message);
}

/// A command without the privilege to write everywhere, because permissions do not stop root.
fn unprivileged(mut command: Command) -> Command {
    if rustix::process::geteuid().is_root() {
        command.uid(65534).gid(65534);
    }
    command
}

fn permit(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn read_only_databases_are_displayed_and_unchanged() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let binary = sandbox.path("blackbox");
    fs::copy(BLACKBOX, &binary).unwrap();
    permit(sandbox.folder(), 0o755);
    permit(&binary, 0o755);
    let run = |args: &[&str]| unprivileged(sandbox.command(&binary)).args(args).output();
    if run(&["--version"]).is_err() {
        eprintln!("SKIPPED: root cannot give up its privilege here");
        return;
    }
    let run = |args: &[&str]| Ended::from(run(args).unwrap());
    let data = sandbox.path("data");
    let expected = sandbox.ok(&["display", "--config", "A2_B4", "1", "120"]);
    for (folder_mode, file_mode, message, displayed) in [
        // Another user's file, in their folder and in a shared one.
        (0o755, 0o644, "is not writable", true),
        (0o777, 0o644, "is not writable", true),
        // The program may write the file, but nothing beside it.
        (0o755, 0o666, "is not writable", true),
        (0o755, 0o600, "cannot read ", false),
        (0o700, 0o666, "cannot read ", false),
    ] {
        permit(&data, folder_mode);
        permit(&sandbox.db(), file_mode);
        let before = sandbox.files();
        for program in &PROGRAMS[..5] {
            let ended = run(&with(program, &["--config", "A2_B4"]));
            // A program that has nothing to write needs no file beside the database.
            match (program[0], displayed && file_mode == 0o666) {
                ("run" | "explore", true) => assert_eq!(ended.code, Some(0), "{ended:?}"),
                ("init", true) => ended.check_reason(1, "already contains 120 molecules of"),
                _ => ended.check_reason(1, message),
            }
        }
        let shown = run(&["display", "--config", "A2_B4", "1", "120"]);
        if displayed {
            assert_eq!((shown.code, shown.stdout), (Some(0), expected.clone()));
        } else {
            shown.check_error(1);
        }
        // Leftover files would belong to the wrong user.
        assert!(sandbox.files() == before, "{folder_mode:o} {file_mode:o}");
    }
    // The change that a hot journal would roll back was never committed.
    permit(&data, 0o755);
    permit(&sandbox.db(), 0o644);
    let journal = data.join("blackbox.db-journal");
    fs::write(&journal, "something to be taken back").unwrap();
    let ended = run(&["display", "--config", "A2_B4", "1"]);
    ended.check_reason(
        1,
        "ended early, and your user cannot apply the changes in its log",
    );
    // As the hint says, a command of the owner repairs it.
    sandbox.ok(&["status"]);
    assert!(!journal.exists());
    let shown = run(&["display", "--config", "A2_B4", "1", "120"]);
    assert_eq!((shown.code, shown.stdout), (Some(0), expected));
    for (db, message) in [
        ("new.db", "cannot open "),
        ("deep/new.db", "there is no folder "),
    ] {
        let ended = run(&["init", "--db", db]);
        ended.check_reason(1, message);
        assert!(!sandbox.path(db).exists());
    }
}

#[test]
fn impossible_cells_are_reported_as_damage() {
    let evil = "'a' || char(27) || ']0;evil' || char(7) || char(10) || char(155)";
    let sandbox = explored_sandbox(&["A3_B4"]);
    let sound = fs::read(sandbox.db()).unwrap();
    for [command, damage] in cases(
        "display 1 => update Molecules set spectrum = EVIL where number = 1
        display 1 => update Molecules set molecule = EVIL where number = 1
        display 1 => update Molecules set molecule = cast(x'ff' as text) where number = 1
        display 1 => update Molecules set absorbed_number = -1 where number = 1
        display 1 => update Molecules set out_tot_turns = 1 << 40 where number = 1
        display 1 => delete from Molecules where number = 1
        display --spectrum @&&@@&@&@aa@&@&@
            => update Molecules set number = 1 << 60 where number = 26
        explore => update Configurations set nb_stored = -1
        explore => update Configurations set frontier = 561
        explore => update Configurations set explored_at = null, nb_stored = 550
        explore => update Configurations set explored_at = null, frontier = 0, nb_stored = 0
        explore => update Configurations set explored_at = null, nb_stored = 540, frontier = 10; \
            delete from Molecules where canonical_number > 10
        explore => update Configurations set explored_at = null; \
            delete from Molecules where number = 5
        run => update Configurations set explored_at = null, nb_stored = 550
        run => update Configurations set explored_at = null, frontier = 0, nb_stored = 0
        run => update Spectrums set nb_mol = -1
        run => update Spectrums set nb_mol = 561 where transform = 'id'
        update-spectrum --verbose
            => update Molecules set spectrum = EVIL where spectrum = '@&&@@&@&@aa@&@&@'; \
            update Spectrums set spectrum = EVIL where transform = 'id'
        update-spectrum --verbose => update Molecules set transform = 'rot90'",
    ) {
        fs::write(sandbox.db(), &sound).unwrap();
        let damage = damage.replace("EVIL", evil);
        sandbox.change(&damage);
        let ended = sandbox.run(&with(&words(command), &["--config", "A3_B4"]));
        ended.check_error(1);
        let error = "error: the database is damaged: ";
        assert!(ended.stderr.contains(error), "{damage}: {ended:?}");
        check_printed(&ended);

        // The hint is correct: the command repairs the configuration.
        sandbox.ok(&["init", "--force", "--config", "A3_B4"]);
        sandbox.ok(&["run", "--config", "A3_B4"]);
        invariants::check(&sandbox.sql(), "A3_B4");
    }
}

/// SQLite keeps the -wal beside the file. A program that opens the file through a link elsewhere must find it, too.
#[test]
fn rows_in_the_log_are_read_through_a_link() {
    let sandbox = explored_sandbox(&["A1_B3"]);
    let reader = sandbox.sql();
    let read = "pragma journal_mode = wal; begin; select * from Molecules";
    reader.execute_batch(read).unwrap();
    sandbox.ok(&["run", "--config", "A2_B4"]);
    let log = fs::metadata(sandbox.path("data/blackbox.db-wal"));
    assert!(log.unwrap().len() > 0);
    fs::create_dir(sandbox.path("elsewhere")).unwrap();
    symlink("../data/blackbox.db", sandbox.path("elsewhere/link.db")).unwrap();
    let display = ["display", "--config", "A2_B4", "120"];
    let through_link = with(&display, &["--db", "elsewhere/link.db"]);
    assert_eq!(sandbox.ok(&through_link), sandbox.ok(&display));
    let beside_link = fs::read_dir(sandbox.path("elsewhere")).unwrap().count();
    assert_eq!(beside_link, 1);
}

#[test]
fn init_counts_the_rows_itself() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    sandbox.change("update Configurations set nb_stored = 0");
    sandbox.refuses(
        &["init", "--config", "A3_B4"],
        1,
        "already contains 560 molecules of A3_B4",
    );
}

/// The output of `verify` for the whole file, without the number of batches, which differs between runs.
fn verified(sandbox: &Sandbox) -> (Option<i32>, String) {
    let ended = sandbox.run(&["verify", "--quiet"]);
    check_printed(&ended);
    (ended.code, ended.stdout)
}

/// Either `verify` finds a change of the file's bytes, or everything stored is as before.
#[test]
fn changed_bytes_and_cuts_are_found_or_harmless() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let sound = fs::read(sandbox.db()).unwrap();
    let before = verified(&sandbox);
    assert_eq!(before.0, Some(0), "{before:?}");
    let mut random = seeded("FAULTS_SEED");
    let mut below = |end: usize| random.below(end as u64) as usize;
    let mut damaged = Vec::new();
    for _ in 0..10 {
        let mut bytes = sound.clone();
        bytes[below(sound.len())] ^= 1 + below(255) as u8;
        damaged.push(bytes);
    }
    for length in [1, 15, 100, 16384, sound.len() - 16384, below(sound.len())] {
        damaged.push(sound[..length].to_vec());
    }
    for bytes in damaged {
        for suffix in ["-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(format!("{}{suffix}", sandbox.db().display()));
        }
        fs::write(sandbox.db(), bytes).unwrap();
        let after = verified(&sandbox);
        assert!(after.0 == Some(1) || after == before, "{after:?}");
        check_printed(&sandbox.run(&["display", "--config", "A3_B4", "1..560"]));
    }
}

#[test]
fn a_file_with_broken_pages_is_damaged() {
    let sandbox = explored_sandbox(&["A4_B5"]);
    let mut bytes = fs::read(sandbox.db()).unwrap();
    bytes[16384..].fill(0x5a);
    fs::write(sandbox.db(), bytes).unwrap();
    for program in PROGRAMS {
        let ended = sandbox.run(&with(program, &["--config", "A4_B5"]));
        ended.check_reason(1, "damaged");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn file_names_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let sandbox = explored_sandbox(&["A1_B3"]);
    let folder = sandbox.path("folder");
    fs::create_dir(&folder).unwrap();
    permit(sandbox.folder(), 0o755);
    let path = folder.join(OsStr::from_bytes(b"100% l\xe4tin #1?.db"));
    fs::copy(sandbox.db(), &path).unwrap();
    let display = ["display", "--config", "A1_B3", "1"];
    let expected = sandbox.ok(&display);
    permit(&path, 0o444);
    permit(&folder, 0o555);
    let mut command = unprivileged(sandbox.command(BLACKBOX));
    command.args(display).arg("--db").arg(&path);
    let shown = Ended::from(command.output().unwrap());
    permit(&folder, 0o755);
    assert_eq!(shown.stdout, expected, "{shown:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn too_few_threads_are_reported() {
    empty_sandbox().starves(&["census", "--config", "A3_B4", "--threads", "100"]);
}

/// If an argument determines the memory of the work, it is requested before the work begins.
#[test]
#[cfg(target_os = "linux")]
fn unavailable_memory_is_an_error() {
    if Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no prlimit here");
        return;
    }
    let sandbox = empty_sandbox();
    sandbox.ok(&["strategy", "A3_B4", "--output", "tree", "-q"]);
    for line in [
        "strategy A5_B8 -j 2",
        "strategy A3_B4 --memory 4GB -j 2",
        "strategy verify tree --recount 1 --memory 4GB",
        "law 5",
        "census A5_B20 -j 2 --memory 4GB --ignore-limits",
        "census A16_B8 -j 2 --memory 4GB --ignore-limits",
        "census part 1/2 A16_B8 -j 2 --memory 4GB --output parts --ignore-limits",
        "census B8 -j 2 --memory 4GB --ignore-limits",
    ] {
        let mut command = sandbox.command("prlimit");
        command.args(["--as=367001600", BLACKBOX]).args(words(line));
        let ended = Ended::from(command.output().unwrap());
        ended.check_reason(1, "error: the system does not provide ");
    }
}

/// A lack of memory or file descriptors is not reported as damage. The same command continues when there are enough
/// again.
#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_and_too_few_files_are_temporary_errors() {
    let config = ["--quiet", "--config", "A3_B6"];
    let sandbox = explored_sandbox(&["A3_B6"]);
    let limited = |limit: &str, args: &[&str]| -> Ended {
        let mut command = sandbox.command("prlimit");
        command.args([limit, BLACKBOX]).args(args).args(config);
        command.output().unwrap().into()
    };
    if Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no prlimit here");
        return;
    }
    // With too little memory, the system cannot even load the program.
    let starts = |limit: &String| limited(limit, &["display", "--help"]).code == Some(0);
    let mebibytes = (16..48).step_by(8);
    let limits: Vec<String> = (4..9)
        .map(|files| format!("--nofile={files}"))
        .chain(mebibytes.map(|memory| format!("--as={}", memory << 20)))
        .filter(starts)
        .collect();
    for args in [&["verify"][..], &["display", "1..9"], &["run"]] {
        let well = sandbox.run(&with(args, &config));
        for limit in &limits {
            let ended = limited(limit, args);
            let told = format!("{args:?} {limit}: {ended:?}");
            assert!(!ended.stdout.contains("FAILED"), "{told}");
            if ended.code == Some(0) {
                assert_eq!(ended.stdout, well.stdout, "{told}");
                continue;
            }
            // The loader, the C library and Rust have their own messages if they run out of memory.
            let theirs = ["shared libraries", "Fatal glibc error", "allocation"];
            if theirs.iter().any(|words| ended.stderr.contains(words)) {
                continue;
            }
            ended.check_error(1);
            for blame in ["damaged", "--force", "was not made by"] {
                assert!(!ended.stderr.contains(blame), "{told}");
            }
        }
    }
    invariants::check(&sandbox.sql(), "A3_B6");
}
