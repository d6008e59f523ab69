//! Several programs on one database at the same time.

use std::io::Read;
use std::thread;
use std::time::Duration;

use testkit::{Sandbox, ended, one};

use crate::common::invariants;
use crate::common::program::{
    self, explored_sandbox, indexes, initialised_sandbox, stopped, wait_to_hear,
};

/// A configuration that may take several batches to explore.
const CONFIG: &str = "A4_B6";

const WAITS: &str = "another program is writing to the database; waiting for its end";

#[test]
fn of_two_explorers_of_a_configuration_one_gives_way() {
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
    let mut ended = explorers.map(|(explorer, mut stderr)| {
        let mut ended = ended(explorer);
        stderr.read_to_string(&mut ended.stderr).unwrap();
        ended
    });
    ended.sort_by_key(|ended| ended.code);
    let [winner, loser] = ended;
    assert_eq!(winner.code, Some(0), "{winner:?} {loser:?}");
    // On a very busy machine, one may end before the other begins.
    if loser.code != Some(0) {
        let why = "another program explores A4_B6 in the same database";
        loser.check_reason(1, why);
    }
    let connection = sandbox.sql();
    invariants::check(&connection, CONFIG);
    let alone = explored_sandbox(&[CONFIG]);
    let rows = program::rows(&connection, "Molecules");
    assert!(rows == program::rows(&alone.sql(), "Molecules"));
}

#[test]
fn a_reader_stops_nobody() {
    let sandbox = initialised_sandbox("A4_B6");
    sandbox.ok(&["run", "--config", "A2_B4"]);
    let reader = sandbox.sql();
    reader.execute_batch("begin").unwrap();
    let rows = || one::<i64>(&reader, "select count(*) from Molecules");
    assert_eq!(rows(), 120);
    sandbox.ok(&["run", "--config", "A4_B6"]);
    sandbox.ok(&["init", "--config", "A2_B4", "--force"]);
    // It still sees what it saw at first.
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

#[test]
fn init_beside_a_later_stage_never_poisons_the_file() {
    const CONFIG: &str = "A4_B5";
    let sandbox = explored_sandbox(&[CONFIG]);
    let ambiguous = |sandbox: &Sandbox| sandbox.ok(&["run", "--quiet", "--config", CONFIG]);
    let true_table = ambiguous(&sandbox);
    for stage in ["init-spectrum", "update-spectrum", "run", "explore"] {
        for delay in [0, 5, 10, 20] {
            let init = ["init", "--force", "--quiet", "--config", CONFIG];
            let init = sandbox.start(&init);
            thread::sleep(Duration::from_millis(delay));
            let other = sandbox.start(&[stage, "--quiet", "--config", CONFIG]);
            let (init, other) = (ended(init), ended(other));
            assert_eq!(init.code, Some(0), "{init:?}");
            // A program that comes too late or too early says so.
            if other.code != Some(0) {
                other.check_error(1);
            }
            assert_eq!(ambiguous(&sandbox), true_table, "{stage}, {delay} ms");
        }
    }
}

/// Another program writes for this time, after two others have said that they wait.
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
    // It says so once.
    let mut told = String::new();
    stderr.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("stopped while beginning"), "{told}");
}

#[test]
fn a_writer_waits_as_long_as_it_takes_and_says_so() {
    writers_wait(Duration::from_millis(200));
}

/// SQLite would wait for five seconds if nobody told it to.
#[test]
#[ignore = "six seconds; a_writer_waits_as_long_as_it_takes_and_says_so is its short form"]
fn a_writer_waits_longer_than_sqlite() {
    writers_wait(Duration::from_secs(6));
}
