//! `update-spectrum`: tells which ambiguous spectra are images of each other.

use ::draw::words::{counted, thousands};
use watch::Watcher;

use crate::board::Config;
use crate::error::Result;
use crate::store::Store;
use crate::work::stopped;

/// Fills in the transforms and canonical numbers of the ambiguous spectra.
///
/// Fails if an earlier stage is missing, or the watcher wants to stop. Nothing has changed
/// then.
pub fn update_spectrum(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    let seen = store.explored(config)?;
    let spectra = store
        .update_spectrums(config, &seen)
        .map_err(|error| stopped(error, watcher, "updating the spectra of", config))?;
    let classes = store.spectrum_classes(config)?;
    for class in &classes {
        let (number, spectrum) = (class.canonical_number, class.spectrum);
        let molecules = counted(class.molecules, "molecule", "molecules");
        let spectra = counted(class.spectra, "spectrum", "spectra");
        watcher.detail(&format!(
            "{number} {spectrum}: {molecules} each, {spectra} by symmetry"
        ));
    }
    let spectra = counted(spectra, "ambiguous spectrum", "ambiguous spectra");
    let classes = thousands(classes.len() as u64);
    watcher.say(&format!(
        "{config}: {spectra} updated, {classes} up to symmetry"
    ));
    Ok(())
}
