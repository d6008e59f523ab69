//! Before long work, the programs print its cost, and they reject jobs that take more than a day.

use std::fs;
use std::path::Path;

use blackbox::Error;
use blackbox::board::Config;
use blackbox::plan::Plan;
use blackbox::store::Store;
use db::Access;
use testkit::{Nobody, words};
use watch::{Stop, Watcher};

use crate::common::program::{assert_has, cases, check_was_stopped, empty_sandbox, succeeds};
use blackbox::commands::explore;
use blackbox::commands::init;

#[test]
fn impossible_work_is_rejected_before_it_starts() {
    let sandbox = empty_sandbox();
    // Too large for any disk, or for the time of any census. A20_B9 is so for a census, too.
    for [line, message, hint] in cases(
        "run --config A20_B9 => of disk, but only => hint: choose fewer atoms
        init --config A9_B8 --quiet => of disk, but only => hint: `blackbox census --config A
        run --config A7_B11 => of disk, but only => hint: `blackbox census --config A
        census --config A10_B10 --memory 1GiB => the census of A10_B10 takes => hint: choose fewer atoms",
    ) {
        let ended = sandbox.run(&words(line));
        for part in [message, hint, "--ignore-limits starts anyway"] {
            ended.check_reason(1, part);
        }
        assert_eq!(ended.stdout, "", "{line}");
        assert!(sandbox.files().is_empty());
    }
}

#[test]
fn whoever_insists_begins() {
    let sandbox = empty_sandbox();
    sandbox.ok(&["init", "--config", "A30_B8", "--ignore-limits"]);
    let message = "of disk, but only ";
    sandbox.refuses(&words("explore --config A30_B8 --quiet"), 1, message);
    assert_eq!(sandbox.number("select count(*) from Configurations"), 1);
    sandbox.refuses(
        &["run", "--dry-run", "--ignore-limits"],
        2,
        "cannot be used with",
    );
}

#[test]
fn a_dry_run_only_says() {
    let sandbox = empty_sandbox();
    for [line, told] in cases(
        "run => A4_B8: 635,376 molecules to store, about
        init => A4_B8: 635,376 molecules to store, about
        run --config A30_B8 => more than 16.0 EiB of disk (
        census => census of A4_B8: 635,376 molecules,
        census --config A10_B10 => A10_B10",
    ) {
        let ended = succeeds(&sandbox, &format!("{line} --dry-run"));
        assert_eq!(ended.stdout, "");
        assert!(ended.stderr.contains(told), "{ended:?}");
        // A second line says that the disk is too small.
        let need = "A30_B8 need up to more than 16.0 EiB of disk, but only ";
        let too_small = ended.stderr.contains(need);
        assert_eq!(too_small, line.contains("A30_B8"), "{ended:?}");
        assert_eq!(ended.stderr.lines().count(), 1 + usize::from(too_small));
        assert!(sandbox.files().is_empty());
    }
}

#[test]
fn a_plan_leaves_out_stored_molecules() {
    let sandbox = empty_sandbox();
    for [line, expected] in cases(
        "run --config A2_B5 => A2_B5: 300 molecules to store, about
        init --config A2_B5 --force --dry-run => A2_B5: 300 molecules to store
        explore --config A2_B6 --dry-run => A2_B6: 630 molecules to store",
    ) {
        assert_has(&sandbox.run(&words(line)).stderr, expected);
    }
    let told = succeeds(&sandbox, "run --config A2_B5 --dry-run").stderr;
    assert_eq!(told, "A2_B5 is explored already\n");
}

#[test]
fn the_disk_is_estimated_well() {
    for name in ["A4_B5", "A3_B7", "A3_B8"] {
        let sandbox = empty_sandbox();
        // The pages that an empty database uses. Those of tables that the steps have dropped are free.
        sandbox.ok(&["init", "--config", name]);
        let used = "select page_size * (page_count - freelist_count)
                      from pragma_page_size, pragma_page_count, pragma_freelist_count";
        let empty = sandbox.number(used) as u64;
        sandbox.ok(&["run", "--config", name]);
        let taken = fs::metadata(sandbox.db()).unwrap().len() - empty;
        let config: Config = name.parse().unwrap();
        let told = Plan::new(config, 0, &sandbox.db()).disk();
        let ratio = told as f64 / taken as f64;
        assert!((0.85..1.1).contains(&ratio), "{name}: {told} told, {taken}");
    }
}

#[test]
fn exploration_ends_where_room_ends_and_goes_on_where_there_is_some() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.db");
    let nobody = Nobody::default();
    let config: Config = "A5_B8".parse().unwrap();
    let mut store = Store::open(&path, Access::Create, &Stop::default()).unwrap();
    init::run::init(&mut store, config, false, &nobody).unwrap();
    let plan = Plan::new(config, 0, Path::new("/"));
    assert!(plan.check_again(1).is_ok());
    let none = |_| plan.check_again(1 << 62);
    // The check after the first batch refuses.
    let explored = explore::run::explore(&mut store, config, &none, false, &nobody);
    let refused = matches!(explored, Err(Error::TooMuch { .. }));
    assert!(refused, "{explored:?}");
    let stored = store.explored(config).unwrap().stored;
    assert!(stored > 0 && stored < config.molecules());
    // The one after the second batch allows the rest, which need not be explored here.
    let room = |rows| {
        assert!(rows < config.molecules() - stored);
        nobody.stop().ask();
        Ok(())
    };
    check_was_stopped(explore::run::explore(
        &mut store, config, &room, false, &nobody,
    ));
    assert!(store.explored(config).unwrap().stored > stored);
}
