//! Several programs on one database at the same time.

use std::cell::Cell;
use std::env;
use std::fs;
use std::io::Read;
use std::thread;
use std::time::Duration;

use blackbox::board::Config;
use blackbox::store::Store;
use blackbox::{Result, commands};
use db::Access;
use testkit::{Sandbox, ended, one, seeded};
use watch::{Stop, Watcher};

use crate::common::invariants;
use crate::common::program::{
    self, Listener, assert_has, check_printed, explored_sandbox, indexes, initialised_sandbox,
    open, stopped, wait_for_batch, wait_to_hear,
};

/// A configuration that may take several batches to explore.
const CONFIG: &str = "A4_B6";

const WAITS: &str = "another program is using the database; waiting for it to end";

#[test]
fn the_second_explorer_follows_the_first() {
    let sandbox = initialised_sandbox(CONFIG);
    // A writer must wait until both have started.
    let gate = sandbox.sql();
    gate.execute_batch("begin immediate").unwrap();
    let explorers = [(); 2].map(|()| {
        let mut explorer = sandbox.start(&["explore", "--config", CONFIG]);
        let stderr = wait_to_hear(&mut explorer, WAITS);
        (explorer, stderr)
    });
    drop(gate);
    let ended = explorers.map(|(explorer, mut stderr)| {
        let mut ended = ended(explorer);
        stderr.read_to_string(&mut ended.stderr).unwrap();
        ended
    });
    assert!(ended.iter().all(|ended| ended.code == Some(0)), "{ended:?}");
    let connection = sandbox.sql();
    invariants::check(&connection, CONFIG);
    let alone = explored_sandbox(&[CONFIG]);
    let rows = program::rows(&connection, "Molecules");
    assert!(rows == program::rows(&alone.sql(), "Molecules"));
    // The last process drops the table of workers.
    let workers = "select count(*) from sqlite_schema where name = 'Workers'";
    assert_eq!(one::<i64>(&connection, workers), 0);
}

#[test]
fn molecules_are_not_deleted_while_a_process_explores() {
    let sandbox = initialised_sandbox("A4_B10");
    let explorer = sandbox.start(&["explore", "--config", "A4_B10", "--quiet"]);
    wait_for_batch(&sandbox);
    let init = ["init", "--config", "A4_B10", "--force"];
    let refused = sandbox.run(&init);
    refused.check_error(1);
    assert_has(&refused.stderr, "is already exploring A4_B10");
    // Without its row, the explorer is considered dead.
    sandbox.change("delete from Workers");
    sandbox.ok(&init);
    let ended = ended(explorer);
    ended.check_error(1);
    let what = "another process has changed the stored molecules of A4_B10";
    assert_has(&ended.stderr, what);
}

