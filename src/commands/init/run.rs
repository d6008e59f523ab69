//! `init`: makes room for a configuration.

use ::draw::words::{counted, thousands};
use watch::Watcher;

use crate::board::Config;
use crate::error::{Error, Result};
use crate::store::Store;
use crate::work::stopped;

/// Adds the configuration, or clears it if `force` says so.
/// Fails if it has molecules and `force` is not set, or the watcher wants to stop. Nothing
/// has changed then.
pub fn init(store: &mut Store, config: Config, force: bool, watcher: &dyn Watcher) -> Result<()> {
    let deleted = store
        .initialise(config, force)
        .map_err(|error| stopped(error, watcher, "initialising", config))?;
    if deleted > 0 {
        let deleted = counted(deleted, "molecule", "molecules");
        watcher.say(&format!("{config}: {deleted} deleted"));
    }
    watcher.say(&format!(
        "{config} is initialised: {} to explore, {} of them canonical",
        counted(config.molecules(), "molecule", "molecules"),
        thousands(config.canonical_molecules())
    ));
    Ok(())
}

/// Adds the configuration if it is not there yet.
pub(crate) fn init_if_new(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    match store.explored(config) {
        Err(Error::NotInitialised(_)) => init(store, config, false, watcher),
        other => other.map(|_| ()),
    }
}
