//! Black Box's programs as a user runs them.

use std::fmt::Debug;

use blackbox::Error;
use rusqlite::Connection;
use testkit::{Sandbox, csv};

pub(crate) const BLACKBOX: &str = env!("CARGO_BIN_EXE_blackbox");

/// Every subcommand with what it needs besides a configuration. The first two
/// create a database, the last one only reads.
pub(crate) const PROGRAMS: [&[&str]; 6] = [
    &["run"],
    &["init"],
    &["explore"],
    &["init-spectrum"],
    &["update-spectrum"],
    &["display", "1"],
];

/// Arguments with more of them at the end.
pub(crate) fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// A sandbox for `blackbox` with nothing in it.
pub(crate) fn empty_sandbox() -> Sandbox {
    Sandbox::of(BLACKBOX)
}

/// A sandbox in which these configurations went through the pipeline, one
/// after the other.
pub(crate) fn explored_sandbox(configs: &[&str]) -> Sandbox {
    let sandbox = empty_sandbox();
    for config in configs {
        sandbox.ok(&["run", "--config", config]);
    }
    sandbox
}

/// Work in this process must have ended because somebody asked to stop.
pub(crate) fn check_was_stopped<T: Debug>(ended: blackbox::Result<T>) {
    let stopped = |error: &Error| matches!(error, Error::Kit(kit::Error::Stopped(_)));
    assert!(ended.as_ref().is_err_and(stopped), "{ended:?}");
}

/// The molecules of a configuration, as `data/reference` has them.
pub(crate) fn molecules_csv(connection: &Connection, config: &str) -> String {
    let sql = format!("select * from Molecules where config = '{config}' order by number");
    csv(connection, &sql)
}

/// All rows of a table in the order of its key, which is the quickest order.
pub(crate) fn rows(connection: &Connection, table: &str) -> String {
    csv(connection, &format!("select * from {table}"))
}

/// The spectra of a configuration, as `data/reference` has them.
pub(crate) fn spectrums_csv(connection: &Connection, config: &str) -> String {
    let sql = format!("select * from Spectrums where config = '{config}' order by spectrum");
    csv(connection, &sql)
}
