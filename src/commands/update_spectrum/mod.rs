//! `update-spectrum`: finds the spectra that are images of each other.

pub mod run;

use app::Program;
use app::terminal::Console;
use clap::Parser;
use db::Access;
use tables::DatabasePath;

use crate::commands::{Configuration, look, open};
use crate::error::{Error, Result};

/// Find the collected spectra that are images of each other
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
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        let config = self.configuration.config();
        run::update_spectrum(&mut store, config, console)?;
        console.set_next_step(look(config));
        Ok(())
    }
}
