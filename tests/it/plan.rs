//! The programs print the cost of long work before it begins, and reject jobs that take more than a day:
//! `tests/cases/stages.md` has some. These tests check the accuracy of the estimates.

use std::fs;
use std::path::Path;

use blackbox::Error;
use blackbox::board::Config;
use blackbox::plan::ExplorationPlan;
use blackbox::store::Store;
use db::Access;
use watch::Stop;

use crate::common::program::{check_was_stopped, empty_sandbox};
use blackbox::commands::explore;
use blackbox::commands::init;

#[test]
fn the_disk_is_estimated_well() {
    for name in ["A4_B5", "A3_B7", "A3_B8"] {
        let sandbox = empty_sandbox();
        // The size of an empty database, without the free pages of tables that the migrations have dropped.
        sandbox.ok(&["init", "--config", name]);
        let used = "select page_size * (page_count - freelist_count)
                      from pragma_page_size, pragma_page_count, pragma_freelist_count";
        let empty = sandbox.number(used) as u64;
        sandbox.ok(&["run", "--config", name]);
        let taken = fs::metadata(sandbox.db()).unwrap().len() - empty;
        let config: Config = name.parse().unwrap();
        let told = ExplorationPlan::new(config, 0, &sandbox.db()).disk();
        let ratio = told as f64 / taken as f64;
        assert!((0.85..1.1).contains(&ratio), "{name}: {told} told, {taken}");
    }
}

#[test]
fn exploration_ends_on_a_full_disk_and_continues_with_space() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.db");
    let stop = Stop::default();
    let config: Config = "A5_B8".parse().unwrap();
    let mut store = Store::open(&path, Access::Create, &Stop::default()).unwrap();
    init::init(&mut store, config, false, &stop).unwrap();
    let plan = ExplorationPlan::new(config, 0, Path::new("/"));
    assert!(plan.check_again(1).is_ok());
    let none = |_| plan.check_again(1 << 62);
    // The check after the first batch fails.
    let explored = explore::run::explore(&mut store, config, &none, false, &stop);
    let refused = matches!(explored, Err(Error::TooMuch { .. }));
    assert!(refused, "{explored:?}");
    let stored = store.explored(config).unwrap().stored;
    assert!(stored > 0 && stored < config.molecules());
    // The check after the second batch passes. The rest need not be explored here.
    let room = |rows| {
        assert!(rows < config.molecules() - stored);
        stop.request();
        Ok(())
    };
    check_was_stopped(explore::run::explore(
        &mut store, config, &room, false, &stop,
    ));
    assert!(store.explored(config).unwrap().stored > stored);
}
