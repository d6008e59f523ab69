//! Random changes to every column of every table. `blackbox verify` finds them, or
//! docs/reliability.md names the column as one whose changes nobody can find.

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::process::Stdio;

use testkit::{Mutations, Sandbox, words};

use crate::common::program::{BLACKBOX, assert_has, explored_sandbox, prepared_sandbox};
use crate::common::repository::read;

const CENSUS_TABLES: &str =
    "Censuses CensusPasses CensusSpectrums CensusGroups CensusMolecules CensusRays
    CensusSlices CensusChecksums";

/// Why nobody can find a changed time.
const TIME: &str = "another possible time";
const CIRCUMSTANCE: &str = "how the work was done, not what it found";

const UNTOLD: [(&str, &str); 13] = [
    ("Configurations.explored_at", TIME),
    ("Configurations.spectrums_initialised_at", TIME),
    ("Configurations.spectrums_updated_at", TIME),
    ("Batches.committed_at", TIME),
    ("Batches.frontier", "no group begins between"),
    ("Censuses.begun_at", TIME),
    ("Censuses.finished_at", TIME),
    ("CensusPasses.committed_at", TIME),
    ("CensusPasses.memory", CIRCUMSTANCE),
    ("CensusPasses.threads", CIRCUMSTANCE),
    ("CensusPasses.seconds", CIRCUMSTANCE),
    ("CensusPasses.frontier", "passes can be cut anywhere"),
    ("CensusPasses.a row less", "passes can be cut anywhere"),
];

fn check(sandbox: &Sandbox, tables: &str) {
    let document = read("docs/reliability.md");
    Mutations {
        sandbox,
        verify: &["verify", "--quiet"],
        tables: &words(tables),
        untold: &UNTOLD,
        document: &document,
    }
    .check();
}

#[test]
fn every_change_of_a_configuration_is_found() {
    let sandbox = prepared_sandbox("run --config A3_B4\ncensus --config A3_B4 --quiet");
    // Three batches instead of one.
    let cut = "delete from Batches;
        with cuts (below, frontier) as (values (0, 20), (20, 99), (99, 560))
        insert into Batches select 'A3_B4', frontier,
            (select count(*) from Molecules where canonical_number > below and canonical_number <= frontier),
            '2026-01-01T00:00:00Z' from cuts";
    sandbox.change(cut);
    let tables = "Configurations Molecules Spectrums Batches ".to_owned() + CENSUS_TABLES;
    check(&sandbox, &tables);
}

#[test]
fn every_change_of_a_census_alone_is_found() {
    let sandbox = prepared_sandbox("census --config A4_B7 --quiet");
    let cut = "insert into CensusPasses
        select config, frontier / 2, memory, threads, seconds, committed_at from CensusPasses";
    sandbox.change(cut);
    check(&sandbox, CENSUS_TABLES);
}

#[test]
fn deleted_groups_are_missed() {
    let sandbox = prepared_sandbox("census --config A4_B7 --quiet");
    let sound = fs::read(sandbox.db()).unwrap();
    for change in [
        "delete from CensusGroups where rank > 3; delete from CensusMolecules where rank > 3",
        "delete from CensusGroups; delete from CensusMolecules",
        "update CensusGroups set difference = null",
        "delete from CensusRays",
        "delete from CensusChecksums",
        "update CensusPasses set seconds = -1.0",
    ] {
        // Also with a new checksum, if something else can show the change.
        for forget in ["", "update CensusChecksums set sha256 = 'none'"] {
            if change == "delete from CensusRays" && !forget.is_empty() {
                continue;
            }
            fs::write(sandbox.db(), &sound).unwrap();
            let batch = format!("{forget}; {change}");
            sandbox.change(&batch);
            let ended = sandbox.run(&["verify", "--quiet", "--config", "A4_B7"]);
            assert_eq!(ended.code, Some(1), "{batch}: {ended:?}");
        }
    }
    fs::write(sandbox.db(), &sound).unwrap();
    let forget = "update CensusChecksums set sha256 = 'none'";
    sandbox.change(forget);
    let ended = sandbox.run(&["verify", "--quiet", "--config", "A4_B7"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let said = "no checksum, since it was stored before there were any";
    assert_has(&ended.stdout, said);
}

#[test]
#[cfg(target_os = "linux")]
fn what_happens_to_stdout_does_not_change_the_verdict() {
    let config = "A3_B4";
    let sandbox = explored_sandbox(&[config]);
    let verify = || {
        let mut command = sandbox.command(BLACKBOX);
        command.args(["verify", "--quiet", "--config", config]);
        command
    };
    let into_closed_pipe = || {
        let mut child = verify().stdout(Stdio::piped()).spawn().unwrap();
        let mut first = [0];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        child.wait().unwrap().code()
    };
    let into_full_device = || {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        verify().stdout(full).status().unwrap().code()
    };
    assert_eq!(into_closed_pipe(), Some(0));
    assert_eq!(into_full_device(), Some(1));
    let change = "update Molecules set out_tot_turns = 99 where number = 560";
    sandbox.change(change);
    assert_eq!(into_closed_pipe(), Some(1));
    assert_eq!(into_full_device(), Some(1));
}
