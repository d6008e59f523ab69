//! `init-spectrum`: collects the ambiguous spectra.

pub mod run;

use app::Program;
use app::terminal::Console;
use clap::Parser;
use db::Access;
use tables::DatabasePath;

use crate::commands::{Configuration, compare, open};
use crate::error::{Error, Result};

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
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        run::init_spectrum(&mut store, self.configuration.config(), console)?;
        console.set_next_step(compare());
        Ok(())
    }
}
