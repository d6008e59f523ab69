//! Kills at each system call, and errors in each. The same command continues to the
//! same rows, and no message blames the file for such an error.
//!
//! Usually, some random system calls; with `FAULTS=long`, all of them.
#![cfg(target_os = "linux")]

use testkit::SystemCalls;

use crate::common::program::BLACKBOX;

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

/// Tests a command of `blackbox`, after the commands that it needs.
fn check(before: &[&[&str]], args: &[&str], rows: &[&str]) {
    SystemCalls {
        program: BLACKBOX,
        before,
        args,
        verify: VERIFY,
        rows,
    }
    .check();
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
