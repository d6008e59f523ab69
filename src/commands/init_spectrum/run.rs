//! `init-spectrum`: collects the spectra that several molecules share.

use ::draw::words::counted;
use watch::Watcher;

use crate::board::Config;
use crate::error::Result;
use crate::store::Store;
use crate::work::{in_one_statement, stopped};

/// Fills the table of ambiguous spectra, except what `update-spectrum` adds.
///
/// Fails if the configuration is not completely explored, or the watcher wants to stop. Nothing
/// has changed then.
pub fn init_spectrum(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    /// To go through the index by spectrum, measured.
    const INSTRUCTIONS: u64 = 21;
    let task = format!("collecting the spectra of {config}");
    let rows = config.molecules();
    let seen = store.explored(config)?;
    let spectra = in_one_statement(store, (task, rows, INSTRUCTIONS), watcher, |store| {
        store.initialise_spectrums(config, &seen)
    })
    .map_err(|error| stopped(error, watcher, "collecting the spectra of", config))?;
    let spectra = counted(spectra, "ambiguous spectrum", "ambiguous spectra");
    watcher.say(&format!("{config}: {spectra} initialised"));
    Ok(())
}
