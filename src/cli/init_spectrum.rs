//! `init-spectrum`.

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, DatabasePath, Program};

use super::{Configuration, open};
use crate::error::{Error, Result};
use crate::stages;

/// Collect the spectra that several molecules share
#[derive(Parser, Debug)]
#[command(name = "init-spectrum")]
pub struct InitSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    database: DatabasePath,
    #[command(flatten)]
    common: Common,
}

impl Program for InitSpectrum {
    type Error = Error;

    fn stray(argument: &str) -> Option<String> {
        super::stray(argument)
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        stages::init_spectrum::init_spectrum(&mut store, self.configuration.config, console)
    }
}
