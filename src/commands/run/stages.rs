//! `run`: the stages one after the other, but only those that are not done yet.

use watch::Watcher;

use crate::board::Config;
use crate::commands::explore::run::explore;
use crate::commands::init::run::init_if_new;
use crate::commands::init_spectrum::run::init_spectrum;
use crate::commands::update_spectrum::run::update_spectrum;
use crate::error::Result;
use crate::store::{AmbiguityRow, Store};

/// Takes a configuration through the whole pipeline, from wherever it is, and
/// returns its ambiguity table; `room` and `wait` as in [`explore`].
pub fn run(
    store: &mut Store,
    config: Config,
    room: &dyn Fn(u64) -> Result<()>,
    wait: bool,
    watcher: &dyn Watcher,
) -> Result<Vec<AmbiguityRow>> {
    init_if_new(store, config, watcher)?;
    explore(store, config, room, wait, watcher)?;
    if !store.explored(config)?.spectrums_initialised {
        init_spectrum(store, config, watcher)?;
    }
    if !store.explored(config)?.spectrums_updated {
        update_spectrum(store, config, watcher)?;
    }
    store.ambiguity(config)
}
