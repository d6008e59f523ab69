//! `init-spectrum`: collects the ambiguous spectra.

use app::Program;
use app::terminal::Console;
use clap::Parser;
use db::Access;
use draw::words::counted;
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::commands::{Configuration, compare, open};
use crate::error::Result;
use crate::store::Store;
use crate::work::{in_one_statement, stopped};

/// Collect the spectra that several molecules share
#[derive(Parser, Debug)]
#[command(
    name = "init-spectrum",
    after_help = "{} A4_B6\n{} --config A4_B6 --db data/blackbox.db"
)]
pub struct InitSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for InitSpectrum {
    fn run(&self, console: &Console) -> app::Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        init_spectrum(&mut store, self.configuration.config(), console)?;
        console.set_next_step(compare());
        Ok(())
    }
}

/// Fills the table of ambiguous spectra, except the columns of `update-spectrum`.
///
/// Fails without a change if the configuration is not completely explored, or if the watcher requests a stop.
pub fn init_spectrum(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    /// The measured SQLite instructions per row to scan the index by spectrum.
    const INSTRUCTIONS: u64 = 21;
    let task = format!("collecting the spectra of {config}, rows");
    let rows = config.molecules();
    let seen = store.explored(config)?;
    let spectra = in_one_statement(store, (task, rows, INSTRUCTIONS), watcher, |store| {
        store.init_spectrum(config, &seen)
    })
    .map_err(|error| stopped(error, watcher, "collecting the spectra of", config))?;
    let spectra = counted(spectra, "ambiguous spectrum", "ambiguous spectra");
    watcher.say(&format!("{config}: {spectra} collected"));
    Ok(())
}
