//! `init-spectrum`.

use clap::Parser;

use super::{Common, Configuration, Program};
use crate::error::Result;
use crate::stages;
use crate::store::Access;
use crate::terminal::Console;

/// Collect the spectra that two molecules or more share
#[derive(Parser, Debug)]
#[command(name = "init-spectrum", version)]
pub struct InitSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    common: Common,
}

impl Program for InitSpectrum {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = self.common.open(Access::Write, console)?;
        stages::init_spectrum::init_spectrum(&mut store, self.configuration.config, console)
    }
}
