//! Several programs on one database at the same time.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use testkit::{Sandbox, ended, one};

use crate::common::invariants;
use crate::common::program::{self, assert_has, explored_sandbox, initialised_sandbox, send};

/// A configuration that takes some batches to explore.
const CONFIG: &str = "A3_B11";

#[test]
fn of_two_explorers_of_a_configuration_one_gives_way() {
    let sandbox = initialised_sandbox(CONFIG);
    // A writer must wait until both have started.
    let gate = sandbox.sql();
    gate.execute_batch("begin immediate").unwrap();
    let explore = ["explore", "--quiet", "--config", CONFIG];
    let explorers = [sandbox.start(&explore), sandbox.start(&explore)];
    thread::sleep(Duration::from_secs(1));
    drop(gate);
    let [one, other] = explorers.map(ended);

    let (winner, loser) = match one.code {
        Some(0) => (one, other),
        _ => (other, one),
    };
    assert_eq!(winner.code, Some(0), "{winner:?} {loser:?}");
    // On a very busy machine, one may end before the other begins.
    if loser.code != Some(0) {
        loser.check_error(1);
        let why = "another program explores A3_B11 in the same database";
        assert!(loser.stderr.contains(why), "{loser:?}");
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
    let indexes = "select count(*) from sqlite_schema \
                   where type = 'index' and tbl_name = 'Molecules' and sql is not null";
    assert_eq!(sandbox.number(indexes), 2);
}

#[test]
fn init_beside_a_later_stage_never_poisons_the_file() {
    const CONFIG: &str = "A4_B5";
    let sandbox = explored_sandbox(&[CONFIG]);
    let ambiguous = |sandbox: &Sandbox| sandbox.ok(&["run", "--quiet", "--config", CONFIG]);
    let true_table = ambiguous(&sandbox);
    for stage in ["init-spectrum", "update-spectrum", "run", "explore"] {
        for delay in [0, 2, 5, 10, 20, 40] {
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

#[test]
fn a_writer_waits_as_long_as_it_takes_and_says_so() {
    let sandbox = initialised_sandbox(CONFIG);
    let gate = sandbox.sql();
    gate.execute_batch("begin immediate").unwrap();
    let explorer = sandbox.start(&["explore", "--config", CONFIG]);
    let stopped = sandbox.start(&["census", "--config", "A4_B5"]);
    // Longer than the five seconds for which SQLite would wait if nobody told it to.
    thread::sleep(Duration::from_secs(6));
    send(Signal::INT, &stopped);
    let stopped = ended(stopped);
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    gate.execute_batch("rollback").unwrap();
    let explored = ended(explorer);
    assert_eq!(explored.code, Some(0), "{explored:?}");
    let waits = "another program is writing to the database; waiting for its end";
    assert!(explored.stderr.contains(waits), "{explored:?}");
    // It says so once.
    assert_eq!(stopped.stderr.matches(waits).count(), 1, "{stopped:?}");
    assert_has(&stopped.stderr, "\nstopped while beginning");
}
