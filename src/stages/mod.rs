//! The pipeline, one file per stage, named like the program that runs it.

pub mod census;
pub(crate) mod census_import;
pub(crate) mod census_portion;
pub(crate) mod census_shard;
pub mod decode;
pub mod display;
pub mod explore;
pub mod export;
pub(crate) mod import;
pub mod init;
pub mod init_spectrum;
pub mod opening;
pub mod plan;
pub mod play;
pub mod report;
pub mod run;
pub mod update_spectrum;
pub mod verify;

use watch::Watcher;

use crate::error::Error;
use crate::game::Config;

/// SQLite reports an error when it is interrupted, also while it waits for another
/// program. This turns that error into what the user wants to know. What it was `doing`
/// is rolled back then.
fn stopped(error: impl Into<Error>, watcher: &dyn Watcher, doing: &str, config: Config) -> Error {
    if watcher.stop().asked() {
        kit::Error::Stopped(format!(
            "stopped while {doing} {config}; the same command starts again"
        ))
        .into()
    } else {
        error.into()
    }
}
