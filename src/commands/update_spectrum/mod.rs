//! `update-spectrum`: finds the spectra that are images of each other.

use app::Program;
use app::terminal::Console;
use clap::Parser;
use db::Access;
use draw::words::{counted, thousands};
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::commands::{Configuration, after_pipeline, open};
use crate::error::Result;
use crate::store::Store;
use crate::work::stopped;

/// Find which of the collected spectra are rotations or reflections of each other
///
/// The spectra are those that init-spectrum has collected because several molecules share them.
#[derive(Parser, Debug)]
#[command(
    name = "update-spectrum",
    after_help = "{} A4_B6\n{} --config A4_B6 --db data/blackbox.db"
)]
pub struct UpdateSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for UpdateSpectrum {
    fn run(&self, console: &Console) -> app::Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        let config = self.configuration.config();
        update_spectrum(&mut store, config, console)?;
        console.set_next_step(after_pipeline(config));
        Ok(())
    }
}

/// Fills in the transforms and canonical numbers of the ambiguous spectra.
///
/// Fails without a change if an earlier stage is missing, or if the watcher requests a stop.
pub fn update_spectrum(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    let seen = store.explored(config)?;
    let spectra = store
        .update_spectrum(config, &seen)
        .map_err(|error| stopped(error, watcher, "updating the spectra of", config))?;
    let classes = store.spectrum_classes(config)?;
    for class in &classes {
        let (number, spectrum) = (class.canonical_number, class.spectrum);
        let molecules = counted(class.molecules, "molecule", "molecules");
        let spectra = counted(class.spectra, "spectrum", "spectra");
        watcher.detail(&format!(
            "molecule {number}, {spectrum}: {spectra} of {molecules} each"
        ));
    }
    let spectra = counted(spectra, "ambiguous spectrum", "ambiguous spectra");
    let classes = thousands(classes.len() as u64);
    watcher.say(&format!("{config}: {spectra}, {classes} up to symmetry"));
    Ok(())
}