#[test]
fn a_configuration_that_another_program_adds_first_is_used() {
    let (sandbox, other) = (initialised_sandbox("A1_B2"), explored_sandbox(&["A3_B4"]));
    let gate = sandbox.sql();
    let other = format!("attach '{}' as other", other.db().display());
    gate.execute_batch(&other).unwrap();
    gate.execute_batch("begin immediate").unwrap();
    let mut runner = sandbox.start(&["run", "--config", "A3_B4"]);
    let mut stderr = wait_to_hear(&mut runner, WAITS);
    for table in ["Configurations", "Molecules", "Spectrums", "Batches"] {
        let copy = format!("insert into main.{table} select * from other.{table}");
        gate.execute_batch(&copy).unwrap();
    }
    gate.execute_batch("commit").unwrap();
    let mut ended = ended(runner);
    stderr.read_to_string(&mut ended.stderr).unwrap();
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

#[test]
fn a_command_that_ends_leaves_a_single_file() {
    // The number of files, and byte 19 of the header, which is 1 if the file can be read without a log.
    let left = |sandbox: &Sandbox| {
        let files = fs::read_dir(sandbox.path("data")).unwrap().count();
        (files, fs::read(sandbox.db()).unwrap()[19])
    };
    let sandbox = initialised_sandbox("A4_B9");
    assert_eq!(left(&sandbox), (1, 1));
    let explorer = sandbox.start(&["explore", "--config", "A4_B9"]);
    wait_for_batch(&sandbox);
    let reader = sandbox.sql();
    one::<i64>(&reader, "select count(*) from Configurations");
    stopped(explorer);
    assert_eq!(left(&sandbox), (3, 2), "the reader needs the log");
    drop(reader);
    let run = ["run", "--config", "A1_B2", "--quiet"];
    sandbox.ok(&run);
    assert_eq!(left(&sandbox), (1, 1));
    // Commands that only read, or have nothing to do, change nothing.
    let before = fs::read(sandbox.db()).unwrap();
    sandbox.ok(&run);
    sandbox.ok(&["verify", "--config", "A1_B2", "--quiet"]);
    assert!(fs::read(sandbox.db()).unwrap() == before);
}

#[test]
fn a_reader_blocks_no_writer() {
    let sandbox = initialised_sandbox("A4_B6");
    sandbox.ok(&["run", "--config", "A2_B4"]);
    let reader = sandbox.sql();
    // The file is in WAL mode, as while a writer is at work. Otherwise, the first writer would wait for the reader.
    let reading = "pragma journal_mode = wal; begin";
    reader.execute_batch(reading).unwrap();
    let rows = || one::<i64>(&reader, "select count(*) from Molecules");
    assert_eq!(rows(), 120);
    sandbox.ok(&["run", "--config", "A4_B6"]);
    sandbox.ok(&["init", "--config", "A2_B4", "--force"]);
    // The reader still sees its snapshot.
    assert_eq!(rows(), 120);
    reader.execute_batch("commit").unwrap();
    assert_eq!(rows(), 58_905);
    invariants::check(&reader, "A4_B6");
}

#[test]
fn two_configurations_can_be_explored_in_one_file_at_once() {
    let configs = ["A3_B9", "A4_B6"];
    let sandbox = initialised_sandbox(configs[0]);
    sandbox.ok(&["init", "--config", configs[1]]);
    let explorers = configs.map(|config| sandbox.start(&["run", "--quiet", "--config", config]));
    for (explorer, config) in explorers.into_iter().zip(configs) {
        let ended = ended(explorer);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        invariants::check(&sandbox.sql(), config);
    }
    assert_eq!(indexes(&sandbox), 2);
}

/// A stage of the pipeline, run in this process.
type Stage = fn(&mut Store, Config, &dyn Watcher) -> Result<()>;

const STAGES: [(&str, Stage); 5] = [
    ("init --force", |store, config, watcher| {
        commands::init::init(store, config, true, watcher)
    }),
    ("explore", |store, config, watcher| {
        commands::explore::run::explore(store, config, &|_| Ok(()), false, watcher)
    }),
    ("init-spectrum", commands::init_spectrum::init_spectrum),
    (
        "update-spectrum",
        commands::update_spectrum::update_spectrum,
    ),
    ("run", |store, config, watcher| {
        commands::run::run(store, config, &|_| Ok(()), false, watcher).map(|_| ())
    }),
];

/// At every report of a stage, another program runs a whole stage. For all pairs of stages and all reports, the
/// marks agree with the rows, and `run` then gives the rows of a single program.
#[test]
fn interleaved_stages_leave_consistent_marks() {
    let config: Config = "A3_B3".parse().unwrap();
    let alone = explored_sandbox(&["A3_B3"]);
    let expected = program::tables(&alone.sql(), "A3_B3");
    // The state after a kill between the last batch and building the indexes.
    let loaded = "update Configurations set explored_at = null, spectrums_initialised_at = null,
        spectrums_updated_at = null; delete from Spectrums";
    let mut points = 0;
    for start in ["", loaded, "done"] {
        for (first, one) in STAGES {
            for (second, other) in STAGES {
                // The first stage is interrupted at its first report, its second one, and so on.
                for point in 0.. {
                    let sandbox = match start {
                        "" => program::prepared_sandbox("init --config A3_B3"),
                        _ => explored_sandbox(&["A3_B3"]),
                    };
                    if start == loaded {
                        sandbox.change(loaded);
                    }
                    let (reports, path) = (Cell::new(0), sandbox.db());
                    let listener = Listener {
                        stop: Stop::default(),
                        say: |_: &str| {
                            if reports.replace(reports.get() + 1) == point {
                                let stop = Stop::default();
                                // The other stage may fail because an earlier one is missing.
                                let _ =
                                    other(&mut open(&path, Access::Write, &stop), config, &stop);
                                invariants::check_marks(&sandbox.sql(), "A3_B3");
                            }
                        },
                        advance: || {},
                    };
                    let _ = one(
                        &mut open(&path, Access::Write, &listener),
                        config,
                        &listener,
                    );
                    invariants::check_marks(&sandbox.sql(), "A3_B3");
                    let stop = Stop::default();
                    let (_, run) = STAGES[4];
                    let ended = run(&mut open(&path, Access::Write, &stop), config, &stop);
                    assert!(
                        ended.is_ok(),
                        "{second} at report {point} of {first}: {ended:?}"
                    );
                    let rows = program::tables(&sandbox.sql(), "A3_B3");
                    assert!(rows == expected, "{second} at report {point} of {first}");
                    points += 1;
                    if reports.get() <= point {
                        break;
                    }
                }
            }
        }
    }
    assert!(points > 100, "{points}");
}

/// Groups of two or three programs that all begin to write at the same time.
#[test]
fn many_programs_leave_consistent_marks_and_the_same_rows() {
    const COMMANDS: [&str; 9] = [
        "init",
        "init --force",
        "explore",
        "init-spectrum",
        "update-spectrum",
        "run",
        "census",
        "verify",
        "export molecules --format csv",
    ];
    let rounds = if env::var_os("FAULTS").is_some() {
        1000
    } else {
        12
    };
    let alone = explored_sandbox(&["A3_B3"]);
    let expected = program::tables(&alone.sql(), "A3_B3");
    let mut random = seeded("FAULTS_SEED");
    for _ in 0..rounds {
        let sandbox = match random.below(3) {
            0 => program::prepared_sandbox("init --config A3_B3"),
            1 => program::prepared_sandbox("explore --config A3_B3"),
            _ => explored_sandbox(&["A3_B3"]),
        };
        let gate = sandbox.sql();
        gate.execute_batch("begin immediate").unwrap();
        let crowd = 2 + random.below(2);
        let chosen: Vec<&str> = (0..crowd)
            .map(|_| COMMANDS[random.below(COMMANDS.len() as u64) as usize])
            .collect();
        let start = |command: &&str| {
            let line = format!("{command} --quiet --config A3_B3");
            sandbox.start(&testkit::words(&line))
        };
        let started: Vec<_> = chosen.iter().map(start).collect();
        thread::sleep(Duration::from_millis(random.below(60)));
        drop(gate);
        for (child, command) in started.into_iter().zip(&chosen) {
            let ended = ended(child);
            check_printed(&ended);
            assert!(
                matches!(ended.code, Some(0 | 1)),
                "{command} of {chosen:?}: {ended:?}"
            );
        }
        invariants::check(&sandbox.sql(), "A3_B3");
        sandbox.ok(&["run", "--quiet", "--config", "A3_B3"]);
        let rows = program::tables(&sandbox.sql(), "A3_B3");
        assert!(rows == expected, "{chosen:?}");
        sandbox.ok(&["verify", "--quiet", "--config", "A3_B3"]);
    }
}

#[test]
fn a_hint_repairs_marks_and_spectra_without_deleting_molecules() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let repairs = |change: &str, hint: &str, commands: &[&str]| {
        sandbox.change(change);
        let ended = sandbox.run(&["verify", "--quiet", "--config", "A3_B4"]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert_has(&ended.stderr, hint);
        for command in commands {
            sandbox.ok(&[command, "--quiet", "--config", "A3_B4"]);
        }
        sandbox.ok(&["verify", "--quiet", "--config", "A3_B4"]);
    };
    let run = "hint: `blackbox run --config A3_B4` marks the finished steps again";
    let lost =
        "update Configurations set spectrums_initialised_at = null, spectrums_updated_at = null";
    repairs(lost, run, &["run"]);
    repairs(
        "update Configurations set explored_at = null",
        run,
        &["run"],
    );
    let again = "hint: `blackbox init-spectrum --config A3_B4` and `blackbox update-spectrum --config A3_B4`";
    let wrong = "delete from Spectrums where transform = 'id'";
    repairs(wrong, again, &["init-spectrum", "update-spectrum"]);
}

/// Another program writes for this time, after two others have reported that they are waiting.
fn writers_wait(time: Duration) {
    let sandbox = initialised_sandbox("A4_B4");
    let gate = sandbox.sql();
    gate.execute_batch("begin immediate").unwrap();
    let start = |args: &[&str]| {
        let mut writer = sandbox.start(args);
        let stderr = wait_to_hear(&mut writer, WAITS);
        (writer, stderr)
    };
    let (explorer, _stderr) = start(&["explore", "--config", "A4_B4"]);
    let (census, mut stderr) = start(&["census", "--config", "A4_B5"]);
    thread::sleep(time);
    stopped(census);
    gate.execute_batch("rollback").unwrap();
    let explored = ended(explorer);
    assert_eq!(explored.code, Some(0), "{explored:?}");
    // It reports waiting only once.
    let mut told = String::new();
    stderr.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("stopped while preparing"), "{told}");
}

#[test]
fn a_writer_reports_that_it_waits() {
    writers_wait(Duration::from_millis(200));
}

/// SQLite would wait for five seconds by default.
#[test]
#[ignore = "six seconds; a_writer_reports_that_it_waits is its short form"]
fn a_writer_waits_longer_than_sqlite() {
    writers_wait(Duration::from_secs(6));
}
