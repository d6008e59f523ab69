//! `init-spectrum`: collects the spectra that several molecules share.

use view::words::thousands;
use watch::Watcher;

use super::stopped;
use crate::error::Result;
use crate::game::Config;
use crate::store::Store;

/// Fills the table of ambiguous spectra, except what `update-spectrum` adds.
///
/// # Errors
///
/// If the configuration is not completely explored, or the watcher wants to stop. Nothing
/// has changed then.
pub fn init_spectrum(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    let spectra = store
        .initialise_spectrums(config)
        .map_err(|error| stopped(error, watcher, "collecting the spectrums of", config))?;
    watcher.say(&format!(
        "{config}: {} ambiguous spectrums initialised",
        thousands(spectra)
    ));
    Ok(())
}
