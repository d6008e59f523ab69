//! `update-spectrum`: tells which ambiguous spectra are images of each other.

use view::words::{counted, thousands};
use watch::Watcher;

use super::stopped;
use crate::error::Result;
use crate::game::Config;
use crate::store::Store;

/// Fills in the transforms and canonical numbers of the ambiguous spectra.
///
/// # Errors
///
/// If an earlier stage is missing, or the watcher wants to stop. Nothing has changed
/// then.
pub fn update_spectrum(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    let spectra = store
        .update_spectrums(config)
        .map_err(|error| stopped(error, watcher, "updating the spectra of", config))?;
    let classes = store.spectrum_classes(config)?;
    for class in &classes {
        watcher.detail(&format!(
            "{} {}: {} each, {} by symmetry",
            class.canonical_number,
            class.spectrum,
            counted(class.molecules, "molecule", "molecules"),
            counted(class.spectra, "spectrum", "spectra")
        ));
    }
    watcher.say(&format!(
        "{config}: {} updated, {} up to symmetry",
        counted(spectra, "ambiguous spectrum", "ambiguous spectra"),
        thousands(classes.len() as u64)
    ));
    Ok(())
}
