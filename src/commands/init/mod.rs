//! `init`: adds a configuration to the database.

use app::terminal::Console;
use app::{Command, Hint, Program};
use clap::Parser;
use draw::words::{counted, thousands};
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::commands::Configuration;
use crate::error::{Error, Result};
use crate::plan::PlanOptions;
use crate::store::Store;
use crate::work::stopped;

/// Add a configuration to the database, and create the database if there is none
#[derive(Parser, Debug)]
#[command(name = "init", after_help = "{} A5_B5\n{} A4_B6 --force")]
pub struct Init {
    #[command(flatten)]
    configuration: Configuration,
    /// Delete the stored molecules and spectra of the configuration, and start again
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    planned: PlanOptions,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Init {
    fn run(&self, console: &Console) -> app::Result<()> {
        let config = self.configuration.config();
        let opened = self.planned.open(config, true, &self.database, console)?;
        if let Some((mut store, _)) = opened {
            init(&mut store, config, self.force, console)?;
            let next = Hint::run(Command::new("explore"));
            console.set_next_step(next.and(" finds and stores its molecules"));
        }
        Ok(())
    }
}

/// Adds the configuration. With `force`, deletes its rows first. Without it, fails if there are any. If it fails,
/// or if the watcher requests a stop, nothing has changed.
pub fn init(store: &mut Store, config: Config, force: bool, watcher: &dyn Watcher) -> Result<()> {
    let deleted = store
        .init(config, force)
        .map_err(|error| stopped(error, watcher, "initialising", config))?;
    if deleted > 0 {
        let deleted = counted(deleted, "molecule", "molecules");
        watcher.say(&format!("{config}: {deleted} deleted"));
    }
    watcher.say(&format!(
        "{config} is initialised: {} to explore, {} canonical",
        counted(config.molecules(), "molecule", "molecules"),
        thousands(config.canonical_molecules())
    ));
    Ok(())
}

/// Adds the configuration if it is not there yet.
pub(crate) fn init_if_new(store: &mut Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    if store.find_explored(config)?.is_some() {
        return Ok(());
    }
    match init(store, config, false, watcher) {
        // Another process has added it meanwhile.
        Err(Error::HasMolecules { .. }) if store.explored(config).is_ok() => Ok(()),
        added => added,
    }
}
